import { markReadAbout } from "~/features/notifications/listing.server";
import { isId } from "~/ids";
import { db, jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { isSigned, sign } from "~/platform/secrets.server";
import { logSecurity } from "~/platform/security-log.server";
import { type Client, type ClientSession, openClientSession } from "./sessions.server";

/** To come back. */
export const daysToReturn = 14;

/** After the right password, the page that keeps the account also signs in. */
const signInFor = 15 * 60_000;

/** What a token says; it works for one departure. */
interface Return {
  userId: string;
  leavesAt: Date;
  /** Else it was mailed, and only keeps the account. */
  signsIn: boolean;
}

/**
 * Closes an account if it still has the password that was checked, and is open. Null if not. The row lock orders this
 * before or after a sign-in; the caller ends the sessions.
 */
export async function startLeaving(
  tx: Transaction,
  account: { userId: string; passwordHash: string },
): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`
    UPDATE users SET leaves_at = now() + make_interval(days => ${daysToReturn}::int), updated_at = now()
     WHERE id = ${account.userId}::uuid AND password_hash = ${account.passwordHash} AND leaves_at IS NULL
    RETURNING leaves_at AS at`;
  if (row) await markReadAbout(tx, account.userId, false);
  return row?.at ?? null;
}

/** Does nothing if the removal has begun. */
export async function stayAgain(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET leaves_at = NULL, updated_at = now()
     WHERE id = ${userId}::uuid AND leaves_at IS NOT NULL AND removal_begun_at IS NULL`;
}

/** For a mail: keeps the account, and signs no one in. */
export const mailedReturn = (userId: string, leavesAt: Date) => tokenOf(userId, leavesAt, 0);

/** For a person who knows the account's password: keeps it and signs in. Null if it does not leave, or cannot be kept. */
export async function findReturn(userId: string): Promise<string | null> {
  const account = await db.user.findFirst({
    where: { id: userId, leavesAt: { gt: new Date() }, removalBegunAt: null },
    select: { leavesAt: true },
  });
  return account?.leavesAt ? tokenOf(userId, account.leavesAt, Date.now() + signInFor) : null;
}

function tokenOf(userId: string, leavesAt: Date, signsInUntil: number): string {
  const subject = `${userId}.${leavesAt.getTime()}.${signsInUntil}`;
  return `${subject}.${sign(`come-back:${subject}`)}`;
}

/** Null if we did not sign it, or its time to sign in is over. */
function readToken(token: string): Return | null {
  const [userId = "", leavesAt = "", until = "", signature = ""] = token.split(".");
  if (!isSigned(`come-back:${userId}.${leavesAt}.${until}`, signature) || !isId(userId)) return null;
  const signsIn = until !== "0";
  if (signsIn && Number(until) < Date.now()) return null;
  return { userId, leavesAt: new Date(Number(leavesAt)), signsIn };
}

/** When the account of a token is removed; null if the token does not work, or no longer. */
export async function findDeparture(token: string): Promise<{ leavesAt: Date; signsIn: boolean } | null> {
  const known = readToken(token);
  if (!known) return null;
  const { userId, leavesAt, signsIn } = known;
  const account = await db.user.findFirst({
    where: { id: userId, leavesAt: { equals: leavesAt, gt: new Date() }, removalBegunAt: null },
    select: { id: true },
  });
  return account && { leavesAt, signsIn };
}

export type ComeBackOutcome =
  /** Null: mailed, suspended meanwhile, or with a second factor; they sign in themselves. */
  { ok: true; clientSession: ClientSession | null } | { ok: false; refused: "link-over" };

/** Keeps the account. One conditional statement decides against a removal that begins at the same moment. */
export async function comeBack(token: string, client: Client): Promise<ComeBackOutcome> {
  const known = readToken(token);
  if (!known) return { ok: false, refused: "link-over" };
  const { userId, leavesAt, signsIn } = known;
  const done = await transaction<ComeBackOutcome>(async (tx) => {
    const [account] = await tx.$queryRaw<{ passwordHash: string }[]>`
      UPDATE users SET leaves_at = NULL, updated_at = now()
       WHERE id = ${userId}::uuid AND leaves_at = ${leavesAt} AND leaves_at > now() AND removal_begun_at IS NULL
      RETURNING password_hash AS "passwordHash"`;
    if (!account) return { ok: false, refused: "link-over" };
    const clientSession = signsIn
      ? await openClientSession(tx, { userId, ...account, confirmedAt: null }, client)
      : null;
    return { ok: true, clientSession };
  });
  if (done.ok) logSecurity({ event: "came-back", userId }, client.address);
  return done;
}

export interface Leaver {
  userId: string;
  email: string;
  leavesAt: Date;
}

/** In the order of their ids: those who leave until a time. */
export function listLeavers(until: Date, after: string, limit: number): Promise<Leaver[]> {
  return jobDb.$queryRaw<Leaver[]>`
    SELECT id AS "userId", email, leaves_at AS "leavesAt" FROM users
     WHERE leaves_at IS NOT NULL AND leaves_at <= ${until} AND left_at IS NULL AND id > ${after}::uuid
     ORDER BY id LIMIT ${limit}`;
}

/** From now on no one comes back. False if they did, or are not due; again is fine, as after a crash. */
export async function beginRemoval(userId: string, now: Date): Promise<boolean> {
  const begun = await jobDb.$executeRaw`
    UPDATE users SET removal_begun_at = coalesce(removal_begun_at, ${now})
     WHERE id = ${userId}::uuid AND leaves_at <= ${now} AND left_at IS NULL`;
  return begun === 1;
}

/** Adds an account that stands for someone who has left: no one can sign in to it, find it or write to it, and no week counts it. */
export async function makeNameless(tx: Transaction, passwordHash: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, password_hash, leaves_at, left_at, created_at)
    SELECT id, 'deleted-' || id || '@deleted.invalid', ${passwordHash}, now(), now(), to_timestamp(0)
      FROM (SELECT gen_random_uuid() AS id) made
    RETURNING id`;
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}

/** With everything that hangs on it, and what was counted by their id or address. */
export async function deleteAccount(tx: Transaction, userId: string): Promise<void> {
  const [gone] = await tx.$queryRaw<{ email: string }[]>`
    DELETE FROM users WHERE id = ${userId}::uuid AND removal_begun_at IS NOT NULL RETURNING email`;
  if (!gone) throw new Error("only an account whose removal has begun is deleted");
  const mentions = Prisma.sql`strpos(key, ${userId}) > 0 OR strpos(key, ${gone.email}) > 0`;
  await tx.$executeRaw`DELETE FROM rate_limits WHERE ${mentions}`;
}
