import { randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { Match } from "@zxcvbn-ts/core";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { unlinked } from "~/lines";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { takingTurns } from "~/platform/taking-turns";
import { requireSession } from "./acting.server";
import type { Actor } from "./actor";
import { type Client, type ClientSession, deleteSessions, openClientSession } from "./sessions.server";

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash takes 19 MiB and one of libuv's threads, so more than two at a time would leave too few threads for files
 * and DNS.
 */
const inTurn = takingTurns(2);

/** Some keyboards type é as one character and some as two, so a password is normalized before it's hashed. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFC"), cost));
}

let dummy: Promise<string> | undefined;

/**
 * Tries the password in NFC, and also exactly as typed, which matches older hashes. If there's no account, it compares
 * with a dummy hash, so that the time it takes doesn't reveal whether there is one.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword("there is no such account");
  const against = stored ?? (await dummy);
  let fits = false;
  for (const spelled of new Set([password, password.normalize("NFC")]))
    fits ||= await inTurn(() => verify(against, spelled));
  return fits && stored !== null;
}

/** Checks the actor's current password. Each check counts toward the session's limit for changing the password. */
export async function checkOwnPassword(
  actor: Actor,
  password: string,
): Promise<Outcome<"wrong", { email: string; passwordHash: string }> | Throttled> {
  const { userId, sessionId, address } = actor;
  const waitSeconds = await takeFromLimit("change-password", sessionId, { userId, address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { email, passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  if (!(await verifyPassword(password, passwordHash))) return { ok: false, refused: "wrong" };
  return { ok: true, email, passwordHash };
}

const commonCount = 10_000;
/** By zxcvbn's estimate, six characters without a pattern take a million guesses. */
const fewestGuesses = 100_000;
/** zxcvbn's work grows with the square of the length. These limits keep it under 10 ms. */
const judgedLength = 32;
const judgedSubstitutions = 10;

const shortestNamePart = 3;
const shortestAddressPart = 4;
/** Shorter parts occur inside too many words by chance, so they count only as whole words. */
const shortestInsideWord = 4;

/** Loaded on first use, because it takes 250 ms and 30 MB for its 50,000 entries. */
async function loadJudge() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const common = dictionary["passwords-common"] as string[];
  return {
    common: new Set(common.slice(0, commonCount)),
    zxcvbn: new ZxcvbnFactory({
      dictionary,
      graphs: adjacencyGraphs,
      maxLength: judgedLength,
      l33tMaxSubstitutions: judgedSubstitutions,
    }),
  };
}

let judge: ReturnType<typeof loadJudge> | undefined;

/**
 * Why a password is too easy to guess, in words for its owner; null if it isn't. The form has already checked its
 * length.
 */
export async function findWeakness(
  password: string,
  owner: { name: string; email: string },
): Promise<string | null> {
  judge ??= loadJudge();
  const { common, zxcvbn } = await judge;
  if (common.has(password.toLowerCase())) return words.common;
  const own = partsOf(owner);
  const plain = plainLetters(password);
  const inPassword = new Set(plain.split(/[^\p{L}]+/u));
  const isLong = (part: string) => [...part].length >= shortestInsideWord;
  if (own.some((part) => inPassword.has(part) || (isLong(part) && plain.includes(part)))) return words.own;
  // zxcvbn also finds parts of the name or address that are spelled with digits and symbols.
  const long = own.filter(isLong);
  const { guesses, sequence } = zxcvbn.check(password, ["matchcut", ...long]);
  if (
    sequence.some(
      (match) => match.dictionaryName === "userInputs" && long.includes(plainLetters(wordOf(match))),
    )
  )
    return words.own;
  if (guesses >= fewestGuesses && !isAllPattern(sequence)) return null;
  return wordsFor(sequence);
}

const again = "Please choose another.";
const words = {
  common: `This is one of the most common passwords. ${again}`,
  own: `This password contains your name or email address. ${again}`,
  repeat: `This password repeats the same characters. ${again}`,
  sequence: `This password is a sequence, like abc, 123 or keys in a row. ${again}`,
  date: `This password is mostly a date. ${again}`,
  dictionary: `This password is mostly a common word or password. ${again}`,
  short: `This password is too easy to guess. ${again}`,
};

function partsOf({ name, email }: { name: string; email: string }): string[] {
  const [localPart = "", domain = ""] = plainLetters(email).split("@");
  const address = [localPart, ...`${localPart} ${domain.replace(/\.[^.]*$/, "")}`.split(/[^\p{L}\p{N}]+/u)];
  return [
    ...plainLetters(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => [...part].length >= shortestNamePart),
    ...address.filter((part) => part.length >= shortestAddressPart),
  ];
}

/** Removes accents and case, so that 'José' is found in 'jose-1990'. */
function plainLetters(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function wordOf(match: Match): string {
  return "matchedWord" in match ? String(match.matchedWord) : match.token;
}

const patterns = new Set(["repeat", "sequence", "spatial"]);

/** Whether a password consists only of sequences and repetitions, apart from single characters between them. */
function isAllPattern(sequence: readonly Match[]): boolean {
  return (
    sequence.some(({ pattern }) => patterns.has(pattern)) &&
    sequence.every(({ pattern, token }) => patterns.has(pattern) || token.length === 1)
  );
}

function wordsFor(sequence: readonly Match[]): string {
  const [main] = [...sequence]
    .filter(({ pattern }) => pattern !== "bruteforce")
    .sort((one, other) => other.token.length - one.token.length);
  switch (main?.pattern) {
    case "repeat":
      return words.repeat;
    case "sequence":
    case "spatial":
      return words.sequence;
    case "date":
    case "regex":
      return words.date;
    case "dictionary":
      return words.dictionary;
    default:
      return words.short;
  }
}

/** `reason` is what `findWeakness` says. */
export type WeakPassword = { ok: false; refused: "weak-password"; reason: string };

/**
 * Sets a new password, ends all the actor's sessions, and starts a new one for this browser. Refused: 'wrong' if the
 * old password doesn't match or has changed in the meantime; 'same'; 'weak-password'; 'too-many'. Guesses are limited
 * per session, so that a stolen session can't lock out the owner.
 */
export async function changePassword(
  actor: Actor,
  input: { oldPassword: string; password: string },
  client: Client,
): Promise<Outcome<"wrong" | "same", ClientSession> | WeakPassword | Throttled> {
  const { userId } = actor;
  const checked = await checkOwnPassword({ ...actor, address: client.address }, input.oldPassword);
  if (!checked.ok) return checked;
  const { email, passwordHash: old } = checked;
  if (input.password.normalize("NFC") === input.oldPassword.normalize("NFC"))
    return { ok: false, refused: "same" };
  const reason = await findWeakness(input.password, { name: actor.name, email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    // If two changes run concurrently, the second one doesn't find the old password anymore.
    await lockRow(tx, "users", userId);
    if ((await tx.user.count({ where: { id: userId, passwordHash: old } })) === 0) return null;
    await requireSession(tx, actor);
    await setPassword(tx, { userId, email, passwordHash });
    const clientSession = await openClientSession(
      tx,
      // If there's a second factor, the session keeps the time when it was proved. Otherwise, the password that was
      // just entered counts as the proof.
      { userId, passwordHash, confirmedAt: actor.hasSecondFactor ? actor.confirmedAt : null },
      client,
    );
    if (!clientSession) throw new Error("couldn't start a session after setting a password");
    return clientSession;
  });
  if (!done) return { ok: false, refused: "wrong" };
  logSecurity({ event: "password-changed", userId }, client.address);
  return { ok: true, ...done };
}

export const passwordChangedMail = (passkeys: readonly { name: string }[]): MailWords => ({
  kind: "password-changed",
  subject: "Your Matchcut password was changed",
  lines: [
    "Your password was changed, and every other device was signed out.",
    "If this wasn't you, choose a new password now. That signs everyone else out.",
    ...(passkeys.length > 0
      ? [
          `These passkeys still sign you in without a password: ${passkeys.map(({ name }) => unlinked(name)).join(", ")}. In your settings, under Two-step verification, remove any you don't recognize.`,
        ]
      : []),
  ],
  action: { label: "Choose a new password", href: paths.recover() },
});

/**
 * Stores a new password and ends every session and recovery link. Emails the owner, and names the passkeys that still
 * work. The caller's transaction holds a lock on the account's row.
 */
export async function setPassword(
  tx: Transaction,
  account: { userId: string; email: string; passwordHash: string },
): Promise<void> {
  const { userId, email, passwordHash } = account;
  await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
  await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
  await deleteSessions(tx, userId);
  const passkeys = await tx.passkey.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { name: true },
  });
  const eventKey = `password-changed:${randomUUID()}`;
  await queueMail(tx, { userId, to: email, ...passwordChangedMail(passkeys), eventKey });
}
