import { randomUUID } from "node:crypto";
import { transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { deleteSessions } from "~/features/accounts/sessions.server";
import { countConfirmation, mailConfirmationAgain } from "~/features/accounts/signing-up.server";
import { suspendPerson } from "~/features/accounts/suspending.server";
import { reasonWords, type SuspensionReason } from "~/features/accounts/suspension";
import { knownTimeZone } from "~/features/accounts/time-zones.server";
import { holdMatchesOf } from "~/features/discovery/ending.server";
import type { SuspensionLength } from "~/features/moderation/report";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { liftAndTell } from "~/features/payments/lifting.server";
import { type UsedCounts, usedCountsOf } from "~/features/plans/listing-subscriptions.server";
import type { PlanName } from "~/features/plans/plan";
import { renamePerson } from "~/features/profiles/saving.server";
import { dropFactor } from "~/features/second-factor/managing.server";
import { isId } from "~/ids";
import { unlinked } from "~/lines";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, Prisma } from "~/platform/db.server";
import { withIsoTimes } from "~/platform/iso-times";
import { lockRow } from "~/platform/locks.server";
import type { VettingStatus } from "./people-filter";

/** What an admin needs to help someone, without anything that the person has written. Times are in ISO 8601. */
export interface PersonFacts {
  id: string;
  name: string;
  email: string;
  type: "creator" | "contributor" | null;
  /** Contributors only. */
  status: VettingStatus | null;
  isAdmin: boolean;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  /** When the account will be deleted; null unless its owner asked for that. */
  leavesAt: string | null;
  timeZone: string | null;
  joinedAt: string;
  suspension: { at: string; until: string | null; reason: string; words: string } | null;
  /** Number of active sessions. */
  sessions: number;
  lastSeenAt: string | null;
  plan: PlanName;
  /** Null on Free, which never ends. */
  periodEnd: string | null;
  used: UsedCounts;
}

type Row = Omit<PersonFacts, "joinedAt" | "leavesAt" | "suspension" | "lastSeenAt" | "periodEnd" | "used"> & {
  joinedAt: Date;
  leavesAt: Date | null;
  lastSeenAt: Date | null;
  periodEnd: Date | null;
  /** Null unless they're suspended now. */
  suspendedSince: Date | null;
  suspendedUntil: Date | null;
  reason: string | null;
  words: string | null;
  used: UsedCounts | null;
};

/** Null if there's no such person. Takes one statement. */
export async function findPerson(personId: string): Promise<PersonFacts | null> {
  if (!isId(personId)) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT p.id, p.full_name AS name, u.email, p.user_type AS type,
           CASE WHEN p.user_type = 'contributor' THEN k.status END AS status, u.is_admin AS "isAdmin",
           u.leaves_at AS "leavesAt",
           u.confirmed_at IS NOT NULL AS "isConfirmed", u.second_factor AS "hasSecondFactor",
           u.time_zone AS "timeZone", u.created_at AS "joinedAt",
           CASE WHEN is_suspended(u) THEN coalesce(b.created_at, u.created_at) END AS "suspendedSince",
           b.until AS "suspendedUntil", b.reason, b.words, e.sessions, e.last_seen_at AS "lastSeenAt", t.name AS plan,
           CASE WHEN t.name <> 'free' THEN t.current_period_end END AS "periodEnd", ${usedCountsOf(Prisma.sql`p.id`)} AS used
      FROM profiles p JOIN users u ON u.id = p.id
      LEFT JOIN contributor_profiles k ON k.id = p.id
      LEFT JOIN suspensions b ON b.user_id = p.id AND b.ended_at IS NULL
      LEFT JOIN plans_in_force t ON t.user_id = p.id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS sessions, max(o.last_seen_at) AS last_seen_at FROM sessions o
        WHERE o.user_id = p.id AND o.expires_at > now() AND o.ends_at > now()) e
     WHERE p.id = ${personId}::uuid AND u.left_at IS NULL`;
  return row ? factsOf(row) : null;
}

function factsOf({ suspendedSince, suspendedUntil, reason, words, used, ...row }: Row): PersonFacts {
  return {
    ...withIsoTimes(row),
    timeZone: knownTimeZone(row.timeZone),
    suspension: suspendedSince && {
      at: suspendedSince.toISOString(),
      until: suspendedUntil?.toISOString() ?? null,
      reason: reasonWords(reason),
      words: words ?? "",
    },
    used: used ?? { posts: 0, messages: 0, swipes: 0, saved: 0 },
  };
}

/**
 * Ends all of a person's sessions. Recorded if there were any. Refused: 'yourself', because admins use their own
 * settings for that.
 * @returns how many sessions ended
 */
export async function signOutPerson(
  admin: Admin,
  personId: string,
): Promise<Outcome<"yourself", { ended: number }>> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  const ended = await transactionByAdmin(admin, async (tx) => {
    const sessions = isId(personId) ? await deleteSessions(tx, personId) : 0;
    if (sessions > 0)
      await recordAdminAction(tx, admin, "person.sign-out", personId, {
        before: { sessions },
        after: { sessions: 0 },
      });
    return sessions;
  });
  return { ok: true, ended };
}

const day = 86_400_000;

/**
 * Whether two suspensions end within a minute of each other. The second form of a double click asks for a slightly
 * later end, and mustn't replace the first suspension.
 */
function endSameTime(one: Date | null, other: Date | null): boolean {
  return one && other ? Math.abs(other.getTime() - one.getTime()) < 60_000 : one === other;
}

/** Suspends someone without a report. Refused: 'yourself', and as in `suspendPerson`. */
export async function suspendByAdmin(
  admin: Admin,
  personId: string,
  form: { reason: SuspensionReason; words: string; length: SuspensionLength },
): Promise<Outcome<"yourself" | "admin" | "suspended">> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  const { reason, words, length } = form;
  const until = length === "forever" ? null : new Date(Date.now() + Number(length) * day);
  return transactionByAdmin(admin, async (tx) => {
    await lockRow(tx, "users", personId, "no-key-update");
    const [running] = await tx.suspension.findMany({
      where: { userId: personId, endedAt: null, byId: admin.userId, reason, words },
      select: { until: true },
    });
    if (running && endSameTime(running.until, until)) return { ok: true };
    const done = await suspendPerson(tx, admin, personId, { reason, words, until });
    if (done.ok && !until) await holdMatchesOf(tx, personId);
    return done.ok ? { ok: true } : done;
  });
}

/** Lifts a suspension and emails the person. Refused: 'not-suspended'. */
export async function liftByAdmin(admin: Admin, personId: string): Promise<Outcome<"not-suspended">> {
  return transactionByAdmin(admin, (tx) => liftAndTell(tx, admin, personId));
}

/**
 * Emails another link that confirms an unconfirmed address. Refused: 'confirmed'; 'too-many' once the person's own
 * limit is used up.
 */
export async function confirmMailByAdmin(
  admin: Admin,
  personId: string,
): Promise<Outcome<"confirmed" | "too-many">> {
  const counted = await countConfirmation(personId, admin);
  if (!counted.ok) return counted;
  return transactionByAdmin(admin, async (tx) => {
    const sent = await mailConfirmationAgain(tx, personId);
    if (!sent) return { ok: false, refused: "confirmed" };
    await recordAdminAction(tx, admin, "person.confirm-mail", personId);
    return { ok: true };
  });
}

/**
 * Removes the second factor of someone who has lost both their phone and their codes. Refused: 'off';
 * 'yourself', because admins use their own settings for that; 'another-admin', because that takes the command
 * line.
 */
export async function dropFactorByAdmin(
  admin: Admin,
  personId: string,
  { why }: { why: string },
): Promise<Outcome<"yourself" | "another-admin" | "off">> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  return transactionByAdmin(admin, async (tx) => {
    const account = await tx.user.findUnique({ where: { id: personId }, select: { isAdmin: true } });
    if (account?.isAdmin) return { ok: false, refused: "another-admin" };
    if (!(await dropFactor(tx, personId))) return { ok: false, refused: "off" };
    await recordAdminAction(tx, admin, "person.drop-factor", personId, {
      reason: why,
      before: { secondFactor: "on" },
      after: { secondFactor: "off" },
    });
    return { ok: true };
  });
}

export const nameChangedMail = (was: string, fullName: string, why: string): MailWords => ({
  kind: "name-changed",
  subject: "We changed the name on your profile",
  lines: [
    `We changed the name on your profile from “${unlinked(was)}” to “${unlinked(fullName)}” for this reason:`,
    why,
    "If you think this is a mistake, contact us.",
  ],
  action: { label: "See your profile", href: paths.ownProfile() },
});

/**
 * Changes a person's name and emails them why. Refused: 'same', and 'changed' if it's no longer the name that the
 * admin saw.
 */
export async function renameByAdmin(
  admin: Admin,
  personId: string,
  { was, fullName, why }: { was: string; fullName: string; why: string },
): Promise<Outcome<"same" | "changed">> {
  if (was === fullName) return { ok: false, refused: "same" };
  return transactionByAdmin(admin, async (tx) => {
    if (!(await renamePerson(tx, personId, { was, fullName }))) return { ok: false, refused: "changed" };
    await recordAdminAction(tx, admin, "person.rename", personId, {
      reason: why,
      names: { before: was, after: fullName },
    });
    await queueMail(tx, {
      userId: personId,
      ...nameChangedMail(was, fullName, why),
      eventKey: `renamed:${randomUUID()}`,
    });
    return { ok: true };
  });
}
