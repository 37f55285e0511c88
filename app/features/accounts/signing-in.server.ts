import { resetLimit, takeFromLimit } from "~/platform/rate-limit.server";
import { findAccount } from "./finding.server";
import { passwordFits } from "./password.server";

export type SignInOutcome =
  | { ok: true; userId: string }
  | { ok: false; refused: "wrong" | "account-gone" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Checks an e-mail address and password.
 * Guessing is throttled per account and per network address before anything is compared.
 * @param address the network address of who asks
 */
export async function signIn(
  input: { email: string; password: string },
  address: string,
): Promise<SignInOutcome> {
  const email = input.email.trim().toLowerCase();
  const waitSeconds = Math.max(
    await takeFromLimit("sign-in-account", email),
    await takeFromLimit("sign-in-address", address),
  );
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };

  const account = await findAccount(email);
  if (!(await passwordFits(input.password, account?.passwordHash ?? null)) || !account)
    return { ok: false, refused: "wrong" };
  if (!account.isOpen) return { ok: false, refused: "account-gone" };
  await resetLimit("sign-in-account", email);
  return { ok: true, userId: account.id };
}
