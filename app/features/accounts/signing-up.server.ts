import type { Transaction } from "~/platform/db.server";
import { countUse, networkOf } from "~/platform/rate-limit.server";
import { mailConfirmation } from "./confirming-sign-up.server";
import type { Client } from "./devices.server";
import { canonicalEmail } from "./email-address";
import { isAddressKept } from "./finding.server";
import { reportHeld } from "./holding.server";
import { type ClientSession, openClientSession } from "./opening-session.server";
import { hashPassword } from "./password.server";
import { findWeakness } from "./password-strength.server";
import { throttle } from "./throttling.server";
import { knownTimeZone } from "./time-zone.server";

export interface NewAccount {
  email: string;
  passwordHash: string;
  /** One of a burst: its first messages wait for an admin. */
  isHeld: boolean;
  /** The address was proved before the account was made. */
  isConfirmed?: true;
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
  const burst = await countUse("sign-up-burst", networkOf(client.address), client);
  return { ok: true, email, passwordHash: await hashPassword(input.password), isHeld: burst.excess > 0 };
}

/**
 * Also starts the first session, and mails the link that confirms the address. Null if someone who has just moved away
 * from the address may still get it back: the transaction must then be rolled back.
 * @throws a unique violation if the address is taken, which ends the transaction
 */
export async function createAccount(
  tx: Transaction,
  account: NewAccount & { timeZone?: string },
  client: Client,
): Promise<ClientSession | null> {
  const { email, passwordHash, timeZone, isHeld, isConfirmed } = account;
  const user = await tx.user.create({
    data: {
      email,
      passwordHash,
      timeZone: knownTimeZone(timeZone),
      heldAt: isHeld ? new Date() : null,
      confirmedAt: isConfirmed ? new Date() : null,
    },
    select: { id: true },
  });
  if (await isAddressKept(tx, email, user.id)) return null;
  const clientSession = await openClientSession(
    tx,
    { userId: user.id, passwordHash, confirmedAt: null },
    client,
  );
  if (!clientSession) throw new Error("no session for a new account");
  if (!isConfirmed) await mailConfirmation(tx, { userId: user.id, email });
  if (isHeld) await reportHeld(tx, { personId: user.id, why: "sign-ups" });
  return clientSession;
}
