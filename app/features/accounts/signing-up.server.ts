import type { Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { hashPassword, weaknessOf } from "./password.server";

export type SignUpCheck =
  | { ok: true; email: string; passwordHash: string }
  | { ok: false; refused: "weak-password"; reason: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/** What can be judged before a transaction is opened: the throttle per address, and the password. */
export async function prepareAccount(
  input: { email: string; password: string },
  address: string,
): Promise<SignUpCheck> {
  const email = input.email.trim().toLowerCase();
  const waitSeconds = Math.max(
    await takeFromLimit("sign-up-address", address),
    await takeFromLimit("sign-up-email", email),
  );
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const reason = weaknessOf(input.password, email);
  if (reason) return { ok: false, refused: "weak-password", reason };
  return { ok: true, email, passwordHash: await hashPassword(input.password) };
}

/**
 * One insert under the unique index on lower(email).
 * @throws a unique violation when the address has an account, which ends the transaction
 */
export async function createAccount(
  tx: Transaction,
  account: { email: string; passwordHash: string; timeZone?: string },
): Promise<string> {
  const user = await tx.user.create({
    data: {
      email: account.email,
      passwordHash: account.passwordHash,
      timeZone: knownTimeZone(account.timeZone),
    },
    select: { id: true },
  });
  return user.id;
}

function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
