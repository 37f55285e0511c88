import type { Transaction } from "~/platform/db.server";
import type { Client } from "./devices.server";
import { canonicalEmail } from "./email-address";
import { isAddressKept } from "./finding.server";
import { type ClientSession, openClientSession } from "./opening-session.server";
import { hashPassword } from "./password.server";
import { findWeakness } from "./password-strength.server";
import { throttle } from "./throttling.server";
import { knownTimeZone } from "./time-zone.server";

export interface NewAccount {
  email: string;
  passwordHash: string;
}

export type SignUpCheck =
  | ({ ok: true } & NewAccount)
  | { ok: false; refused: "weak-password"; reason: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Needs no transaction: throttle and password.
 * @throws for an invalid address, which the form has ruled out
 */
export async function prepareAccount(
  input: { fullName: string; email: string; password: string },
  client: Client,
): Promise<SignUpCheck> {
  const email = canonicalEmail(input.email);
  if (!email) throw new Error("not an e-mail address");
  const waitSeconds = await throttle("sign-up", email, client);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const reason = await findWeakness(input.password, { name: input.fullName, email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  return { ok: true, email, passwordHash: await hashPassword(input.password) };
}

/**
 * Also starts the first session. Null if somebody who has just moved away from the address may still get it back: the
 * transaction must then be rolled back.
 * @throws a unique violation if the address is taken, which ends the transaction
 */
export async function createAccount(
  tx: Transaction,
  account: NewAccount & { timeZone?: string },
  client: Client,
): Promise<ClientSession | null> {
  const { email, passwordHash, timeZone } = account;
  const user = await tx.user.create({
    data: { email, passwordHash, timeZone: knownTimeZone(timeZone) },
    select: { id: true },
  });
  if (await isAddressKept(tx, email, user.id)) return null;
  const clientSession = await openClientSession(
    tx,
    { userId: user.id, passwordHash, confirmedAt: null },
    client,
  );
  if (!clientSession) throw new Error("no session for a new account");
  return clientSession;
}
