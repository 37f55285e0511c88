import { withQuery } from "~/paths";
import type { AdminList, Cell, Filters, Reader, Values, Wanted } from "~/platform/admin-list.server";
import { withIsoTimes } from "~/platform/iso-times";
import { everyRow, type Page, type QueuePlace } from "~/platform/paging.server";
import { fromReplica, laterFromReplica } from "~/platform/replica.server";
import type { ToastMessage } from "~/ui/toast";
import { redirectWithFlash } from "./route.server";
import { csvResponse } from "./text-response.server";

/** The page of a list that the filters and the cursor in `address` describe. */
export async function readList<Of extends Filters, Row extends object>(
  list: AdminList<Of, Row>,
  reader: Reader,
  address: string,
) {
  const query = queryOf(address);
  const after = query.get("after");
  const values = valuesIn(list, query);
  const { wanted, notice } = await resolve(list, reader, values);
  const [{ rows, next }, count, fields] = await fromReplica(() =>
    Promise.all([list.page(wanted, after, list.pageSize), list.count(wanted), fieldsOf(list, values)]),
  );
  const named = namedIn(list, values);
  const isFiltered = Object.keys(named).some((name) => name !== "sort");
  const clear = list.clear ? list.clear(values) : isFiltered && {};
  return {
    rows: rows.map(withIsoTimes),
    values,
    frame: {
      ...{ ...list.labels, path: list.path, words: list.words, ...count, fields, notice },
      chips: chipsOf(list, values, fields),
      clear:
        clear === false ? null : { to: withQuery(list.path, namedIn(list, clear)), label: list.labels.clear },
      empty: rows.length === 0 ? list.empty(values, !after) : null,
      file: withQuery(`${list.path}.csv`, named),
      /** The first page with these filters. */
      start: withQuery(list.path, named),
      /** A case's page gets this query, so its next case comes from the same list. Undefined without filters. */
      query: Object.keys(named).length > 0 ? withQuery("", named).slice(1) : undefined,
      here: withQuery(list.path, { ...named, ...(after && { after }) }),
      isFirst: !after,
      next: next && withQuery(list.path, { ...named, after: next }),
    },
  };
}

/** Sends the whole list as a CSV file. */
export const fileOf =
  <Of extends Filters, Row extends object>(list: AdminList<Of, Row>) =>
  async (reader: Reader, request: Request): Promise<Response> =>
    csvResponse(
      request,
      list.file.name,
      Object.keys(list.file.columns),
      await readFile(list, reader, request.url),
    );

/** The file's rows, which are read while they're being sent. */
export async function readFile<Of extends Filters, Row extends object>(
  list: AdminList<Of, Row>,
  reader: Reader,
  address: string,
): Promise<AsyncIterable<string[]>> {
  const { wanted } = await resolve(list, reader, valuesIn(list, queryOf(address)));
  const { page, file } = list;
  const read = laterFromReplica((after: string | null, size: number) =>
    (file.page ?? page)(wanted, after, size),
  );
  return rowsOf(list, read);
}

async function* rowsOf<Of extends Filters, Row extends object>(
  { file }: AdminList<Of, Row>,
  read: (after: string | null, size: number) => Promise<Page<Row>>,
): AsyncGenerator<string[]> {
  for await (const row of everyRow(read)) {
    const cells = withIsoTimes(row as Row);
    yield Object.values(file.columns).map((cell) => textOf(cell(cells)));
  }
}

/** The first page with the filters in `address`. */
export const startOf = <Of extends Filters, Row extends object>(list: AdminList<Of, Row>, address: string) =>
  withQuery(list.path, namedIn(list, valuesIn(list, queryOf(address))));

/**
 * Describes the list that led to a case: the query from the case's URL, the list's filters and the URL of its first
 * page.
 */
export async function listBehind<Of extends Filters, Row extends object>(
  list: AdminList<Of, Row>,
  reader: Reader,
  request: Request,
): Promise<{ query?: string; wanted: Wanted<Of>; start: string }> {
  const values = valuesIn(list, new URLSearchParams(queryOf(request.url).get("list") ?? ""));
  const start = withQuery(list.path, namedIn(list, values));
  const { wanted } = await resolve(list, reader, values);
  return { query: start.split("?")[1], wanted, start };
}

/**
 * After a decision, redirects to the next case that's waiting, or to the list if there's none.
 * @param pages the pages of the next case and of the list
 */
export function redirectToNext(
  place: QueuePlace,
  pages: { caseAt: (id: string) => string; list: string },
  said: ToastMessage,
) {
  const { following } = place;
  if (following) return redirectWithFlash(`${pages.caseAt(following)}#case`, said);
  const rest = pages.list.includes("?")
    ? "Nothing else in this list is waiting."
    : "Nothing else is waiting.";
  const text = [said.text, rest].filter(Boolean).join(" ");
  return redirectWithFlash(`${pages.list}#main`, { ...said, text });
}

const queryOf = (address: string) => new URL(address, "http://localhost").searchParams;

type AnyList<Of extends Filters> = { filters: Of };

function valuesIn<Of extends Filters>({ filters }: AnyList<Of>, query: URLSearchParams): Values<Of> {
  const values = Object.entries(filters).map(([name, filter]) => [name, filter.read(query.get(name) ?? "")]);
  return Object.fromEntries(values);
}

/** The values that differ from the defaults. */
const namedIn = <Of extends Filters>({ filters }: AnyList<Of>, values: Partial<Values<Of>>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== filters[name]?.usual));

async function resolve<Of extends Filters>(
  { filters }: AnyList<Of>,
  reader: Reader,
  values: Values<Of>,
): Promise<{ wanted: Wanted<Of>; notice: string | null }> {
  const [name, filter] = Object.entries(filters).find(([, { find }]) => find) ?? [];
  const searched = (name && (await fromReplica(async () => filter?.find?.(values[name] ?? "")))) || null;
  return {
    wanted: { ...values, reader, people: searched?.ids ?? null },
    notice: (searched?.isMore && filter?.moreFound) || null,
  };
}

/** The filter's value may come from an older version and not be offered anymore, such as the name of a removed task. */
const fieldsOf = <Of extends Filters>({ filters }: AnyList<Of>, values: Values<Of>) =>
  Promise.all(
    Object.entries(filters).map(async ([name, { kind, label, hint, emptyLabel, words }]) => {
      const value = values[name] ?? "";
      const known = (await words?.()) ?? {};
      const shownWords = value && !Object.hasOwn(known, value) ? { ...known, [value]: value } : known;
      const options = Object.entries(shownWords).map(([word, text]) => ({ value: word, label: text }));
      return { name, kind, label, hint, emptyLabel, options, value };
    }),
  );

/** More options than this don't fit on one line. */
const mostOffered = 4;

/** Filters as links: the options of short choices, plus any other filter that's set. */
function chipsOf<Of extends Filters>(
  list: AnyList<Of> & { path: string },
  values: Values<Of>,
  fields: Awaited<ReturnType<typeof fieldsOf<Of>>>,
) {
  return fields.flatMap(({ name, kind, label, options, value }) => {
    const { usual, offered } = list.filters[name] ?? { usual: "" };
    const to = (other: string) => withQuery(list.path, namedIn(list, { ...values, [name]: other }));
    if (kind === "search") return [];
    if (kind === "day" && value) return [{ label, day: value, to: to(usual), isOn: true, removes: true }];
    const isOffered = (option: string) =>
      offered ? offered.includes(option) : name !== "sort" && options.length <= mostOffered;
    const shown = options.filter((option) => isOffered(option.value) || option.value === value);
    const canRemove = shown.every((option) => option.value !== usual);
    return shown
      .filter((option) => isOffered(option.value) || option.value !== usual)
      .map((option) => {
        const isOn = option.value === value;
        return { label: option.label, to: to(isOn ? usual : option.value), isOn, removes: isOn && canRemove };
      });
  });
}

const textOf = (cell: Cell): string =>
  typeof cell === "boolean" ? (cell ? "yes" : "no") : String(cell ?? "");
