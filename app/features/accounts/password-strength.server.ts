import type { Match } from "@zxcvbn-ts/core";

const commonCount = 10_000;
/** Six characters without a pattern take a million. */
const fewestGuesses = 100_000;
/** zxcvbn's work grows with the square of the length; these limits keep it under 10 ms. */
const judgedLength = 32;
const judgedSubstitutions = 10;

const shortestNamePart = 3;
const shortestAddressPart = 4;
/** Shorter parts occur inside too many words by chance, so they count only as whole words. */
const shortestInsideWord = 4;

/** Loaded on first use: 50,000 entries, a quarter of a second, 30 MB. */
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

/** Why a password is too easy to guess, in words; null if it is not. The form checks lengths. */
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
  // Finds parts that are spelled with digits and signs.
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
  common: `This password is one of the most common ones. ${again}`,
  own: `This password contains your name or your email address. ${again}`,
  repeat: `This password repeats the same characters. ${again}`,
  sequence: `This password is a sequence, such as abc, 123 or keys side by side. ${again}`,
  date: `This password is little more than a date. ${again}`,
  dictionary: `This password is little more than a common word or password. ${again}`,
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

/** 'José' is in 'jose-1990'. */
function plainLetters(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function wordOf(match: Match): string {
  return "matchedWord" in match ? String(match.matchedWord) : match.token;
}

const patterns = new Set(["repeat", "sequence", "spatial"]);

/** Only sequences and repeats; single characters between them do not count. */
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
