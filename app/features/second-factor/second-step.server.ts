import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { findReturn } from "~/features/accounts/departing.server";
import { type Account, findAccountOf } from "~/features/accounts/finding.server";
import { checkOwnPassword } from "~/features/accounts/password.server";
import { type Client, type ClientSession, confirmSession } from "~/features/accounts/sessions.server";
import { enterAccount, findPendingAccount, type PendingSignIn } from "~/features/accounts/signing-in.server";
import { findSuspension, type Suspension } from "~/features/accounts/suspending.server";
import type { Outcome, Throttled } from "~/outcome";
import { db } from "~/platform/db.server";
import { networkOf, resetLimit, takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { type EnteredCode, readCode } from "./code";
import { countCodesLeft, spendRecoveryCode, stepOf, unseal } from "./codes.server";
import { findPasskeyOwner, takePasskey } from "./passkeys.server";
import type { identitySchema, Proof } from "./second-factor.schema";

export type CodeOutcome = Outcome<"wrong", { by: EnteredCode["kind"] | "passkey" }> | Throttled;

/**
 * Uses up a code from the account's app, or a recovery code. Guesses are limited per account and network. Guesses of
 * the app's short codes are also limited per account. Recovery codes still work for an owner whose limit strangers have
 * used up.
 * @param now in ms since 1970
 */
export async function takeCode(
  userId: string,
  typed: string,
  client: { address?: string },
  now = Date.now(),
): Promise<CodeOutcome> {
  const entered = readCode(typed);
  if (!entered) return { ok: false, refused: "wrong" };
  const { kind, code } = entered;
  const pair = `${userId} ${networkOf(client.address ?? "")}`;
  const limits =
    kind === "app"
      ? ([
          ["second-factor-pair", pair],
          ["second-factor-account", userId],
        ] as const)
      : ([["recovery-code", pair]] as const);
  for (const [limit, subject] of limits) {
    const waitSeconds = await takeFromLimit(limit, subject, { userId, address: client.address });
    if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  }
  const isRight = await (kind === "app" ? spendAppCode(userId, code, now) : spendRecoveryCode(userId, code));
  if (!isRight) {
    logSecurity({ event: "second-factor-failed", userId }, client.address);
    return { ok: false, refused: "wrong" };
  }
  for (const [limit, subject] of limits) await resetLimit(limit, subject);
  if (kind === "recovery") logSecurity({ event: "recovery-code-used", userId }, client.address);
  return { ok: true, by: kind };
}

async function spendAppCode(userId: string, code: string, now: number): Promise<boolean> {
  const app = await db.authenticatorApp.findFirst({
    where: { userId, confirmedAt: { not: null } },
    select: { secret: true },
  });
  const secret = app && unseal(app.secret, userId);
  const step = secret ? stepOf(secret, code, now) : null;
  if (step === null) return false;
  // A code works once: the second of two requests finds that its time step has been used.
  const { count } = await db.authenticatorApp.updateMany({
    where: { userId, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/** A passkey counts only if it answers a challenge that was issued to this holder. */
async function takeProof(
  proof: Proof,
  purpose: "second-step" | "confirm",
  holder: { userId: string; sessionId: string | null },
  client: { address?: string },
  now = Date.now(),
): Promise<CodeOutcome> {
  const { userId } = holder;
  if (proof.by === "code") return takeCode(userId, proof.code, client, now);
  if ((await takePasskey(proof.credential, purpose, holder)) === userId) return { ok: true, by: "passkey" };
  logSecurity({ event: "passkey-failed", userId }, client.address);
  return { ok: false, refused: "wrong" };
}

/**
 * Asks a signed-in person to prove their identity again, and confirms their session. A password isn't enough for an
 * account that has a second factor.
 */
export async function confirmIdentity(
  actor: Actor,
  proof: z.output<typeof identitySchema>,
  now = Date.now(),
): Promise<Exclude<CodeOutcome, { ok: true }> | { ok: true }> {
  const { hasSecondFactor, userId, sessionId, address } = actor;
  if (proof.by === "password" && hasSecondFactor) return { ok: false, refused: "wrong" };
  const done = await (proof.by === "password"
    ? checkOwnPassword(actor, proof.password)
    : takeProof(proof, "confirm", actor, actor, now));
  if (!done.ok) return done;
  await confirmSession(db, sessionId);
  logSecurity({ event: hasSecondFactor ? "second-factor-confirmed" : "password-confirmed", userId }, address);
  return { ok: true };
}

type SecondStepOutcome =
  /** `codesLeft` is set if a recovery code was used. */
  | ({ ok: true; codesLeft: number | null } & ClientSession)
  | Exclude<CodeOutcome, { ok: true }>
  /** 'over': the password has to be entered again. */
  | { ok: false; refused: "over" | "account-gone" }
  | ({ ok: false; refused: "suspended" } & Suspension)
  /** `token` opens the page that cancels the deletion. */
  | { ok: false; refused: "leaving"; token: string };

/**
 * @param provedAt when the second factor was proved; null before that, because nothing may reveal yet that the account
 * is being deleted
 */
async function closedAccount(
  userId: string,
  provedAt: Date | null,
): Promise<Exclude<SecondStepOutcome, { ok: true } | Throttled>> {
  const suspension = await findSuspension(userId);
  if (suspension) return { ok: false, refused: "suspended", ...suspension };
  const token = provedAt && (await findReturn(userId, provedAt));
  return token ? { ok: false, refused: "leaving", token } : { ok: false, refused: "account-gone" };
}

/** The account that the pending sign-in is for. Null if the password has to be entered again. */
export async function findSecondStep(
  pending: PendingSignIn | null,
  now = Date.now(),
): Promise<Account | null> {
  const account = await findPendingAccount(pending, now);
  return account?.hasSecondFactor ? account : null;
}

/** Finishes a pending sign-in, which has passed the password check, with a code or a passkey. */
export async function finishSignIn(
  pending: PendingSignIn | null,
  proof: Proof,
  client: Client,
  now = Date.now(),
): Promise<SecondStepOutcome> {
  const account = await findSecondStep(pending, now);
  if (!account) return { ok: false, refused: "over" };
  if (!account.isOpen && ((await findSuspension(account.id)) || !(await findReturn(account.id))))
    return closedAccount(account.id, null);
  const holder = { userId: account.id, sessionId: null };
  const checked = await takeProof(proof, "second-step", holder, client, now);
  if (!checked.ok) return checked;
  if (!account.isOpen) return closedAccount(account.id, new Date(now));
  const clientSession = await enterAccount(account, new Date(now), client);
  if (!clientSession) return { ok: false, refused: "over" };
  const codesLeft = checked.by === "recovery" ? await countCodesLeft(account.id) : null;
  return { ok: true, codesLeft, ...clientSession };
}

/**
 * Signs in with only a passkey, which is two factors in one. Only a valid passkey reveals that an account is closed.
 * Refused: 'wrong' for an unknown passkey or one that didn't answer a challenge from this site.
 */
export async function signInWithPasskey(
  credential: string,
  client: Client,
): Promise<Exclude<SecondStepOutcome, Throttled>> {
  // The account is read before the passkey is checked. If the passkey is removed and the password changed in the
  // meantime, no session opens.
  const owner = await findPasskeyOwner(credential);
  const account = owner ? await findAccountOf(owner) : null;
  const userId = await takePasskey(credential, "sign-in", { userId: null, sessionId: null });
  if (!account || account.id !== userId) {
    logSecurity({ event: "sign-in-failed", userId: null }, client.address);
    return { ok: false, refused: "wrong" };
  }
  if (!account.isOpen) return closedAccount(account.id, new Date());
  const clientSession = await enterAccount(account, new Date(), client);
  return clientSession ? { ok: true, codesLeft: null, ...clientSession } : { ok: false, refused: "over" };
}
