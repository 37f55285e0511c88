/** Forbidden anywhere in a name, as a word or inside one. */
const product = "matchcut";

/** Forbidden alone and in combination with each other. 'Leslie Staff' is a name. */
const offices = [
  "admin",
  "admins",
  "administrator",
  "administrators",
  "administration",
  "help",
  "helpdesk",
  "mod",
  "mods",
  "moderation",
  "moderator",
  "moderators",
  "official",
  "operator",
  "root",
  "security",
  "staff",
  "support",
  "sysadmin",
  "system",
  "webmaster",
];

/** Ignored next to one of the titles above: "The Admin" isn't a personal name. */
const besideOffices = [
  ..."the our your and of from for team desk center centre service services customer account accounts".split(
    " ",
  ),
  ..."user users member members site trust safety department super head chief community contact".split(" "),
];

/** What pages show in place of a missing name. */
const placeholders = ["unknown user", "deleted user", "unknown creator", "unknown contributor"];

/** Letters that look like others once accents are removed. L is also read as I. */
const lookalikes: Readonly<Record<string, string>> = {
  ...pairs("0o 1i li |i !i 3e 4a @a 5s $s 7t 8b"),
  ...pairs("аa вb еe іi јj кk мm нh оo рp сc ѕs тt уy хx ԁd αa βb εe ιi κk μm νv οo ρp τt υu χx"),
};

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(" ").map((pair) => [...pair]));
}

/** Words without accents, look-alikes, case and punctuation. */
function foldedWords(name: string): string[] {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "");
  const letters = [...plain].map((letter) => lookalikes[letter] ?? letter).join("");
  return letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

const foldedSet = (words: readonly string[]) => new Set(words.map((word) => foldedWords(word).join("")));
const officeNames = foldedSet(offices);
const besideOfficeNames = foldedSet(besideOffices);
const wholeNames = foldedSet([...offices, ...placeholders]);

/**
 * Whether a name could pass for Matchcut's staff, no matter how it's spelled. Call it wherever a name is set;
 * existing names stay.
 */
export function isForbiddenName(name: string): boolean {
  // Catches '4dmin' as well as 'Admin 4'.
  return [name, name.replace(/\d+(?=\s|$)/g, " ")].some((spelling) => isForbidden(foldedWords(spelling)));
}

function isForbidden(words: string[]): boolean {
  if (wholeNames.has(words.join("")) || hasProduct(words)) return true;
  return (
    words.some((word) => officeNames.has(word)) &&
    words.every((word) => officeNames.has(word) || besideOfficeNames.has(word))
  );
}

/** Within a word, or across consecutive words; not in 'Rematch Cutler'. */
function hasProduct(words: string[]): boolean {
  return words.some((word, start) => {
    if (word.includes(product)) return true;
    let joined = "";
    for (const next of words.slice(start)) {
      joined += next;
      if (joined === product) return true;
      if (joined.length > product.length) return false;
    }
    return false;
  });
}
