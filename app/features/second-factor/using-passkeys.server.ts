import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { db } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { readCredential, relyingParty } from "./credential.server";
import { type Holder, newChallenge, type Purpose, spendChallenge } from "./passkey-challenges.server";

export type PasskeyQuestion =
  | { ok: true; options: PublicKeyCredentialRequestOptionsJSON }
  /** The person has no passkey. */
  | { ok: false; refused: "none" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

type AskingPurpose = Exclude<Purpose, "add">;

/** What a browser is asked to prove, for one answer within five minutes. */
export async function askForPasskey(
  purpose: AskingPurpose,
  holder: Holder,
  client: { address: string },
): Promise<PasskeyQuestion> {
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
    // At sign-in the browser offers those it has.
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  return { ok: true, options };
}

export async function hasPasskeys(userId: string): Promise<boolean> {
  return (await db.passkey.count({ where: { userId }, take: 1 })) > 0;
}

/** Whose passkey someone says to have, unproved; null for an unknown one. */
export async function findPasskeyOwner(sent: string): Promise<string | null> {
  const read = readCredential<AuthenticationResponseJSON>(sent);
  const passkey =
    read &&
    (await db.passkey.findUnique({ where: { credentialId: read.credential.id }, select: { userId: true } }));
  return passkey?.userId ?? null;
}

/** A way in has to be two factors in one: the device, and a finger, a face or a PIN. */
const verificationFor = (purpose: AskingPurpose) => (purpose === "sign-in" ? "required" : "preferred");

/**
 * Whose passkey has answered a question of this purpose and holder; null if none has. Works once, also of many at once.
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
    log.warn({ err: error }, "a passkey's answer could not be verified");
    return null;
  });
  if (!answered?.verified) return null;
  const counter = BigInt(answered.authenticationInfo.newCounter);
  // Another answer may have raised the counter since it was read.
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: counter === 0n ? 0n : { lt: counter } },
    data: { counter, lastUsedAt: new Date() },
  });
  return count === 1 ? passkey.userId : null;
}
