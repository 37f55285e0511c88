import { markReadAbout } from "~/features/notifications/listing.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { liftingSuspension, suspendedAccount, suspending } from "~/features/visibility/seeing.server";
import { parseId } from "~/ids";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { signed } from "~/platform/tokens.server";
import type { Actor } from "./actor";
import { recordAdminAction } from "./admins.server";
import { deleteSessions } from "./sessions.server";
import {
  paidPlanWords,
  reasonWords,
  type SuspensionNotice,
  type SuspensionReason,
  suspensionWords,
} from "./suspension";
import { knownTimeZone } from "./time-zones.server";

type Admin = Pick<Actor, "userId" | "address">;

/**
 * The task that adjusts a person's renewals, when they're suspended permanently and again when that's lifted.
 * `payments` handles it.
 */
export const followSuspensionTask = "payments:follow-suspension";

export async function findSuspended(suspensionId: string): Promise<string | null> {
  const suspension = await db.suspension.findUnique({
    where: { id: suspensionId },
    select: { userId: true },
  });
  return suspension?.userId ?? null;
}

/** A sign-in locks the same row, so it comes either before or after this. */
async function isSuspendedNow(tx: Transaction, personId: string): Promise<boolean> {
  await lockRow(tx, "users", personId, "no-key-update");
  return (await tx.user.count({ where: { id: personId, ...suspendedAccount() } })) === 1;
}

const endRunning = (tx: Transaction, admin: Admin, personId: string) =>
  tx.suspension.updateMany({
    where: { userId: personId, endedAt: null },
    data: { endedAt: new Date(), endedById: admin.userId },
  });

export const suspendedMail = (notice: SuspensionNotice): MailWords => ({
  kind: "suspended",
  subject: "Your account is suspended",
  lines: [
    ...suspensionWords(notice),
    paidPlanWords(notice),
    "If you think this is a mistake, sign in to appeal.",
  ],
  action: { label: "Sign in to appeal", href: paths.login() },
});

/**
 * Suspends an account until a time (null for permanently), emails the person, and ends their sessions. Replaces a
 * suspension that ends sooner. Refused: 'admin' for anyone with admin rights; 'suspended' if they already are, for at
 * least as long.
 */
export async function suspendPerson(
  tx: Transaction,
  admin: Admin,
  personId: string,
  { reason, words, until }: { reason: SuspensionReason; words: string; until: Date | null },
): Promise<Outcome<"admin" | "suspended", { suspensionId: string }>> {
  const isSuspended = await isSuspendedNow(tx, personId);
  const account = await tx.user.findUniqueOrThrow({
    where: { id: personId },
    select: { isAdmin: true, timeZone: true },
  });
  if (account.isAdmin) return { ok: false, refused: "admin" };
  const before = isSuspended ? await findLatest(tx, personId) : null;
  const lastsLonger = before && (!before.until || (until && before.until >= until));
  if (isSuspended && (!before || lastsLonger)) return { ok: false, refused: "suspended" };
  await endRunning(tx, admin, personId);
  const { id: suspensionId } = await tx.suspension.create({
    data: { userId: personId, reason, words, until, byId: admin.userId, endsRenewals: until === null },
    select: { id: true },
  });
  await tx.user.update({ where: { id: personId }, data: suspending(until), select: { id: true } });
  await markReadAbout(tx, personId, false);
  await deleteSessions(tx, personId);
  if (!until) await addJob(tx, followSuspensionTask, { suspensionId });
  const notice = {
    reason: reasonWords(reason),
    words,
    until: until?.toISOString() ?? null,
    timeZone: knownTimeZone(account.timeZone) ?? "UTC",
  };
  await queueMail(tx, {
    userId: personId,
    ...suspendedMail(notice),
    eventKey: `suspended:${suspensionId}`,
  });
  await recordAdminAction(tx, admin, "person.suspend", personId, {
    reason: [reason, words].filter(Boolean).join(": "),
    before: before ? suspendedUntil(before.until) : {},
    after: suspendedUntil(until),
  });
  return { ok: true, suspensionId };
}

export type LiftOutcome = Outcome<"not-suspended", { wasForGood: boolean }>;

/**
 * Lifts a suspension. What it hid is visible again without further changes, and renewals that it ended stay ended. The
 * caller tells the person. Refused: 'not-suspended'.
 */
export async function liftSuspension(tx: Transaction, admin: Admin, personId: string): Promise<LiftOutcome> {
  if (!(await isSuspendedNow(tx, personId))) return { ok: false, refused: "not-suspended" };
  const before = await findLatest(tx, personId);
  await endRunning(tx, admin, personId);
  // The job that the suspension queued may have failed, for example because the payment provider was unavailable.
  if (before && !before.until) await addJob(tx, followSuspensionTask, { suspensionId: before.id });
  await tx.user.update({ where: { id: personId }, data: liftingSuspension, select: { id: true } });
  await recordAdminAction(tx, admin, "person.lift", personId, {
    before: suspendedUntil(before?.until ?? null),
    after: {},
  });
  return { ok: true, wasForGood: !before?.until };
}

const suspendedUntil = (until: Date | null) => ({
  suspended: until ? `until ${until.toISOString()}` : "for good",
});

function findLatest(tx: Transaction, personId: string) {
  return tx.suspension.findFirst({
    where: { userId: personId, endedAt: null },
    select: { id: true, reason: true, words: true, until: true },
  });
}

/** What a suspended person learns once they've proved who they are. */
export interface Suspension {
  notice: SuspensionNotice;
  /**
   * Lets the person appeal without a session. Null if no row records the suspension, which then can't be appealed.
   */
  appealToken: string | null;
}

/** For someone who has proved the account's password or passkey. Null if the account isn't suspended. */
export async function findSuspension(personId: string): Promise<Suspension | null> {
  const account = await db.user.findUnique({
    where: { id: personId, ...suspendedAccount() },
    select: { timeZone: true },
  });
  if (!account) return null;
  const running = await findLatest(db, personId);
  return {
    notice: {
      reason: reasonWords(running?.reason ?? null),
      words: running?.words ?? "",
      until: running?.until?.toISOString() ?? null,
      timeZone: knownTimeZone(account.timeZone) ?? "UTC",
    },
    appealToken: running && appealTokenFor({ userId: personId, suspensionId: running.id }),
  };
}

/** In ms: long enough to write an appeal. */
const goodFor = 30 * 60_000;

const appeals = signed("appeal");

/** What a suspended person's appeal token says. */
export interface AppealLink {
  userId: string;
  suspensionId: string;
}

/** A token that can appeal this suspension for half an hour. It starts no session. */
export function appealTokenFor({ userId, suspensionId }: AppealLink, now = Date.now()): string {
  return appeals.tokenOf([userId, suspensionId, now + goodFor].join("."));
}

/** Null if we didn't sign the token, or if it has expired. */
export function readAppealToken(token: string, now = Date.now()): AppealLink | null {
  const [user, suspension, until] = appeals.read(token)?.split(".") ?? [];
  const [userId, suspensionId] = [parseId(user), parseId(suspension)];
  return userId && suspensionId && Number(until) > now ? { userId, suspensionId } : null;
}

/**
 * Hides a profile after an admin's decision, and marks other people's notifications about it as read, or makes it
 * visible again. Returns false if nothing changed, or if the account doesn't exist anymore.
 */
export async function setProfileHidden(
  tx: Transaction,
  personId: string,
  isHidden: boolean,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: isHidden ? null : { not: null } },
    data: { profileHiddenAt: isHidden ? new Date() : null },
  });
  if (isHidden && count === 1) await markReadAbout(tx, personId, true);
  return count === 1;
}
