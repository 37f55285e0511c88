import { randomBytes } from "node:crypto";
import { storeHint } from "~/features/live/hints.server";
import type { Outcome } from "~/outcome";
import { db, jobDb, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { hasRelay } from "~/platform/realtime/realtime.server";
import { hashOfToken, newToken, signed } from "~/platform/tokens.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { unsentBefore } from "./unsent-forms.server";

const day = 86_400_000;
/** OWASP ASVS 7.3 asks for a limit on idle time and one on total time. The durations are ours. */
export const idleLimit = 14 * day;
export const absoluteLimit = 90 * day;
/** In ms: `last_seen_at` is written at most this often. */
const touchAfter = 3_600_000;

/** An account whose password or passkey was just checked, as it was then. */
export interface CheckedAccount {
  userId: string;
  passwordHash: string;
  /** When the second factor was proved; null without one. */
  confirmedAt: Date | null;
}

/**
 * Starts a session. Returns null if the account is closed, if its password has changed since it was checked, or if it
 * has a second factor that wasn't proved. `token` is stored only in the cookie. The lock on the row makes this come
 * before or after a password change, a suspension or a new second factor, which all end sessions.
 */
export async function startSession(
  tx: Transaction,
  { userId, passwordHash, confirmedAt }: CheckedAccount,
  userAgent: string,
): Promise<{ token: string; endsAt: Date } | null> {
  const token = newToken();
  const now = Date.now();
  const endsAt = new Date(now + absoluteLimit);
  const started = await tx.$executeRaw`
    INSERT INTO sessions (user_id, token_hash, user_agent, expires_at, ends_at, confirmed_at)
    SELECT id, ${hashOfToken(token)}, ${userAgent.slice(0, 200)}, ${new Date(now + idleLimit)}, ${endsAt},
           coalesce(${confirmedAt}::timestamptz, now()) FROM users u
     WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} AND is_open(u)
       AND (NOT u.second_factor OR ${confirmedAt !== null}) FOR SHARE`;
  return started === 1 ? { token, endsAt } : null;
}

const nothingCounted = {
  unread: 0,
  unreadNotifications: 0,
  hasUnreadHere: false,
  likesWaiting: 0,
  newMatches: 0,
};
type PageCounts = Pick<Actor, keyof typeof nothingCounted>;

type ActorRow = Omit<
  Actor,
  "isAdmin" | "needsSecondFactor" | "timeZone" | "hasTimeZone" | "address" | keyof PageCounts
> & {
  counts: PageCounts | null;
  lastSeenAt: Date;
  /** True even while these admin rights are suspended for lack of a second factor. */
  isNamedAdmin: boolean;
  zone: string | null;
};

/**
 * The member of a session. Null if the token is unknown, expired or revoked, or if the account isn't open.
 * @param address the path and query of the requested page, for the counts in its navigation; null if no page is shown,
 * and then nothing is counted
 */
export async function findActor(token: string, address: string | null = null): Promise<Actor | null> {
  const [row] = await readRows<ActorRow>(
    "accounts-find-actor",
    `SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.confirmed_at AS "confirmedAt", u.id AS "userId",
            u.is_admin AS "isNamedAdmin", u.second_factor AS "hasSecondFactor", u.confirmed_at IS NOT NULL AS "isConfirmed",
            u.time_zone AS zone, u.appearance, u.saves_data AS "savesData", NOT shows_profile(u) AS "isProfileHidden",
            (SELECT true FROM warnings w WHERE w.user_id = u.id AND w.read_at IS NULL AND w.taken_back_at IS NULL LIMIT 1) IS TRUE AS "isWarned",
            p.full_name AS name, p.avatar_url AS "avatarUrl", p.user_type AS "userType", c.status AS "contributorStatus",
            CASE WHEN $2::text IS NOT NULL THEN page_counts(u.id, $2) END AS counts
       FROM sessions s
       JOIN users u ON u.id = s.user_id
       JOIN profiles p ON p.id = u.id
       LEFT JOIN contributor_profiles c ON c.id = u.id AND p.user_type = 'contributor'
      WHERE s.token_hash = $1 AND s.expires_at > now() AND s.ends_at > now() AND is_open(u)`,
    [Buffer.from(hashOfToken(token)), address],
  );
  if (!row) return null;
  const { lastSeenAt, isNamedAdmin, zone, counts, ...actor } = row;
  if (Date.now() - lastSeenAt.getTime() > touchAfter) await touch(actor.sessionId);
  // Where admins are required to have a second factor, one without it has no admin rights.
  const needsSecondFactor = isNamedAdmin && !actor.hasSecondFactor && env.ADMIN_SECOND_FACTOR === "required";
  return {
    ...actor,
    ...(counts ?? nothingCounted),
    isAdmin: isNamedAdmin && !needsSecondFactor,
    needsSecondFactor,
    timeZone: zone ?? "UTC",
    hasTimeZone: zone !== null,
  };
}

/** Whether an unexpired session belongs to an account that's closed or has no profile. */
export async function isAccountGone(token: string): Promise<boolean> {
  const rows = await readRows(
    "accounts-gone",
    `SELECT FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN profiles p ON p.id = u.id
      WHERE s.token_hash = $1 AND s.expires_at > now() AND s.ends_at > now()
        AND (p.id IS NULL OR NOT (is_open(u)))`,
    [Buffer.from(hashOfToken(token))],
  );
  return rows.length > 0;
}

/** The IDs of those sessions that are still valid and belong to open accounts. */
export async function findLivingSessions(sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await readRows<{ id: string }>(
    "accounts-living-sessions",
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = ANY($1::uuid[]) AND s.expires_at > now() AND s.ends_at > now() AND is_open(u)`,
    [sessionIds],
  );
  return new Set(rows.map((row) => row.id));
}

async function touch(sessionId: string): Promise<void> {
  await db.session.updateMany({
    where: { id: sessionId },
    data: { lastSeenAt: new Date(), expiresAt: new Date(Date.now() + idleLimit) },
  });
}

/** The actor's sessions, most recently used first, at most 50. */
export async function listSessions(actor: Actor) {
  const rows = await db.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date() }, endsAt: { gt: new Date() } },
    orderBy: { lastSeenAt: "desc" },
    take: 50,
    select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true },
  });
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** Call this when the person has just proved their identity in this session. */
export async function confirmSession(tx: Transaction, sessionId: string): Promise<void> {
  await tx.session.updateMany({ where: { id: sessionId }, data: { confirmedAt: new Date() } });
}

/** 'failed' if the session couldn't be deleted and is still valid. */
export async function signOut(actor: Actor): Promise<Outcome<"failed">> {
  try {
    await revokeSession(actor, actor.sessionId);
    return { ok: true };
  } catch (error) {
    log.error({ err: error }, "couldn't end a session");
    return { ok: false, refused: "failed" };
  }
}

/** Ends one of the actor's sessions. Does nothing if it's someone else's or doesn't exist anymore. */
export async function revokeSession(actor: Actor, sessionId: string): Promise<void> {
  const by = sessionId === actor.sessionId ? null : actor;
  await transactionBy(by, (tx) => deleteSessions(tx, actor.userId, Prisma.sql`id = ${sessionId}::uuid`));
}

/** @returns how many sessions ended */
export async function revokeOtherSessions(actor: Actor): Promise<number> {
  return transactionBy(actor, (tx) => deleteSessions(tx, actor.userId, allBut(actor.sessionId)));
}

export const allBut = (sessionId: string) => Prisma.sql`id <> ${sessionId}::uuid`;

export const revokeTokensTask = "accounts:revoke-relay-tokens";

/**
 * Ends a person's sessions: all of them, or those that match `which`. When the transaction commits, open streams check
 * their sessions again, and a job revokes the relay's tokens.
 * @returns how many ended
 */
export async function deleteSessions(
  tx: Transaction,
  userId: string,
  which = Prisma.sql`true`,
): Promise<number> {
  const ended = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM sessions WHERE user_id = ${userId}::uuid AND ${which} RETURNING id`;
  if (ended.length === 0) return 0;
  await storeHint(tx, [userId], { kind: "sessions" });
  if (hasRelay()) await addJob(tx, revokeTokensTask, { sessionIds: ended.map(({ id }) => id) });
  return ended.length;
}

/** The job that deletes expired sessions and stored forms, and links that expired more than a week ago. */
export async function sweepSessions(): Promise<void> {
  const now = new Date();
  await jobDb.session.deleteMany({ where: { OR: [{ expiresAt: { lt: now } }, { endsAt: { lt: now } }] } });
  const weekAgo = new Date(now.getTime() - 7 * day);
  await jobDb.recoveryLink.deleteMany({ where: { expiresAt: { lt: weekAgo } } });
  await jobDb.confirmationLink.deleteMany({ where: { expiresAt: { lt: weekAgo } } });
  await jobDb.addressChange.deleteMany({ where: { undoUntil: { lt: weekAgo } } });
  await jobDb.keptForm.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - touchAfter) } } });
  await jobDb.unsentForm.deleteMany({ where: { createdAt: { lt: unsentBefore(now) } } });
}

export function deviceOf(userAgent: string): string {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari", "Lynx", "w3m"].find((name) =>
    userAgent.includes(name),
  );
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) =>
    userAgent.includes(name),
  );
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };
  if (!browser && !system) return "Unknown browser";
  return [browser ? (names[browser] ?? browser) : "A browser", system ? `on ${names[system] ?? system}` : ""]
    .join(" ")
    .trim();
}

export interface Client {
  address: string;
  userAgent: string;
  /** A signed entry for each account that has signed in with this browser; see `newDevice`. */
  devices: readonly string[];
}

/** A random ID for this browser, signed for one account. It grants no access. */
export function newDevice(userId: string): string {
  return signed(`device:${userId}`).tokenOf(randomBytes(12).toString("base64url"));
}

/** The entry that proves that this browser has signed in to the account, and the ID in it. */
export function findDevice(
  devices: readonly string[],
  userId: string,
): { id: string; entry: string } | undefined {
  const ofAccount = signed(`device:${userId}`);
  for (const entry of devices) {
    const id = ofAccount.read(entry);
    if (id) return { id, entry };
  }
  return undefined;
}

export interface ClientSession {
  userId: string;
  session: { token: string; endsAt: Date };
  device: string;
}

/**
 * Starts a session for a client that has proved that it owns the account. Returns null in the same cases as
 * `startSession`.
 */
export async function openClientSession(
  tx: Transaction,
  account: CheckedAccount,
  client: Client,
): Promise<ClientSession | null> {
  const session = await startSession(tx, account, client.userAgent);
  if (!session) return null;
  const known = findDevice(client.devices, account.userId);
  return { userId: account.userId, session, device: known?.entry ?? newDevice(account.userId) };
}

/**
 * Makes sign-ins require the second factor. Ends the actor's other sessions, which began without it, and confirms this
 * one. The caller holds a lock on the account's row.
 */
export async function requireFactor(tx: Transaction, actor: Actor): Promise<void> {
  const { userId, sessionId } = actor;
  await tx.user.update({ where: { id: userId }, data: { secondFactor: true }, select: { id: true } });
  await confirmSession(tx, sessionId);
  await deleteSessions(tx, userId, allBut(sessionId));
}

export async function stopRequiringFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { secondFactor: false }, select: { id: true } });
}
