import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import type { Actor } from "~/features/accounts/actor";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { hashOfToken, sealed } from "~/platform/tokens.server";
import { inGroups, leftWords, recoveryAlphabet, recoveryCount, recoveryLength } from "./code";

/** Encrypts the authenticator app's secret for the database, and new recovery codes for a cookie. */
export const { seal, unseal } = sealed("matchcut second factor");

const newCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");

/** Hashed without a key, so that recovery codes, unlike the app's secret, survive a changed SESSION_SECRET. */
const hashOf = (userId: string, code: string) => hashOfToken(`${userId}:${code}`);

/**
 * Creates ten recovery codes, which replace earlier ones, and returns them: the table keeps only hashes. The caller
 * holds a lock on the account's row.
 */
export async function replaceCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })),
  });
  return codes;
}

export function countCodesLeft(userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } });
}

/** For the owner, about codes that someone else may have. */
export const codesWarning = "If this wasn't you, change your password now and get new recovery codes.";

export const recoveryCodeUsedMail = (left: number): MailWords => ({
  kind: "recovery-code-used",
  subject: "A recovery code for your Matchcut account was used",
  lines: [
    `One of your recovery codes was used instead of a code from your authenticator app. ${leftWords(left)}`,
    codesWarning,
  ],
  action: { label: "Check two-step verification", href: paths.secondFactor() },
});

/**
 * Uses up a recovery code, and emails the owner. If two requests use the same code, only the first finds it unused.
 */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  return transaction(async (tx) => {
    const codeHash = hashOf(userId, code);
    const { count } = await tx.recoveryCode.updateMany({
      where: { codeHash, userId, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count !== 1) return false;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
    await queueMail(tx, {
      userId,
      ...recoveryCodeUsedMail(left),
      eventKey: `recovery-code-used:${Buffer.from(codeHash).toString("base64url")}`,
    });
    return true;
  });
}

/** In ms: how long the codes may be shown in the browser that created them. */
const shownFor = 600_000;

const holderOf = (actor: Actor) => `codes:${actor.sessionId}`;

/** Seals the new codes into a cookie, because another page shows them and the server keeps only hashes. */
export function sealCodes(actor: Actor, codes: readonly string[], now = Date.now()): string {
  const text = JSON.stringify({ codes, until: now + shownFor });
  return Buffer.from(seal(text, holderOf(actor))).toString("base64url");
}

/** The codes from `sealCodes`, in groups of four. Null for another session, or once the ten minutes are over. */
export function openCodes(actor: Actor, sealed: unknown, now = Date.now()): string[] | null {
  if (typeof sealed !== "string" || !sealed) return null;
  const text = unseal(Buffer.from(sealed, "base64url"), holderOf(actor));
  const { codes, until } = text ? (JSON.parse(text) as { codes: string[]; until: number }) : {};
  return codes && until && until > now ? codes.map((code) => inGroups(code)) : null;
}

const period = 30;

/** In base 32, the format that authenticator apps read. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: "Matchcut",
    label,
    algorithm: "SHA1",
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  });

/**
 * The TOTP step that the code belongs to, counted in half minutes since 1970: the current, previous or next one. Null
 * if the code matches none of them.
 * @param now in ms since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / period) + delta;
}

/** What apps read from the QR code: `otpauth://totp/…`. */
export function keyUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** A QR code as a single path of horizontal strokes, including its quiet zone. */
export function qrOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}.5h${(end < 0 ? size : end) - x}`;
    }),
  );
  return { size, path: strokes.join("") };
}
