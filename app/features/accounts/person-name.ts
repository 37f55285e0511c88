/** In characters. */
export const longestName = 100;

/** Forbidden in every name, even inside a word. */
const product = "matchcut";

/**
 * Forbidden as a whole name, and in names that consist only of these words and those in `besideOffices`. 'Leslie Staff'
 * is allowed.
 */
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

/** Words that don't make a name personal: next to a word of `offices`, they're forbidden, too, as in 'The Admin'. */
const besideOffices = [
  ..."the our your and of from for team desk center centre service services customer account accounts".split(
    " ",
  ),
  ..."user users member members site trust safety department super head chief community contact".split(" "),
];

/** What pages show instead of a missing name. */
const placeholders = ["unknown user", "deleted user", "unknown creator", "unknown contributor"];

/** Letters that look like others, once accents are removed. l counts as i. */
const lookalikes: Readonly<Record<string, string>> = {
  ...pairs("0o 1i li ıi |i !i 3e 4a @a 5s $s 7t 8b"),
  ...pairs("аa вb еe іi јj кk мm нh оo рp сc ѕs тt уy хx ԁd αa βb εe ιi κk μm νv οo ρp τt υu χx"),
  ...pairs("ᴀa ɑa ʙb ᴄc ᴅd ᴇe ғf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz"),
};

/** Greek capitals that look like other Latin letters than their small letters do. */
const capitals = pairs("Ηh Νn Ζz");

/** Where the alphabets of circled, squared and flag letters begin, which NFKD keeps. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  const start = enclosed.find((first) => point >= first && point < first + 26);
  return start === undefined ? (capitals[letter] ?? letter) : String.fromCodePoint(97 + point - start);
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(" ").map((pair) => [...pair]));
}

/** The words of a name in lower case, without accents and punctuation, and with look-alikes replaced. */
function foldedWords(name: string): string[] {
  const plain = Array.from(name.normalize("NFKD"), plainLetter)
    .join("")
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
 * Whether a name could be mistaken for Matchcut's staff, however it's spelled. Call this wherever a name is set. Names
 * that members already have stay.
 */
export function isForbiddenName(name: string): boolean {
  // A longer name is refused for its length. Comparing the words of 60 KB took up to 40 seconds.
  if (name.length > longestName) return false;
  // Reading digits and symbols as letters finds '4dmin'; dropping them at the end of a word finds 'Admin 4!'.
  return [name, name.replace(/[\d!|@$]+(?=\s|$)/g, " ")].some((spelling) =>
    isForbidden(foldedWords(spelling)),
  );
}

function isForbidden(words: string[]): boolean {
  if (wholeNames.has(words.join("")) || hasProduct(words)) return true;
  return (
    words.some((word) => officeNames.has(word)) &&
    words.every((word) => officeNames.has(word) || besideOfficeNames.has(word))
  );
}

/**
 * Finds the product's name inside a word or spread over consecutive words, but not across parts of words, as in
 * 'Rematch Cutler'.
 */
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
