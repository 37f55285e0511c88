import { randomBytes, randomUUID } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isProofRecent } from "~/features/accounts/actor";
import { checkOwnPassword } from "~/features/accounts/password.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { unlinked } from "~/lines";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, isUniqueViolation, jobDb, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { withIsoTimes } from "~/platform/iso-times";
import { lockRow } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";

const { hostname, origin } = new URL(env.APP_URL);

/** The ID has to be the host of the public URL, because browsers check it. */
const relyingParty = { id: hostname, name: "Matchcut", origin };

const text = z.string().max(8_000);

/** The alphabet also keeps out anything that PostgreSQL can't compare, such as NUL, which JSON allows. */
const base64url = text.regex(/^[\w-]+$/);

const credentialSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
  response: z.looseObject({ clientDataJSON: text }),
});

const clientDataSchema = z.object({ challenge: base64url.max(200) });

/**
 * Reads what a browser's script sends, and the challenge that it claims to answer, which isn't verified yet. Null if
 * it's malformed.
 */
function readCredential<Kind extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  sent: string,
): { credential: Kind; challenge: string } | null {
  try {
    const credential = credentialSchema.parse(JSON.parse(sent));
    const clientData = Buffer.from(credential.response.clientDataJSON, "base64url").toString("utf8");
    const { challenge } = clientDataSchema.parse(JSON.parse(clientData));
    // @simplewebauthn/server checks the remaining fields, and throws if one is wrong.
    return { credential: credential as unknown as Kind, challenge };
  } catch {
    return null;
  }
}

type Purpose = "sign-in" | "second-step" | "confirm" | "add";

/** The person whose passkey is requested. At sign-in, that can be anyone's. */
interface Holder {
  userId: string | null;
  /** Set if the person is signed in. */
  sessionId: string | null;
}

const goodFor = 300_000;

/**
 * A challenge in base64url that's valid for five minutes. It replaces the session's earlier challenge for the same
 * purpose.
 */
async function newChallenge(
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

/** Finds the challenge that a session requested to add a passkey, and the passkey's name. Doesn't use up the challenge. */
async function findChallenge({
  userId,
  sessionId,
}: Holder): Promise<{ challenge: string; name: string } | null> {
  const challenge = await db.passkeyChallenge.findFirst({
    where: { purpose: "add", userId, sessionId, expiresAt: { gt: new Date() } },
    select: { challenge: true, name: true },
  });
  return challenge && { challenge: challenge.challenge, name: challenge.name ?? "" };
}

/** Uses up the challenge, so that the second of two responses finds none. */
async function spendChallenge(
  challenge: string,
  purpose: Purpose,
  { userId, sessionId }: Holder,
): Promise<{ name: string } | null> {
  const where = { challenge, purpose, userId, sessionId, expiresAt: { gt: new Date() } };
  const pending = await db.passkeyChallenge.findFirst({ where, select: { name: true } });
  const { count } = await db.passkeyChallenge.deleteMany({ where });
  return pending && count === 1 ? { name: pending.name ?? "" } : null;
}

export async function sweepChallenges(): Promise<void> {
  await jobDb.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}

const most = 10;

export interface PasskeyView {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  lastUsedAt: string | null;
}

/** Oldest first. */
export async function listPasskeys(actor: Actor): Promise<PasskeyView[]> {
  const rows = await db.passkey.findMany({
    where: { userId: actor.userId },
    orderBy: { createdAt: "asc" },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  });
  return rows.map(withIsoTimes);
}

/**
 * Lets this session add one passkey within five minutes. Refused: 'full' if there are ten; 'no-recent-proof' if there's
 * a second factor that wasn't proved in the last ten minutes, because the passkey could replace it; 'address' until the
 * address is confirmed.
 */
export async function startPasskey(
  actor: Actor,
  input: { name: string; password: string },
): Promise<Outcome<"full" | "no-recent-proof" | "address" | "wrong"> | Throttled> {
  if (!actor.isConfirmed) return { ok: false, refused: "address" };
  if (actor.hasSecondFactor && !isProofRecent(actor)) return { ok: false, refused: "no-recent-proof" };
  const checked = await checkOwnPassword(actor, input.password);
  if (!checked.ok) return checked;
  if ((await db.passkey.count({ where: { userId: actor.userId } })) >= most)
    return { ok: false, refused: "full" };
  await newChallenge("add", actor, input.name);
  return { ok: true };
}

/**
 * The options for `navigator.credentials.create` in this session's browser. Null if `startPasskey` wasn't called in the
 * last five minutes.
 */
export async function findPasskeyToAdd(actor: Actor) {
  const started = await findChallenge(actor);
  if (!started) return null;
  const { email, passkeys } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true, passkeys: { select: { credentialId: true } } },
  });
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: new TextEncoder().encode(actor.userId),
    userName: email,
    userDisplayName: actor.name,
    challenge: new Uint8Array(Buffer.from(started.challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    // Required, because each passkey can replace both the password and the second factor.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { name: started.name, options };
}

type AddPasskeyOutcome =
  | { ok: true }
  /**
   * 'over': it wasn't started here, or was started too long ago. 'failed': the response isn't what was requested.
   * 'full': there are already ten.
   */
  | { ok: false; refused: "over" | "failed" | "known" | "full" };

/** Stores the passkey that the browser created. Emails the owner. */
export async function addPasskey(actor: Actor, sent: string): Promise<AddPasskeyOutcome> {
  const { userId } = actor;
  const read = readCredential<RegistrationResponseJSON>(sent);
  if (!read) return { ok: false, refused: "failed" };
  const started = await spendChallenge(read.challenge, "add", actor);
  if (!started) return { ok: false, refused: "over" };
  const made = await verifyRegistrationResponse({
    response: read.credential,
    expectedChallenge: read.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.warn({ err: error }, "couldn't verify a new passkey");
    return null;
  });
  if (!made?.verified) return { ok: false, refused: "failed" };
  const { credential } = made.registrationInfo;
  try {
    const done = await transactionBy(actor, async (tx) => {
      await lockRow(tx, "users", userId, "no-key-update");
      // If the session was signed out since, or ended because the owner took the account back, it must not add a
      // passkey anymore.
      const session = await tx.session.findFirst({
        where: { id: actor.sessionId, userId },
        select: { id: true },
      });
      if (!session) return { ok: false as const, refused: "over" as const };
      // Other sessions may have added passkeys since this one started.
      if ((await tx.passkey.count({ where: { userId } })) >= most)
        return { ok: false as const, refused: "full" as const };
      await tx.passkey.create({
        data: {
          userId,
          credentialId: credential.id,
          publicKey: new Uint8Array(credential.publicKey),
          counter: BigInt(credential.counter),
          transports: credential.transports ?? [],
          name: started.name,
        },
        select: { id: true },
      });
      await mailChange(tx, actor, passkeyAddedMail(started.name));
      return { ok: true as const };
    });
    if (done.ok) logSecurity({ event: "passkey-added", userId }, actor.address);
    return done;
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "known" };
    throw error;
  }
}

/** Does nothing if the passkey doesn't exist or is someone else's. Emails the owner. */
export async function removePasskey(actor: Actor, passkeyId: string): Promise<void> {
  const { userId } = actor;
  const isRemoved = await transactionBy(actor, async (tx) => {
    const where = { id: passkeyId, userId };
    const passkey = await tx.passkey.findFirst({ where, select: { name: true } });
    const { count } = await tx.passkey.deleteMany({ where });
    if (!passkey || count !== 1) return false;
    await mailChange(tx, actor, passkeyRemovedMail(passkey.name));
    return true;
  });
  if (isRemoved) logSecurity({ event: "passkey-removed", userId }, actor.address);
}

export const passkeyAddedMail = (name: string) =>
  passkeysMail(`A passkey was added to your Matchcut account: ${unlinked(name)}.`);
export const passkeyRemovedMail = (name: string) =>
  passkeysMail(`A passkey was removed from your Matchcut account: ${unlinked(name)}.`);

const passkeysMail = (what: string): MailWords => ({
  kind: "passkeys-changed",
  subject: "Your Matchcut passkeys changed",
  lines: [what, "If this wasn't you, choose a new password now and remove any passkeys you don't recognize."],
  action: { label: "Review your passkeys", href: paths.secondFactor() },
});

async function mailChange(tx: Transaction, { userId }: Actor, words: MailWords): Promise<void> {
  await queueMail(tx, {
    userId,
    ...words,
    eventKey: `passkeys-changed:${randomUUID()}`,
  });
}

type AskingPurpose = Exclude<Purpose, "add">;

/**
 * The options for `navigator.credentials.get`. Their challenge can be answered once, within five minutes. Refused:
 * 'none' if the holder has no passkeys; 'too-many' from one network.
 */
export async function askForPasskey(
  purpose: AskingPurpose,
  holder: Holder,
  client: { address: string },
): Promise<Outcome<"none", { options: PublicKeyCredentialRequestOptionsJSON }> | Throttled> {
  const waitSeconds = await takeFromLimit("passkey-challenge", networkOf(client.address), {
    address: client.address,
  });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const passkeys = holder.userId
    ? await db.passkey.findMany({
        where: { userId: holder.userId },
        select: { credentialId: true, transports: true },
      })
    : [];
  if (holder.userId && passkeys.length === 0) return { ok: false, refused: "none" };
  const challenge = await newChallenge(purpose, holder);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: verificationFor(purpose),
    // Empty at sign-in, so that the browser offers every passkey that it has for this site.
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  return { ok: true, options };
}

export async function hasPasskeys(userId: string): Promise<boolean> {
  return (await db.passkey.count({ where: { userId }, take: 1 })) > 0;
}

/** The owner of the passkey that a response names. The response isn't verified yet. Null for an unknown passkey. */
export async function findPasskeyOwner(sent: string): Promise<string | null> {
  const read = readCredential<AuthenticationResponseJSON>(sent);
  const passkey =
    read &&
    (await db.passkey.findUnique({ where: { credentialId: read.credential.id }, select: { userId: true } }));
  return passkey?.userId ?? null;
}

/** A passkey replaces the password at sign-in, so it must also check a fingerprint, a face or a PIN. */
const verificationFor = (purpose: AskingPurpose) => (purpose === "sign-in" ? "required" : "preferred");

/**
 * The owner of the passkey that answered a challenge for this purpose and holder. Null if it's invalid. Works once,
 * even concurrently.
 */
export async function takePasskey(
  sent: string,
  purpose: AskingPurpose,
  holder: Holder,
): Promise<string | null> {
  const read = readCredential<AuthenticationResponseJSON>(sent);
  if (!read || !(await spendChallenge(read.challenge, purpose, holder))) return null;
  const passkey = await db.passkey.findFirst({
    where: { credentialId: read.credential.id, ...(holder.userId && { userId: holder.userId }) },
    select: { id: true, userId: true, publicKey: true, counter: true },
  });
  if (!passkey) return null;
  const answered = await verifyAuthenticationResponse({
    response: read.credential,
    expectedChallenge: read.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: verificationFor(purpose) === "required",
    credential: {
      id: read.credential.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch((error: unknown) => {
    log.warn({ err: error }, "couldn't verify a passkey's response");
    return null;
  });
  if (!answered?.verified) return null;
  const counter = BigInt(answered.authenticationInfo.newCounter);
  // A concurrent response may have raised the counter since it was read.
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: counter === 0n ? 0n : { lt: counter } },
    data: { counter, lastUsedAt: new Date() },
  });
  return count === 1 ? passkey.userId : null;
}
