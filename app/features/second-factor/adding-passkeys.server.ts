import { randomUUID } from "node:crypto";
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type Actor, isProofRecent } from "~/features/accounts/actor";
import { checkOwnPassword, type PasswordCheck } from "~/features/accounts/asking-password.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, isUniqueViolation, type Transaction, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { logSecurity } from "~/platform/security-log.server";
import { readCredential, relyingParty } from "./credential.server";
import { findChallenge, newChallenge, spendChallenge } from "./passkey-challenges.server";

type Owner = Pick<Actor, "userId" | "sessionId" | "name" | "address">;

const most = 10;

export interface PasskeyView {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  lastUsedAt: string | null;
}

/** Oldest first. */
export async function listPasskeys(actor: Pick<Actor, "userId">): Promise<PasskeyView[]> {
  const rows = await db.passkey.findMany({
    where: { userId: actor.userId },
    orderBy: { createdAt: "asc" },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export type StartPasskeyOutcome =
  | { ok: true }
  | Exclude<PasswordCheck, { ok: true }>
  | { ok: false; refused: "full" | "unconfirmed" | "address" };

/**
 * Lets this session add one passkey within five minutes. Refused: 'full' beyond ten; 'unconfirmed' if there is a second
 * factor that was not proved within ten minutes: the passkey takes its place; 'address' until the address is confirmed.
 */
export async function startPasskey(
  actor: Owner & Pick<Actor, "hasSecondFactor" | "confirmedAt" | "isConfirmed">,
  input: { name: string; password: string },
): Promise<StartPasskeyOutcome> {
  if (!actor.isConfirmed) return { ok: false, refused: "address" };
  if (actor.hasSecondFactor && !isProofRecent(actor)) return { ok: false, refused: "unconfirmed" };
  const checked = await checkOwnPassword(actor, input.password);
  if (!checked.ok) return checked;
  if ((await db.passkey.count({ where: { userId: actor.userId } })) >= most)
    return { ok: false, refused: "full" };
  await newChallenge("add", actor, input.name);
  return { ok: true };
}

export interface PasskeyToAdd {
  name: string;
  options: PublicKeyCredentialCreationOptionsJSON;
}

/** What this session's browser is asked to make; null if nothing was started. */
export async function findPasskeyToAdd(actor: Owner): Promise<PasskeyToAdd | null> {
  const started = await findChallenge("add", actor);
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
    // Each can be a way in by itself.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { name: started.name, options };
}

export type AddPasskeyOutcome =
  | { ok: true }
  /** 'over': nothing was started here, or too long ago; 'failed': not what was asked for; 'full' beyond ten. */
  | { ok: false; refused: "over" | "failed" | "known" | "full" };

/** Stores what the browser has made. Mails the owner. */
export async function addPasskey(actor: Owner, sent: string): Promise<AddPasskeyOutcome> {
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
    log.warn({ err: error }, "a passkey could not be verified");
    return null;
  });
  if (!made?.verified) return { ok: false, refused: "failed" };
  const { credential } = made.registrationInfo;
  try {
    const done = await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
      // Someone who signs this session out, or takes the account back, also stops what it has begun.
      const session = await tx.session.findFirst({
        where: { id: actor.sessionId, userId },
        select: { id: true },
      });
      if (!session) return { ok: false as const, refused: "over" as const };
      // Other sessions may have added theirs since this one began.
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
      await mailChange(tx, actor, `A passkey was added to your Matchcut account: ${started.name}.`);
      return { ok: true as const };
    });
    if (done.ok) logSecurity({ event: "passkey-added", userId }, actor.address);
    return done;
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "known" };
    throw error;
  }
}

/** Does nothing if it is gone or someone else's. Mails the owner. */
export async function removePasskey(actor: Owner, passkeyId: string): Promise<void> {
  const { userId } = actor;
  const isRemoved = await transaction(async (tx) => {
    const where = { id: passkeyId, userId };
    const found = await tx.passkey.findFirst({ where, select: { name: true } });
    const { count } = await tx.passkey.deleteMany({ where });
    if (!found || count !== 1) return false;
    await mailChange(tx, actor, `A passkey was removed from your Matchcut account: ${found.name}.`);
    return true;
  });
  if (isRemoved) logSecurity({ event: "passkey-removed", userId }, actor.address);
}

async function mailChange(tx: Transaction, { userId }: Owner, what: string): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await queueMail(tx, {
    userId,
    to: email,
    kind: "passkeys-changed",
    subject: "The passkeys of your Matchcut account have changed",
    lines: [what, "If this was not you, choose a new password now, and remove what you do not know."],
    action: { label: "Second factor and passkeys", href: paths.secondFactor() },
    eventKey: `passkeys-changed:${randomUUID()}`,
  });
}
