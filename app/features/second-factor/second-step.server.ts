import type { Client } from "~/features/accounts/devices.server";
import { enterAccount } from "~/features/accounts/entering.server";
import { type Account, findAccountOf } from "~/features/accounts/finding.server";
import type { ClientSession } from "~/features/accounts/opening-session.server";
import { findPendingAccount, type PendingSignIn } from "~/features/accounts/pending-sign-in.server";
import { findSuspension } from "~/features/accounts/suspending.server";
import type { SuspensionNotice } from "~/features/accounts/suspension";
import { logSecurity } from "~/platform/security-log.server";
import { type CodeOutcome, takeProof } from "./checking.server";
import { countCodesLeft } from "./recovery-codes.server";
import type { Proof } from "./second-factor.schema";
import { findPasskeyOwner, takePasskey } from "./using-passkeys.server";

export type SecondStepOutcome =
  /** `codesLeft` if a recovery code was used. */
  | ({ ok: true; codesLeft: number | null } & ClientSession)
  | Exclude<CodeOutcome, { ok: true }>
  /** 'over': the password has to be entered again. */
  | { ok: false; refused: "over" | "account-gone" }
  | { ok: false; refused: "suspended"; notice: SuspensionNotice };

async function closedAccount(userId: string): Promise<Extract<SecondStepOutcome, { ok: false }>> {
  const notice = await findSuspension(userId);
  return notice ? { ok: false, refused: "suspended", notice } : { ok: false, refused: "account-gone" };
}

/** Null if the password has to be entered again. */
export async function findSecondStep(
  pending: PendingSignIn | null,
  now = Date.now(),
): Promise<Account | null> {
  const account = await findPendingAccount(pending, now);
  return account?.hasSecondFactor ? account : null;
}

/** Opens the session of a pending sign-in with a code or a passkey. */
export async function finishSignIn(
  pending: PendingSignIn | null,
  proof: Proof,
  client: Client,
  now = Date.now(),
): Promise<SecondStepOutcome> {
  const account = await findSecondStep(pending, now);
  if (!account) return { ok: false, refused: "over" };
  if (!account.isOpen) return closedAccount(account.id);
  const holder = { userId: account.id, sessionId: null };
  const checked = await takeProof(proof, "second-step", holder, client, now);
  if (!checked.ok) return checked;
  const clientSession = await enterAccount(account, new Date(now), client);
  if (!clientSession) return { ok: false, refused: "over" };
  const codesLeft = checked.by === "recovery" ? await countCodesLeft(account.id) : null;
  return { ok: true, codesLeft, ...clientSession };
}

/**
 * Signs in with a passkey alone, which is two factors in one. Only the right one tells that an account is closed.
 * Refused: 'wrong' for an unknown passkey or one that did not answer this site's own question.
 */
export async function signInWithPasskey(credential: string, client: Client): Promise<SecondStepOutcome> {
  // Read before the passkey is checked: if it is removed with the password meanwhile, no session opens.
  const owner = await findPasskeyOwner(credential);
  const account = owner ? await findAccountOf(owner) : null;
  const userId = await takePasskey(credential, "sign-in", { userId: null, sessionId: null });
  if (!account || account.id !== userId) {
    logSecurity({ event: "sign-in-failed", userId: null }, client.address);
    return { ok: false, refused: "wrong" };
  }
  if (!account.isOpen) return closedAccount(account.id);
  const clientSession = await enterAccount(account, new Date(), client);
  return clientSession ? { ok: true, codesLeft: null, ...clientSession } : { ok: false, refused: "over" };
}
