import { dollars } from "~/ui/money";

export const amountUnits = [
  "hour",
  "day",
  "piece",
  "video",
  "episode",
  "script",
  "month",
  "project",
] as const;
export type AmountUnit = (typeof amountUnits)[number];

/** In cents. For a single price, `low` equals `high`. */
export interface Amount {
  unit: AmountUnit;
  low: number;
  high: number;
}

/** What a person charges or pays. If there's neither a note nor an amount, they haven't said. */
export interface Price {
  amount: Amount | null;
  note: string;
}

/** A price as it's typed into a form. */
export interface TypedPrice {
  from: string;
  to: string;
  unit: AmountUnit | "";
  note: string;
}

export const noPrice: TypedPrice = { from: "", to: "", unit: "", note: "" };

/** Amounts are comparable if their units have the same number. `price_mark` in prisma/sql has the same numbers. */
export const unitNumbers: Readonly<Record<AmountUnit, number>> = {
  hour: 1,
  piece: 2,
  video: 2,
  episode: 2,
  script: 2,
  project: 3,
  month: 4,
  day: 5,
};

/** In characters; enough for "$1,500.00 to $2,000.00 per project". */
export const amountTextLimit = 60;

/** In cents: $999,999.99. The database checks the same limit. */
export const highestAmount = 99_999_999;

/** "$65–$85 per hour". */
export function amountWords({ unit, low, high }: Amount): string {
  return `${dollars(low)}${high === low ? "" : `–${dollars(high)}`} per ${unit}`;
}

/** One line for cards and lists: the amount or, without one, the words. */
export const priceLine = ({ amount, priceRange }: { amount: Amount | null; priceRange: string }): string =>
  amount ? amountWords(amount) : priceRange;

/** A brief as lists show it, with its budget on one line. */
export const withBudgetLine = <Row extends { amount: Amount | null; budget: string }>({
  amount,
  budget,
  ...row
}: Row) => ({ ...row, budget: priceLine({ amount, priceRange: budget }) });

/** Selects the columns of an amount, from a profile or a project. */
export const amountColumns = {
  amountUnit: true,
  amountLow: true,
  amountHigh: true,
  amountNote: true,
} as const;

/** The amount in these columns; null if there is none. */
export const amountIn = (row: {
  amountUnit: AmountUnit | null;
  amountLow: number | null;
  amountHigh: number | null;
}): Amount | null =>
  row.amountUnit && row.amountLow !== null && row.amountHigh !== null
    ? { unit: row.amountUnit, low: row.amountLow, high: row.amountHigh }
    : null;

export const columnsOf = ({ amount, note }: Price) => ({
  amountUnit: amount?.unit ?? null,
  amountLow: amount?.low ?? null,
  amountHigh: amount?.high ?? null,
  amountNote: note,
});

/**
 * The amount with its note, cut to `limit` characters. Stored for processes of an older version, which show and score
 * this text.
 */
export const wholePrice = ({ amount, note }: Price, limit = Infinity): string =>
  [...[amount && amountWords(amount), note].filter(Boolean).join(". ")].slice(0, limit).join("");

export const typedPrice = ({ amount, note }: Price): TypedPrice => ({
  from: amount ? dollars(amount.low) : "",
  to: amount && amount.high !== amount.low ? dollars(amount.high) : "",
  unit: amount?.unit ?? "",
  note,
});
