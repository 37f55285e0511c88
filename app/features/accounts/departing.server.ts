import { randomUUID } from "node:crypto";
import { markReadAbout } from "~/features/notifications/listing.server";
import { unreachableAddress } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { logSecurity } from "~/platform/security-log.server";
import { signed } from "~/platform/tokens.server";
import { type Client, type ClientSession, openClientSession } from "./sessions.server";

export const daysToReturn = 14;

/** In ms. For this long after the right password, the page that keeps the account can also sign the person in. */
const signInFor = 15 * 60_000;

/**
 * Queued when someone keeps their account. `discovery` then makes the matches that were held while they were leaving.
 */
export const cameBackTask = "discovery:came-back";

const returns = signed("come-back");

/**
 * Closes an account. Returns null if it's already leaving, or if the password has changed since it was checked.
 * The lock on the row makes a concurrent sign-in come before or after. The caller ends the sessions.
 * @returns when the account will be deleted
 */
export async function startLeaving(
  tx: Transaction,
  account: { userId: string; passwordHash: string },
): Promise<Date | null> {
  const leavesAt = new Date(Date.now() + daysToReturn * 86_400_000);
  const { count } = await tx.user.updateMany({
    where: { id: account.userId, passwordHash: account.passwordHash, leavesAt: null },
    data: { leavesAt },
  });
  if (count === 0) return null;
  await markReadAbout(tx, account.userId, false);
  return leavesAt;
}

/** Cancels the deletion of an account. Does nothing once the removal has begun. */
export async function stayAgain(tx: Transaction, userId: string): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, leavesAt: { not: null }, removalBegunAt: null },
    data: { leavesAt: null },
  });
  if (count > 0) await addJob(tx, cameBackTask, { userId });
}

/** The token for an email. It can keep the account, but can't sign in. */
export const mailedReturn = (userId: string, leavesAt: Date) => tokenOf(userId, leavesAt, 0);

/**
 * The token for someone who has just entered the account's password or used its passkey. It keeps the account and signs
 * in. Null if the account isn't leaving or can't be kept anymore.
 * @param provedAt when they proved the second factor; an account that has one requires this
 */
export async function findReturn(userId: string, provedAt: Date | null = null): Promise<string | null> {
  const account = await db.user.findFirst({
    where: { id: userId, leavesAt: { gt: new Date() }, removalBegunAt: null },
    select: { leavesAt: true },
  });
  return account?.leavesAt ? tokenOf(userId, account.leavesAt, Date.now() + signInFor, provedAt) : null;
}

function tokenOf(userId: string, leavesAt: Date, signsInUntil: number, provedAt: Date | null = null): string {
  return returns.tokenOf([userId, leavesAt.getTime(), signsInUntil, provedAt?.getTime() ?? 0].join("."));
}

/**
 * What a token says, which is valid only for the departure with the same date. `provedAt` is when the second factor was
 * proved. Null if we didn't sign the token, or if it signs in and its 15 minutes are over.
 */
function readToken(token: string) {
  const [userId = "", leavesAt = "", until = "", proved = "0"] = returns.read(token)?.split(".") ?? [];
  if (!isId(userId)) return null;
  const signsIn = until !== "0";
  if (signsIn && Number(until) < Date.now()) return null;
  const provedAt = proved === "0" ? null : new Date(Number(proved));
  return { userId, leavesAt: new Date(Number(leavesAt)), signsIn, provedAt };
}

/**
 * What the page that keeps an account shows. Null if the token is invalid or has expired.
 * @returns `needsFactor` if the account has a second factor that this token doesn't prove
 */
export async function findDeparture(token: string) {
  const known = readToken(token);
  if (!known) return null;
  const { userId, leavesAt, signsIn, provedAt } = known;
  const account = await db.user.findFirst({
    where: { id: userId, leavesAt: { equals: leavesAt, gt: new Date() }, removalBegunAt: null },
    select: { email: true, secondFactor: true },
  });
  return (
    account && { email: account.email, leavesAt, signsIn, needsFactor: account.secondFactor && !provedAt }
  );
}

export type ComeBackOutcome =
  /**
   * Null if the token came by email, or if the account was suspended in the meantime. The person then has to sign in.
   */
  | { ok: true; clientSession: ClientSession | null }
  /** 'second-factor': the person has to sign in first, with the account's second factor. */
  | { ok: false; refused: "link-over" | "second-factor" };

/**
 * Keeps an account that's leaving. If it has a second factor, an emailed link alone isn't enough. A single conditional
 * statement decides whether this or a concurrent removal comes first.
 */
export async function comeBack(token: string, client: Client): Promise<ComeBackOutcome> {
  const known = readToken(token);
  if (!known) return { ok: false, refused: "link-over" };
  const { userId, leavesAt, signsIn, provedAt } = known;
  const done = await transaction<ComeBackOutcome>(async (tx) => {
    const [account] = await tx.user.updateManyAndReturn({
      where: {
        id: userId,
        leavesAt: { equals: leavesAt, gt: new Date() },
        removalBegunAt: null,
        ...(provedAt ? {} : { secondFactor: false }),
      },
      data: { leavesAt: null },
      select: { passwordHash: true },
    });
    if (!account) return { ok: false, refused: "link-over" };
    await addJob(tx, cameBackTask, { userId });
    const clientSession = signsIn
      ? await openClientSession(tx, { userId, ...account, confirmedAt: provedAt }, client)
      : null;
    return { ok: true, clientSession };
  });
  if (done.ok) logSecurity({ event: "came-back", userId }, client.address);
  else if ((await findDeparture(token))?.needsFactor) return { ok: false, refused: "second-factor" };
  return done;
}

export interface Leaver {
  userId: string;
  email: string;
  isConfirmed: boolean;
  leavesAt: Date;
}

/**
 * People whose accounts are due for deletion by the given time, in order of their IDs.
 * @param after the ID that the list continues after
 */
export async function listLeavers(until: Date, after: string, limit: number): Promise<Leaver[]> {
  const leavers = await jobDb.user.findMany({
    where: { leavesAt: { lte: until }, leftAt: null, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, email: true, confirmedAt: true, leavesAt: true },
  });
  return leavers.flatMap(({ id, email, confirmedAt, leavesAt }) =>
    leavesAt ? [{ userId: id, email, isConfirmed: confirmedAt !== null, leavesAt }] : [],
  );
}

/**
 * Marks the point after which the account can't be kept anymore. Returns false if the person has kept it or it isn't
 * due. Idempotent, so a job that crashed can run again.
 */
export async function beginRemoval(userId: string, now: Date): Promise<boolean> {
  const begun = await jobDb.$executeRaw`
    UPDATE users SET removal_begun_at = coalesce(removal_begun_at, ${now})
     WHERE id = ${userId}::uuid AND leaves_at <= ${now} AND left_at IS NULL`;
  return begun === 1;
}

/**
 * Adds an account that stands in for a deleted one. No one can sign in to it, find it or write to it, and statistics
 * don't count it.
 */
export async function makeDeletedUser(tx: Transaction, passwordHash: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const email = unreachableAddress(id);
  await tx.user.create({
    data: { id, email, passwordHash, leavesAt: now, leftAt: now, createdAt: new Date(0) },
    select: { id: true },
  });
  return id;
}

/**
 * Deletes an account with everything that cascades from it, and the rate-limit counters with its ID or address in their
 * key.
 */
export async function deleteAccount(tx: Transaction, userId: string): Promise<void> {
  // This throws unless the removal has begun.
  const { email } = await tx.user.delete({
    where: { id: userId, removalBegunAt: { not: null } },
    select: { email: true },
  });
  await tx.$executeRaw`
    DELETE FROM rate_limits WHERE strpos(key, ${userId}) > 0 OR strpos(key, ${email}) > 0`;
}
