import { normalized, withPlainDigits } from "~/lines";

/** Crockford's base 32, where no letter looks like a digit. */
export const recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits, so it can't be brute-forced from a hash. */
export const recoveryLength = 16;
export const recoveryCount = 10;

export type EnteredCode = { kind: "app" | "recovery"; code: string };

/** Phones turn hyphens into dashes, minus signs or, on a Japanese keyboard, long vowel marks, which count as letters. */
const separators = /[^\p{L}\p{N}]|\u30fc/gu;

const plainCode = (typed: string) =>
  withPlainDigits(normalized(typed, "NFKC").replace(separators, "")).toLowerCase();

/** Ignores everything but letters and digits. Null if it can't be either kind of code. */
export function readCode(typed: string): EnteredCode | null {
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const clear = code.replaceAll("o", "0").replace(/[il]/g, "1");
  const isRecovery =
    clear.length === recoveryLength && [...clear].every((letter) => recoveryAlphabet.includes(letter));
  return isRecovery ? { kind: "recovery", code: clear } : null;
}

/** In groups of four characters. */
export function inGroups(text: string, between = "-"): string {
  return text.match(/.{1,4}/g)?.join(between) ?? "";
}

export function leftWords(left: number): string {
  return `You have ${left === 0 ? "none" : left === 1 ? "one" : left} left.`;
}

export const wrongCode =
  "That code is wrong, or it's already been used. If it's from your app, check that your phone's clock is right.";
export const wrongPasskey = "We don't recognize this passkey, or it took too long. Please try again.";
