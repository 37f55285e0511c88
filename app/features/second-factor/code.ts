/** Crockford's base 32: no letter looks like a digit. */
export const recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits, so it can't be brute-forced from a hash. */
export const recoveryLength = 16;
export const recoveryCount = 10;

export type EnteredCode = { kind: "app" | "recovery"; code: string };

/** Separators of groups. Phones turn hyphens into dashes, minus signs or, on a Japanese keyboard, long vowel marks. */
const separators = /[\s\p{Pd}\p{Cf}\u2212\u30fc\u2022\u00b7_.]/gu;

/** Accepts any keyboard's digits, including full-width, Arabic and Persian ones. */
const plainCode = (typed: string) =>
  typed
    .normalize("NFKC")
    .replace(separators, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase();

/** Ignores separators of groups. Null if it can't be either kind. */
export function readCode(typed: string): EnteredCode | null {
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const clear = code.replaceAll("o", "0").replace(/[il]/g, "1");
  const isRecovery =
    clear.length === recoveryLength && [...clear].every((letter) => recoveryAlphabet.includes(letter));
  return isRecovery ? { kind: "recovery", code: clear } : null;
}

/** In groups of four. */
export function inGroups(text: string, between = "-"): string {
  return text.match(/.{1,4}/g)?.join(between) ?? "";
}

export function leftWords(left: number): string {
  return `You have ${left === 0 ? "none" : left === 1 ? "one" : left} left.`;
}
