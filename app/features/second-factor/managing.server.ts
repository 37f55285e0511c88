import { randomUUID } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import { checkOwnPassword } from "~/features/accounts/password.server";
import { requireFactor, stopRequiringFactor } from "~/features/accounts/sessions.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { unlinked } from "~/lines";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, readRows, type Transaction, transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { inGroups, readCode } from "./code";
import { codesWarning, keyUri, newSecret, qrOf, replaceCodes, seal, stepOf, unseal } from "./codes.server";
import { type CodeOutcome, takeCode } from "./second-step.server";

/** Removes the app and the recovery codes. Returns false if two-step verification is already off. */
async function endFactor(tx: Transaction, userId: string): Promise<boolean> {
  if (!(await lockFactor(tx, userId))) return false;
  await tx.authenticatorApp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await stopRequiringFactor(tx, userId);
  return true;
}

export const factorDroppedMail = (): MailWords => ({
  kind: "second-factor-off",
  subject: "We turned off two-step verification on your Matchcut account",
  lines: [
    "As you asked, you can now sign in with just your password. Please set up two-step verification again.",
    "If you didn't ask for this, choose a new password now, then contact us.",
  ],
  action: { label: "Set up two-step verification", href: paths.secondFactor() },
});

/**
 * Turns off two-step verification for someone who has lost both phone and codes and has proved their identity, and
 * emails them. The caller records the act. Returns false if it's already off.
 */
export async function dropFactor(tx: Transaction, userId: string): Promise<boolean> {
  if (!(await endFactor(tx, userId))) return false;
  await queueMail(tx, {
    userId,
    ...factorDroppedMail(),
    eventKey: `second-factor-off:${randomUUID()}`,
  });
  return true;
}

export interface RemovedFactors {
  passkeys: string[];
  app: boolean;
}

/**
 * For an account that someone else may have had access to. Removes the passkeys that were added since a given time and,
 * if it was added since then, the authenticator app with its recovery codes. Older ones stay, because their owner was
 * emailed when they were added. Emails a list of what was removed to the account's address. The caller holds a lock on
 * the account's row, and ends its sessions.
 */
export async function dropRecentFactors(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<RemovedFactors> {
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  const recent = { userId, createdAt: { gte: since } };
  const passkeys = await tx.passkey.findMany({
    where: recent,
    orderBy: { createdAt: "asc" },
    select: { name: true },
  });
  await tx.passkey.deleteMany({ where: recent });
  await tx.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } });
  const isAppRecent = await tx.authenticatorApp.count({ where: { userId, confirmedAt: { gte: since } } });
  const app = isAppRecent > 0 && (await endFactor(tx, userId));
  const removed = { passkeys: passkeys.map(({ name }) => name), app };
  if (app || passkeys.length > 0) await mailRemoved(tx, userId, removed);
  return removed;
}

export const factorsRemovedMail = (removed: RemovedFactors): MailWords => ({
  kind: "factors-removed",
  subject: "We removed recently added sign-in methods from your Matchcut account",
  lines: [
    "You undid a change to your email address, so we also removed every sign-in method added since it was requested or in the 72 hours before:",
    ...removed.passkeys.map((name) => `Passkey: ${unlinked(name)}.`),
    ...(removed.app
      ? ["Authenticator app and its recovery codes. You now sign in with just your password."]
      : []),
    "If any of these were yours, add them again once you've chosen a new password.",
  ],
  action: { label: "Review your sign-in methods", href: paths.secondFactor() },
});

async function mailRemoved(tx: Transaction, userId: string, removed: RemovedFactors): Promise<void> {
  await queueMail(tx, {
    userId,
    ...factorsRemovedMail(removed),
    eventKey: `factors-removed:${randomUUID()}`,
  });
}

/**
 * For the command line, which also helps admins who have lost their second factor; no one can remove it for them on
 * the site. Recorded in the audit log. Refused: 'unknown-address'.
 */
export async function dropFactorOf(
  address: string,
): Promise<Outcome<"unknown-address", { changed: boolean }>> {
  const email = canonicalEmail(address);
  const account = email && (await findAccount(email));
  if (!account) return { ok: false, refused: "unknown-address" };
  return transaction(async (tx) => {
    const changed = await dropFactor(tx, account.id);
    if (changed) await recordAdminAction(tx, null, "person.drop-factor", account.id);
    return { ok: true as const, changed };
  });
}

/** `since` is in ISO 8601, or null while it's off. */
export async function getFactor(actor: Actor) {
  const [row] = await readRows<{ since: Date | null; codesLeft: number }>(
    "second-factor-one",
    `SELECT (SELECT confirmed_at FROM authenticator_apps WHERE user_id = $1) AS since,
            (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS "codesLeft"`,
    [actor.userId],
  );
  return { since: row?.since?.toISOString() ?? null, codesLeft: row?.codesLeft ?? 0 };
}

/** Locks the account's row. Returns false if two-step verification is off. */
async function lockFactor(tx: Transaction, userId: string): Promise<boolean> {
  await lockAccount(tx, userId);
  return (await tx.user.count({ where: { id: userId, secondFactor: true } })) === 1;
}

type Refused = Exclude<CodeOutcome, { ok: true }> | { ok: false; refused: "off" };

export const codesMadeMail = (): MailWords => ({
  kind: "recovery-codes-made",
  subject: "Your Matchcut account has new recovery codes",
  lines: ["Your old recovery codes no longer work.", codesWarning],
  action: { label: "Check two-step verification", href: paths.secondFactor() },
});

export type NewCodesOutcome = { ok: true; codes: string[] } | Refused;

/**
 * Creates recovery codes, which replace the earlier ones. Requires a code from the app or a recovery code. Refused:
 * 'off' if two-step verification is off.
 */
export async function makeNewCodes(actor: Actor, typed: string): Promise<NewCodesOutcome> {
  const { userId } = actor;
  if (!actor.hasSecondFactor) return { ok: false, refused: "off" };
  const checked = await takeCode(userId, typed, actor);
  if (!checked.ok) return checked;
  const done = await transactionBy(actor, async (tx) => {
    if (!(await lockFactor(tx, userId))) return { ok: false as const, refused: "off" as const };
    const codes = await replaceCodes(tx, userId);
    await queueMail(tx, {
      userId,
      ...codesMadeMail(),
      eventKey: `recovery-codes-made:${randomUUID()}`,
    });
    return { ok: true as const, codes };
  });
  if (done.ok) logSecurity({ event: "recovery-codes-made", userId }, actor.address);
  return done;
}

export const factorOffMail = (): MailWords => ({
  kind: "second-factor-off",
  subject: "Two-step verification is off for your Matchcut account",
  lines: [
    "From now on, you sign in with just your password.",
    "If this wasn't you, choose a new password now and turn two-step verification back on.",
  ],
  action: { label: "Turn it back on", href: paths.secondFactor() },
});

/** Removes the app and the recovery codes. Requires the password and a code. Refused: 'off' if it's already off. */
export async function turnOff(
  actor: Actor,
  input: { password: string; code: string },
): Promise<Outcome<"wrong-password", { codes?: undefined }> | Refused> {
  const { userId } = actor;
  const known = await checkOwnPassword(actor, input.password);
  if (!known.ok) return known.refused === "wrong" ? { ok: false, refused: "wrong-password" } : known;
  // Checked first, because a form that's sent twice has used up its code, which would be reported as wrong.
  if (!actor.hasSecondFactor) return { ok: false, refused: "off" };
  const checked = await takeCode(userId, input.code, actor);
  if (!checked.ok) return checked;
  const done = await transactionBy(actor, async (tx) => {
    if (!(await endFactor(tx, userId))) return { ok: false as const, refused: "off" as const };
    await queueMail(tx, {
      userId,
      ...factorOffMail(),
      eventKey: `second-factor-off:${randomUUID()}`,
    });
    return { ok: true as const };
  });
  if (done.ok) logSecurity({ event: "second-factor-off", userId }, actor.address);
  return done;
}

/** In ms: how much time people have between the password and the first code. */
const setUpWithin = 900_000;

const openSetup = ({ userId, sessionId }: Actor, now: number) => ({
  userId,
  sessionId,
  confirmedAt: null,
  startedAt: { gt: new Date(now - setUpWithin) },
});

/**
 * Makes concurrent changes to a person's second factor wait for each other. A sign-in locks the row, too, so it comes
 * either before or after.
 */
async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await lockRow(tx, "users", userId, "no-key-update");
}

export type StartOutcome = Outcome<"on" | "address" | "wrong", { codes?: undefined }> | Throttled;

/**
 * Creates a secret, which only this session may see and confirm, for 15 minutes. A second tab or click gets the same
 * one, because an app may have it already; another session's unconfirmed one is replaced. Refused: 'on'; 'address'
 * until the address is confirmed, because a stranger may have signed up with it.
 */
export async function startSetup(actor: Actor, password: string): Promise<StartOutcome> {
  if (!actor.isConfirmed) return { ok: false, refused: "address" };
  const checked = await checkOwnPassword(actor, password);
  if (!checked.ok) return checked;
  const { userId, sessionId } = actor;
  return transactionBy(actor, async (tx) => {
    await lockAccount(tx, userId);
    const authenticator = await tx.authenticatorApp.findUnique({
      where: { userId },
      select: { confirmedAt: true },
    });
    if (authenticator?.confirmedAt) return { ok: false as const, refused: "on" as const };
    if (await readSetup(actor, Date.now(), tx)) return { ok: true as const };
    const fresh = { secret: seal(newSecret(), userId), sessionId, startedAt: new Date() };
    await tx.authenticatorApp.upsert({
      where: { userId },
      create: { userId, ...fresh },
      update: fresh,
      select: { userId: true },
    });
    return { ok: true as const };
  });
}

export interface SetupView {
  /** The secret in groups of four, for typing it by hand. */
  secret: string;
  /** A link that opens an authenticator app on the same device. */
  uri: string;
  qr: { size: number; path: string };
}

/** This session's pending setup; null if there is none. */
export async function findSetup(actor: Actor, now = Date.now()): Promise<SetupView | null> {
  const setup = await readSetup(actor, now);
  if (!setup) return null;
  const { secret } = setup;
  const uri = keyUri(secret, setup.email);
  return { secret: inGroups(secret, " "), uri, qr: qrOf(uri) };
}

async function readSetup(actor: Actor, now: number, tx: Transaction = db) {
  const app = await tx.authenticatorApp.findFirst({
    where: openSetup(actor, now),
    select: { secret: true, user: { select: { email: true } } },
  });
  const secret = app && unseal(app.secret, actor.userId);
  return secret ? { secret, sealed: app.secret, email: app.user.email } : null;
}

export async function cancelSetup(actor: Actor): Promise<void> {
  const where = { userId: actor.userId, confirmedAt: null };
  await transactionBy(actor, (tx) => tx.authenticatorApp.deleteMany({ where }));
}

export const factorOnMail = (): MailWords => ({
  kind: "second-factor-on",
  subject: "Two-step verification is on for your Matchcut account",
  lines: [
    "From now on, signing in takes your password and a code from your authenticator app. Every other device was signed out.",
    "If this wasn't you, choose a new password now, then contact us.",
  ],
  action: { label: "Check two-step verification", href: paths.secondFactor() },
});

export type FinishOutcome =
  /** `codes` are the recovery codes, which can be shown only now. */
  | { ok: true; codes: string[] }
  /** 'over': it was canceled, wasn't started here, or was started too long ago; 'on': another tab finished it. */
  | { ok: false; refused: "wrong" | "over" | "on" }
  | Throttled;

/**
 * Turns two-step verification on with the app's first code: creates recovery codes, ends the actor's other sessions and
 * emails the actor.
 */
export async function finishSetup(actor: Actor, typed: string, now = Date.now()): Promise<FinishOutcome> {
  const { userId, address } = actor;
  const subject = `${userId} set-up`;
  const waitSeconds = await takeFromLimit("second-factor-pair", subject, { userId, address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const setup = await readSetup(actor, now);
  if (!setup) return whyOver(userId);
  const entered = readCode(typed);
  const lastStep = entered?.kind === "app" ? stepOf(setup.secret, entered.code, now) : null;
  if (lastStep === null) return { ok: false, refused: "wrong" };
  const done = await transactionBy(actor, async (tx) => {
    await lockAccount(tx, userId);
    // If two requests run concurrently, only the first finds this secret unconfirmed. If the setup was restarted,
    // neither does.
    const { count } = await tx.authenticatorApp.updateMany({
      where: { ...openSetup(actor, now), secret: setup.sealed },
      data: { confirmedAt: new Date(now), lastStep, sessionId: null },
    });
    if (count !== 1) return whyOver(userId, tx);
    await requireFactor(tx, actor);
    await queueMail(tx, {
      userId,
      to: setup.email,
      ...factorOnMail(),
      eventKey: `second-factor-on:${randomUUID()}`,
    });
    return { ok: true as const, codes: await replaceCodes(tx, userId) };
  });
  if (done.ok) logSecurity({ event: "second-factor-on", userId }, address);
  return done;
}

async function whyOver(
  userId: string,
  tx: Transaction = db,
): Promise<Outcome<"over" | "on", { codes: string[] }>> {
  const isOn = (await tx.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
  return { ok: false, refused: isOn ? "on" : "over" };
}
