import { markReadAbout } from "~/features/notifications/listing.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { liftingSuspension, suspendedAccount, suspending } from "~/features/visibility/seeing.server";
import { parseId } from "~/ids";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { signed } from "~/platform/tokens.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { recordAdminAction } from "./admins.server";
import { daysToReturn } from "./departing.server";
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

export type SuspendOutcome = Outcome<
  "not-found" | "yourself" | "admin" | "suspended",
  { suspensionId: string }
>;

/** Queued when someone is suspended permanently, and again when that's lifted; handled by `payments`. */
export const followSuspensionTask = "payments:follow-suspension";

export async function findSuspended(suspensionId: string): Promise<string | null> {
  const found = await db.suspension.findUnique({ where: { id: suspensionId }, select: { userId: true } });
  return found?.userId ?? null;
}

/** Whether and why a person can't use what they pay for anymore. */
export interface Closing {
  /** When they were suspended permanently, or asked to leave; null for an open account. */
  closedAt: Date | null;
  /** Permanent suspensions that have yet to end renewals, even if they've been lifted by now. */
  unfollowed: string[];
  /** Renewals of anything bought before this time still have to be ended; null without such a suspension. */
  endsWhatBeganBefore: Date | null;
  /** Deleted right away, so that the owner of its address could start over. */
  isVacated: boolean;
  /** Contributors can't buy anything, so none of their checkouts may stay open. */
  isContributor: boolean;
  /** They were a creator whose plan had ended, so anything in force now was being paid for as they switched. */
  hasSwitched: boolean;
}

export async function findClosing(userId: string): Promise<Closing> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      leavesAt: true,
      removalBegunAt: true,
      profile: { select: { userType: true, typeSwitchedAt: true } },
      suspensions: {
        where: { until: null, OR: [{ endedAt: null }, { endsRenewals: true }] },
        select: { id: true, createdAt: true, endedAt: true, endsRenewals: true },
      },
    },
  });
  const running = user.suspensions.find(({ endedAt }) => endedAt === null);
  const { leavesAt, removalBegunAt } = user;
  // `vacateAddress` sets both to the same moment.
  const isVacated = leavesAt !== null && removalBegunAt !== null && removalBegunAt <= leavesAt;
  const leftAt = isVacated ? leavesAt : leavesAt && new Date(leavesAt.getTime() - daysToReturn * 86_400_000);
  const isContributor = user.profile?.userType === "contributor";
  const unfollowed = user.suspensions.filter(({ endsRenewals }) => endsRenewals);
  const [closedAt = null] = inOrder([running?.createdAt, leftAt]);
  return {
    closedAt,
    unfollowed: unfollowed.map(({ id }) => id),
    endsWhatBeganBefore: inOrder(unfollowed.map(({ endedAt }) => endedAt)).at(-1) ?? null,
    isVacated,
    isContributor,
    hasSwitched: isContributor && user.profile?.typeSwitchedAt instanceof Date,
  };
}

const inOrder = (times: readonly (Date | null | undefined)[]): Date[] =>
  times.flatMap((at) => at ?? []).sort((a, b) => a.getTime() - b.getTime());

/** Notes that the renewals of these suspensions have ended. */
export async function noteEndedRenewals(suspensionIds: string[]): Promise<void> {
  await db.suspension.updateMany({ where: { id: { in: suspensionIds } }, data: { endsRenewals: false } });
}

/**
 * Notes that the person has since made their own decision about renewing, so a lifted suspension doesn't end the
 * renewal anymore.
 */
export async function noteOwnRenewal(userId: string): Promise<void> {
  await db.suspension.updateMany({
    where: { userId, endsRenewals: true, endedAt: { not: null } },
    data: { endsRenewals: false },
  });
}

/** The lock also orders this before or after a sign-in, which locks the same row. */
async function isSuspendedNow(tx: Transaction, personId: string): Promise<boolean> {
  await lockRow(tx, "users", personId, "no-key-update");
  return (await tx.user.count({ where: { id: personId, ...suspendedAccount() } })) === 1;
}

const endRunning = (tx: Transaction, admin: Admin, personId: string) =>
  tx.suspension.updateMany({
    where: { userId: personId, endedAt: null },
    data: { endedAt: new Date(), endedById: admin.userId },
  });

/**
 * Suspends an account until a time (null for permanently), mails its person, and ends their sessions. Replaces a
 * suspension that ends sooner. Refused: 'not-found', 'yourself', 'admin' for anyone with admin rights, 'suspended' if
 * they already are for at least as long.
 */
export async function suspendPerson(
  tx: Transaction,
  admin: Admin,
  personId: string,
  { reason, words, until }: { reason: SuspensionReason; words: string; until: Date | null },
): Promise<SuspendOutcome> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  const isSuspended = await isSuspendedNow(tx, personId);
  const account = await tx.user.findUnique({
    where: { id: personId },
    select: { isAdmin: true, timeZone: true },
  });
  if (!account) return { ok: false, refused: "not-found" };
  if (account.isAdmin) return { ok: false, refused: "admin" };
  const before = isSuspended ? await findLatest(tx, personId) : null;
  const lastsLonger = before && (!before.until || (until && before.until >= until));
  if (isSuspended && (!before || lastsLonger)) return { ok: false, refused: "suspended" };
  await endRunning(tx, admin, personId);
  const { id: suspensionId } = await tx.suspension.create({
    data: { userId: personId, reason, words, until, byId: admin.userId, endsRenewals: until === null },
    select: { id: true },
  });
  await tx.user.update({
    where: { id: personId },
    data: suspending(until),
    select: { id: true },
  });
  await markReadAbout(tx, personId, false);
  await deleteSessions(tx, personId);
  if (!until) await addJob(tx, followSuspensionTask, { suspensionId });
  const notice = {
    suspensionId,
    reason: reasonWords(reason),
    words,
    until: until?.toISOString() ?? null,
    timeZone: knownTimeZone(account.timeZone) ?? "UTC",
  };
  await queueMail(tx, {
    userId: personId,
    kind: "suspended",
    subject: "Your account is suspended",
    lines: [
      ...suspensionWords(notice),
      paidPlanWords(notice),
      "If you think this is a mistake, sign in to appeal.",
    ],
    action: { label: "Sign in to appeal", href: paths.login() },
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
 * Lifts a suspension. It only hid things, so nothing is restored, and renewals that it ended stay ended. The caller
 * tells the person. Refused: 'not-suspended'.
 */
export async function liftSuspension(tx: Transaction, admin: Admin, personId: string): Promise<LiftOutcome> {
  if (!(await isSuspendedNow(tx, personId))) return { ok: false, refused: "not-suspended" };
  const before = await findLatest(tx, personId);
  await endRunning(tx, admin, personId);
  // The first job may have failed, for example because the provider was unavailable.
  if (before && !before.until) await addJob(tx, followSuspensionTask, { suspensionId: before.id });
  await tx.user.update({
    where: { id: personId },
    data: liftingSuspension,
    select: { id: true },
  });
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

/** For a person who knows the account's password. Null if it isn't suspended. */
export async function findSuspension(personId: string): Promise<SuspensionNotice | null> {
  const account = await db.user.findUnique({
    where: { id: personId, ...suspendedAccount() },
    select: { timeZone: true },
  });
  if (!account) return null;
  const running = await findLatest(db, personId);
  return {
    suspensionId: running?.id ?? null,
    reason: reasonWords(running?.reason ?? null),
    words: running?.words ?? "",
    until: running?.until?.toISOString() ?? null,
    timeZone: knownTimeZone(account.timeZone) ?? "UTC",
  };
}

export type WarnOutcome = Outcome<"not-found" | "yourself" | "admin", { warningId: string }>;

/**
 * Warns someone, who must acknowledge the warning before they continue. The caller records the act. Refused:
 * 'not-found', 'yourself', 'admin' for anyone with admin rights.
 */
export async function warnPerson(
  tx: Transaction,
  admin: Pick<Actor, "userId">,
  personId: string,
  { reason, words }: { reason: SuspensionReason; words: string },
): Promise<WarnOutcome> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  const person = await tx.user.findUnique({ where: { id: personId }, select: { isAdmin: true } });
  if (!person) return { ok: false, refused: "not-found" };
  if (person.isAdmin) return { ok: false, refused: "admin" };
  const { id } = await tx.warning.create({
    data: { userId: personId, reason, words, byId: admin.userId },
    select: { id: true },
  });
  return { ok: true, warningId: id };
}

/**
 * False if the warning was already retracted or, unless `evenRead`, acknowledged. One conditional statement decides a
 * race between the two.
 */
export async function takeWarningBack(
  tx: Transaction,
  warningId: string,
  { evenRead = false } = {},
): Promise<boolean> {
  const { count } = await tx.warning.updateMany({
    where: { id: warningId, takenBackAt: null, ...(evenRead ? {} : { readAt: null }) },
    data: { takenBackAt: new Date() },
  });
  return count === 1;
}

export interface WarningView {
  id: string;
  reason: string;
  /** The admin's own words; may be empty. */
  words: string;
  /** ISO 8601. */
  at: string;
}

/** The oldest unread warning. */
export async function findUnreadWarning(actor: Pick<Actor, "userId">): Promise<WarningView | null> {
  const row = await db.warning.findFirst({
    where: { userId: actor.userId, readAt: null, takenBackAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true, reason: true, words: true, createdAt: true },
  });
  return (
    row && { id: row.id, reason: reasonWords(row.reason), words: row.words, at: row.createdAt.toISOString() }
  );
}

/** Does nothing if the warning is someone else's, acknowledged or retracted. */
export async function markWarningRead(
  actor: Pick<Actor, "userId" | "sessionId">,
  warningId: string,
): Promise<void> {
  const where = { id: warningId, userId: actor.userId, readAt: null, takenBackAt: null };
  await transactionBy(actor, (tx) => tx.warning.updateMany({ where, data: { readAt: new Date() } }));
}

/** In ms: long enough to write an appeal. */
const goodFor = 30 * 60_000;

const appeals = signed("appeal");

/** The payload of a suspended person's appeal token. */
export interface AppealLink {
  userId: string;
  suspensionId: string;
}

/** For someone who has just proved the password of a suspended account. Opens no session. */
export function appealTokenFor({ userId, suspensionId }: AppealLink, now = Date.now()): string {
  return appeals.tokenOf([userId, suspensionId, now + goodFor].join("."));
}

/** Null if we didn't sign it, or it has expired. */
export function readAppealToken(token: string, now = Date.now()): AppealLink | null {
  const [user, suspension, until] = appeals.read(token)?.split(".") ?? [];
  const [userId, suspensionId] = [parseId(user), parseId(suspension)];
  return userId && suspensionId && Number(until) > now ? { userId, suspensionId } : null;
}

/**
 * Hides a profile by an admin's decision, and marks others' notifications about them as read. False if it's already
 * hidden, or the account doesn't exist anymore.
 */
export async function hideProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: null },
    data: { profileHiddenAt: new Date() },
  });
  if (count === 1) await markReadAbout(tx, personId, true);
  return count === 1;
}

/** False if it isn't hidden. */
export async function showProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: { not: null } },
    data: { profileHiddenAt: null },
  });
  return count === 1;
}
