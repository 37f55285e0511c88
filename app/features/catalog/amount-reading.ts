import { normalized, withPlainDigits } from "~/lines";
import { type Amount, type AmountUnit, highestAmount, type Price, type TypedPrice } from "./amount";

export type PriceErrors = Partial<Record<keyof TypedPrice, string>>;

/** Moves each error to the name of its form field. */
export const errorsByControl = (errors: PriceErrors, names: Record<keyof TypedPrice, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [names[field as keyof TypedPrice], [message]]),
  );

const sign = String.raw`(?:us ?)?\$|\busd(?!\p{L})`;
const digits = String.raw`[1-9]\d{0,2}(?:[ ,.'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const one = String.raw`(?:${sign})? ?(${digits})(?: ?(k)(?!\p{L}))?(?: ?(?:\$|(?:usd|dollars?|bucks)(?!\p{L})))?`;
const between = String.raw`(?: ?(?:\/|\bper\b) ?[a-z]+)? ?(?:[-‐–—−~〜]|\.{2,3}|\b(?:to|or)\b) ?`;
/** An amount, or a range such as "$2–3k" or "$50/hr to $60/hr". */
const range = new RegExp(
  String.raw`(?<![\d.,⁄]|\w|\d |\d ?[.,·'’\u0301] ?)${one}(?:${between}${one})?(?! ?\d|[.,⁄·_'’]\d| ?[.,\u0301] ?\d{3}(?!\d| ?\p{L})| ?(?:¢|(?:cents?|c|m|mm|mill?ions?)(?!\p{L})))`,
  "gu",
);
const hasSign = new RegExp(`${sign}|\\$|dollar|buck`, "u");
/** Follows a number that counts something other than money: "30 min minimum", "2 hour minimum", "2 rounds". */
const counted =
  /^[ -]?(?:%|(?:h|hrs?|hour|day|video|episode|script|piece)[ -](?:min|minimum)\b|x\b|(?:min|sec)(?:ute|ond)?s?\b|weeks?\b|(?:hours|days|months|videos|episodes|scripts|pieces|projects|edits|rounds?|revisions?|words?|people)\b)/;
/** Leaves out codes that are also words, such as TRY and PHP. */
const otherCurrency = new RegExp(
  String.raw`(?![$¢])\p{Sc}|(?<!\p{L})(?:(?:c|ca|a|au|nz|r|hk|s|sg|nt|mx)\$|(?:${
    "eur|euros?|gbp|pounds?|cad|aud|nzd|inr|rs|rupees?|jpy|yen|mxn|pesos?|brl|chf|francs?|pln|zł|czk|kč|huf|" +
    "sek|nok|dkk|kr|zar|rands?|ngn|naira|kes|sgd|hkd|cny|rmb|yuan|krw|thb|baht|idr|myr|vnd|uah|rubles?|aed|ils|pkr"
  })(?!\p{L}))`,
  "u",
);
const negative = /^(?:us)?\$? ?[-−–—] ?(?:us)?\$? ?\d/;

const unitNames: readonly [AmountUnit, string][] = [
  ["hour", "hour|hourly|hr|hrs|h"],
  ["month", "month|monthly|mo|retainer"],
  ["video", "video|vid"],
  ["episode", "episode|ep"],
  ["script", "script"],
  ["piece", "piece|edit|thumbnail|deliverable|design|image|post|each|apiece"],
  ["day", "day|daily"],
  ["project", "project|fixed|flat|total|all in|in all"],
];
const unitWords = unitNames.map(
  ([unit, names]) =>
    [
      unit,
      // '$300 for a 10 hour day' isn't per hour.
      new RegExp(
        String.raw`(?<!(?:half|\d\d|[02-9])[ -]?)(?:(?:\/|\b(?:per|an?|each|every)\b)[ -]?)?\b(?:${names})\b`,
      ),
    ] as const,
);
/** Also finds "$500 weekly", "$500 a week" and "$250 per 1,000 words". */
const perWords =
  /(?:\/|\bper\b)[ -]?(?:\d[\d,.]* ?(?=words?\b))?([a-z]+)|\b(?:an?|each|every) (week|year|word|minute|second)\b|\b(week|year)ly\b/;

interface Reading {
  low: number;
  high: number;
  /** Null if the text doesn't say. */
  unit: AmountUnit | null;
  /** True if the text has anything besides an amount and a unit. */
  saysMore: boolean;
}

const centsOf = (text: string, thousands: boolean) => {
  const [, whole = "", cents = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return Math.round(Number(`${whole.replace(/\D/g, "")}.${cents}`) * (thousands ? 100_000 : 100));
};

/** "150/200" is a range, but "$500/30 videos" and "$50/60 sec" aren't. */
const slashed = (whole: string, low: string, high: string, at: number, text: string) =>
  Number(low) < Number(high.replace("$", "")) && !counted.test(text.slice(at + whole.length).trimStart())
    ? `${low} to ${high}`
    : whole;

/**
 * Reads one amount or range the way people type it: "45,50", "1.500", "65-85", "between 65 and 85", "$50/hr (30 min
 * minimum)". After a point or comma, three digits are thousands, and one or two are cents.
 * @returns an error message if it can't be read
 */
function readAmount(typed: string): Reading | string {
  const text = withPlainDigits(normalized(typed, "NFKC"))
    .toLowerCase()
    // Arabic has its own point and comma.
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replace(/\s+/g, " ")
    .replace(/(\d{2,}) ?\/ ?(\$?\d{2,})(?![\d.,])/g, slashed)
    .replace(/\b(?:between|from) (.+?) (?:and|to) (?=\D{0,4}\d)/, "$1 to ")
    .trim();
  const outside = text.replace(/\([^()]*\)/g, " ").trim();
  if (negative.test(outside)) return "An amount can't be negative";
  if (otherCurrency.test(outside)) return "Prices are in US dollars. Please convert this amount";
  const found = [...outside.matchAll(range)];
  const match =
    found.find(([whole]) => hasSign.test(whole)) ??
    found.find(({ 0: whole, index }) => !counted.test(outside.slice(index + whole.length)));
  if (!match) return "Please enter an amount, such as 45.50 or 1,500, and put anything else in the note";
  const [whole, first = "", k, second, secondK] = match;
  const high = second === undefined ? null : centsOf(second, secondK !== undefined);
  // In "2–3k", the "k" applies to both numbers.
  const sharesK = k === undefined && secondK !== undefined && centsOf(first, true) <= (high ?? 0);
  const low = centsOf(first, k !== undefined || sharesK);
  const rest = outside.replace(whole, " ");
  const named = perWords.exec(outside)?.slice(1).find(Boolean);
  const per = named === undefined ? rest : `per ${named}`;
  const unit = unitWords.find(([, words]) => words.test(per));
  if (named !== undefined && !unit)
    return `We don't support prices per ${named}. Please choose from the list`;
  const left = unit ? rest.replace(unit[1], " ") : rest;
  return {
    low,
    high: high ?? low,
    unit: unit?.[0] ?? null,
    saysMore: /[\p{L}\p{N}+%~<>≤≥]/u.test(left) || outside !== text,
  };
}

const lowerWords = "The second amount is lower than the first. Please check both";

function refusalOf({ low, high }: Pick<Amount, "low" | "high">): string | null {
  if (low === 0 || high === 0) return "Please enter an amount above $0";
  if (Math.max(low, high) > highestAmount) return "Please enter an amount below $1,000,000";
  return high < low ? lowerWords : null;
}

/**
 * Turns a form's fields into a price, or says which field is wrong and why. Text that isn't part of the amount moves
 * into the note, which may have `noteLimit` characters. The unit is the one typed with the amount, otherwise the
 * selected one, otherwise `suggested`.
 */
export function readPrice(
  { from, to, unit, note }: TypedPrice,
  { suggested, noteLimit }: { suggested?: AmountUnit | null; noteLimit: number },
): { price: Price; errors: null } | { price: null; errors: PriceErrors } {
  const refuse = (errors: PriceErrors) => ({ price: null, errors });
  const texts = [from, to].map((text) => text.trim()).filter((text) => text !== "");
  const [first, second] = texts.map(readAmount);
  if (first === undefined) return { price: { amount: null, note }, errors: null };
  if (typeof first === "string") return refuse({ [from.trim() ? "from" : "to"]: first });
  if (typeof second === "string") return refuse({ to: second });
  const refusal = refusalOf(first);
  if (refusal) return refuse({ [from.trim() ? "from" : "to"]: refusal });
  const low = first.low;
  const high = (second ?? first).high;
  const isLower = second && second.low < first.high;
  const secondRefusal = second && (isLower ? lowerWords : refusalOf(second));
  if (secondRefusal) return refuse({ to: secondRefusal });
  const read = first.unit ?? second?.unit ?? (unit || suggested);
  if (!read) return refuse({ unit: "Please choose a unit, such as per hour or per project" });
  const more = [first, second].flatMap((reading, index) => (reading?.saysMore ? (texts[index] ?? "") : []));
  const whole = [...more.filter((text) => !note.includes(text)), note]
    .filter((text) => text !== "")
    .join(". ");
  if (whole.length > noteLimit) return refuse({ note: `Please use at most ${noteLimit} characters` });
  return { price: { amount: { unit: read, low, high }, note: whole }, errors: null };
}
