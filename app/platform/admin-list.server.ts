import { longestAdminSearch, searchText } from "~/search-text";
import type { WithIsoTimes } from "./iso-times";
import type { Count, Page } from "./paging.server";

/** The admin who's reading the list, including what its SQL statements need. */
export interface Reader {
  userId: string;
  isAdmin: true;
  timeZone: string;
}

type Words<Name extends string = string> = Readonly<Record<Name, string>>;

/** The IDs of matching people; `isMore` if there are more matches than that. */
interface FoundPeople {
  ids: string[];
  isMore: boolean;
}

/** A control in the list's form, and a parameter in its URL. */
interface Filter<Value extends string = string> {
  kind: "search" | "choice" | "day";
  label: string;
  hint?: string;
  /** The label of the option without a value. */
  emptyLabel?: string;
  /** Replaces a malformed value. The URL leaves it out. */
  usual: Value;
  read(text: string): Value;
  words?(): Words | Promise<Words>;
  /** Which options the page shows as chips. If there are only a few, it shows all of them by default. */
  offered?: readonly string[];
  /** Null for an empty search. */
  find?(text: string): Promise<FoundPeople | null>;
  /** What the page says if more people match than it can show. */
  moreFound?: string;
}

export type Filters = Readonly<Record<string, Filter>>;
export type Values<Of extends Filters> = { [Name in keyof Of]: ReturnType<Of[Name]["read"]> };

const tidied = (text: string) => searchText(text, longestAdminSearch);

/** @param people finds the people that the text matches, for `wanted.people` */
export function search(
  label: string,
  hint: string,
  people: Pick<Filter, "find" | "moreFound"> = {},
): Filter<string> {
  return { kind: "search", label, hint, usual: "", read: tidied, ...people };
}

export function choice<Name extends string>(
  label: string,
  words: Words<Name>,
  usual: NoInfer<Name>,
): Filter<Name> {
  const read = (text: string) => (Object.hasOwn(words, text) ? (text as Name) : usual);
  return { kind: "choice", label, usual, read, words: () => words };
}

/** A choice that may be left empty. */
export function optional<Name extends string>(
  label: string,
  words: Words<Name>,
  notes: { emptyLabel?: string; hint?: string; offered?: readonly NoInfer<Name>[] } = {},
): Filter<Name | ""> {
  const read = (text: string) => (Object.hasOwn(words, text) ? (text as Name) : "");
  return { kind: "choice", label, usual: "", read, words: () => words, emptyLabel: "Any", ...notes };
}

/** A choice among `words`. The URL may also hold a value that isn't among them. */
export function anyOf(label: string, words: () => Words | Promise<Words>): Filter<string> {
  return { kind: "choice", label, usual: "", read: tidied, words, emptyLabel: "Any" };
}

/** "yyyy-MM-dd" or empty. A day that doesn't exist, such as February 30, is ignored. */
export function day(label: string): Filter<string> {
  const isDay = (text: string) =>
    /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  return { kind: "day", label, usual: "", read: (text) => (isDay(text) ? text : "") };
}

const timeOrders = { newest: "Newest first", oldest: "Oldest first" } as const;

/** Must be named `sort`. A sort order doesn't count as a filter. */
export const timeOrder = (usual: keyof typeof timeOrders) => choice("Order", timeOrders, usual);

/** Must be named `sort`. Empty means a sort order that depends on the other filters; `hint` describes it. */
export const optionalTimeOrder = (hint: string) =>
  optional("Order", timeOrders, { emptyLabel: "Default", hint });

/** What the page's SQL needs. */
export type Wanted<Of extends Filters> = Values<Of> & {
  reader: Reader;
  /** The people that the search matches. Null for everyone. */
  people: string[] | null;
};

export type Cell = string | number | boolean | null;

/** An admin list: its form, its pages and its CSV file with the same rows. */
export interface AdminList<Of extends Filters, Row extends object> {
  /** The page's path. Its file's path adds ".csv". */
  path: string;
  /** `label` names the form, and `pager` the links to other pages. */
  labels: { label: string; button: string; clear: string; pager: string };
  /** Singular and plural: "person", "people". */
  words: readonly [one: string, several: string];
  filters: Of;
  /**
   * Which filters the "clear" link next to the form keeps, or false for no link. By default, it keeps none and is shown
   * whenever the list is filtered.
   */
  clear?(values: Values<Of>): Partial<Values<Of>> | false;
  empty(values: Values<Of>, isFirst: boolean): string;
  pageSize: number;
  page(wanted: Wanted<Of>, after: string | null, size: number): Promise<Page<Row>>;
  count(wanted: Wanted<Of>): Promise<Count>;
  file: {
    /** The file name without its extension. */
    name: string;
    columns: Readonly<Record<string, (row: WithIsoTimes<Row>) => Cell>>;
    /** The rows, including columns that only the file has. */
    page?(wanted: Wanted<Of>, after: string | null, size: number): Promise<Page<Row>>;
  };
}

/** Infers the types from the parts. */
export const adminList = <Of extends Filters, Row extends object>(list: AdminList<Of, Row>) => list;
