import { randomBytes } from "node:crypto";
import { db, jobDb } from "~/platform/db.server";

export type Purpose = "sign-in" | "second-step" | "confirm" | "add";

/** Whose passkey is asked; no one's in particular at sign-in. */
export interface Holder {
  userId: string | null;
  /** Of someone who is signed in. */
  sessionId: string | null;
}

const goodFor = 300_000;

/** A challenge in base64url, for five minutes; a session has one of each purpose. */
export async function newChallenge(
  purpose: Purpose,
  { userId, sessionId }: Holder,
  name: string | null = null,
): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + goodFor);
  await db.$executeRaw`
    INSERT INTO passkey_challenges (challenge, purpose, user_id, session_id, name, expires_at)
    VALUES (${challenge}, ${purpose}, ${userId}::uuid, ${sessionId}::uuid, ${name}, ${expiresAt})
    ON CONFLICT (session_id, purpose) DO UPDATE
      SET challenge = EXCLUDED.challenge, name = EXCLUDED.name, expires_at = EXCLUDED.expires_at`;
  return challenge;
}

/** The one that a session has asked for to add a passkey, without using it up. */
export async function findChallenge(
  purpose: Purpose,
  { userId, sessionId }: Holder,
): Promise<{ challenge: string; name: string } | null> {
  const found = await db.passkeyChallenge.findFirst({
    where: { purpose, userId, sessionId, expiresAt: { gt: new Date() } },
    select: { challenge: true, name: true },
  });
  return found && { challenge: found.challenge, name: found.name ?? "" };
}

/** Uses it up: of two answers to one challenge, the second finds none. */
export async function spendChallenge(
  challenge: string,
  purpose: Purpose,
  { userId, sessionId }: Holder,
): Promise<{ name: string } | null> {
  const [spent] = await db.$queryRaw<{ name: string | null }[]>`
    DELETE FROM passkey_challenges
     WHERE challenge = ${challenge} AND purpose = ${purpose} AND expires_at > now()
       AND user_id IS NOT DISTINCT FROM ${userId}::uuid AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid
    RETURNING name`;
  return spent ? { name: spent.name ?? "" } : null;
}

export async function sweepChallenges(): Promise<void> {
  await jobDb.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}
