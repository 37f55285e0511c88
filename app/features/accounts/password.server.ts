import { hash, verify } from "@node-rs/argon2";
import { commonPasswords } from "./common-passwords";

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash holds a libuv thread and 19 MiB: more at once would only starve file and DNS work. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let dummy: Promise<string> | undefined;

/** Compares in about the same time whether or not there is an account, so that timing tells nothing. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword("there is no such account");
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => verify(against, password));
  return fits && stored !== null;
}

/** Why a password is too easy to guess, or null. Lengths are checked by the form. */
export function weaknessOf(password: string, email: string): string | null {
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain))
    return "This password is one of the most common ones. Please choose another.";
  if (new Set(plain).size < 3) return "This password repeats the same characters. Please choose another.";
  const [name = ""] = email.toLowerCase().split("@");
  if (plain === email.toLowerCase() || (name.length >= 6 && plain === name)) {
    return "This password is your email address. Please choose another.";
  }
  return null;
}
