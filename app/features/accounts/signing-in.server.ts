import { resetLimit, takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { appealTokenFor } from "./appeal-link.server";
import { findReturn } from "./departing.server";
import { type Client, findDevice } from "./devices.server";
import { canonicalEmail } from "./email-address";
import { enterAccount } from "./entering.server";
import { findAccount } from "./finding.server";
import type { ClientSession } from "./opening-session.server";
import { verifyPassword } from "./password.server";
import { newPendingSignIn, type PendingSignIn } from "./pending-sign-in.server";
import { findSuspension } from "./suspending.server";
import type { SuspensionNotice } from "./suspension";
import { forgiveFailures, throttle } from "./throttling.server";

export type SignInOutcome =
  | ({ ok: true } & ClientSession)
  | { ok: false; refused: "wrong" | "account-gone" }
  /** `appealToken` lets the person appeal, without a session; null if there is nothing to appeal against. */
  | { ok: false; refused: "suspended"; notice: SuspensionNotice; appealToken: string | null }
  /** `token` leads to the page that keeps the account. */
  | { ok: false; refused: "leaving"; token: string }
  /** The password is right, and no session is open. */
  | { ok: false; refused: "second-factor"; pending: PendingSignIn }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Guesses are throttled before the password is compared; only the right one tells that an account is suspended, or that
 * its person has asked to leave. A known device has its own count, which strangers' guesses do not affect. An account
 * with a second factor is asked for it next.
 */
export async function signIn(
  input: { email: string; password: string },
  client: Client,
): Promise<SignInOutcome> {
  const email = canonicalEmail(input.email);
  if (!email) return { ok: false, refused: "wrong" };
  const account = await findAccount(email);
  const device = account && findDevice(client.devices, account.id);
  const ownKey = device && `${account.id} ${device.id}`;
  const by = { userId: account?.id, address: client.address };
  const waitSeconds = ownKey
    ? await takeFromLimit("sign-in-device", ownKey, by)
    : await throttle("sign-in", email, by);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };

  const failed = (outcome: SignInOutcome): SignInOutcome => {
    logSecurity({ event: "sign-in-failed", userId: account?.id ?? null }, client.address);
    return outcome;
  };
  const wrong = { ok: false, refused: "wrong" } as const;
  if (!(await verifyPassword(input.password, account?.passwordHash ?? null)) || !account)
    return failed(wrong);
  if (!account.isOpen) {
    const notice = await findSuspension(account.id);
    if (notice) {
      const { suspensionId } = notice;
      const appealToken = suspensionId && appealTokenFor({ userId: account.id, suspensionId });
      return failed({ ok: false, refused: "suspended", notice, appealToken });
    }
    const token = await findReturn(account.id);
    return token ? { ok: false, refused: "leaving", token } : failed({ ok: false, refused: "account-gone" });
  }
  const asksMore = account.hasSecondFactor;
  const clientSession = asksMore ? null : await enterAccount(account, null, client);
  if (!asksMore && !clientSession) return failed(wrong);
  if (ownKey) await resetLimit("sign-in-device", ownKey);
  else await forgiveFailures("sign-in", email, client.address);
  if (!clientSession) return { ok: false, refused: "second-factor", pending: newPendingSignIn(account) };
  return { ok: true, ...clientSession };
}
