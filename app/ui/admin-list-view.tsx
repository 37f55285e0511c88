import type { ReactNode } from "react";
import { longestAdminSearch } from "~/search-text";
import { Field, Form, Select } from "./form";
import { Button, EmptyState, Link, Pager } from "./parts";
import { SearchField } from "./search-field";

interface ListField {
  name: string;
  kind: "search" | "choice" | "day";
  label: string;
  hint?: string;
  emptyLabel?: string;
  options: { value: string; label: string }[];
  value: string;
}

/** A page of a list without its rows. Addresses are complete. */
interface Frame {
  label: string;
  button: string;
  path: string;
  fields: ListField[];
  /** Where a filtered list leads back to. */
  clear: { to: string; label: string } | null;
  notice: string | null;
  /** Null if there are rows. */
  empty: string | null;
  count: number;
  isMore: boolean;
  /** Singular and plural: "person", "people". */
  words: readonly [one: string, several: string];
  isFiltered: boolean;
  file: string;
  pager: string;
  start: string;
  isFirst: boolean;
  next: string | null;
}

/**
 * Shows a list's filters, its number of rows, and links to its other pages.
 * @param children the rows, shown if there are any
 * @param above always shown above them
 */
export function AdminList({
  frame,
  above,
  children,
}: {
  frame: Frame;
  above?: ReactNode;
  children: ReactNode;
}) {
  const { notice, empty, pager, start, isFirst, next } = frame;
  return (
    <>
      <Filters frame={frame} />
      {notice && <p className="notice">{notice}</p>}
      {empty === null ? <Count frame={frame} /> : <EmptyState title={empty} />}
      {above}
      {empty === null && children}
      <Pager label={pager} first={isFirst ? undefined : start} next={next ?? undefined} />
    </>
  );
}

/** A single GET form, so each list has an address. The fields are reset with it. */
function Filters({ frame: { label, button, path, fields, clear, start } }: { frame: Frame }) {
  return (
    <Form method="get" action={path} className="stack" role="search" aria-label={label} key={start}>
      <div className="list-filters">
        {fields.map((field) => (
          <Filter key={field.name} field={field} />
        ))}
      </div>
      <div className="row">
        <Button kind="secondary">{button}</Button>{" "}
        {clear && (
          <Link to={clear.to} className="btn btn-quiet">
            {clear.label}
          </Link>
        )}
      </div>
    </Form>
  );
}

function Filter({ field: { kind, options, emptyLabel, value, ...field } }: { field: ListField }) {
  if (kind === "choice")
    return <Select {...field} options={options} emptyLabel={emptyLabel} defaultValue={value} />;
  if (kind === "day") return <Field {...field} type="date" defaultValue={value} />;
  return <SearchField {...field} limit={longestAdminSearch} defaultValue={value} />;
}

/** How many rows there are, with a link that downloads them all. */
function Count({ frame: { count, isMore, words, file, isFiltered } }: { frame: Frame }) {
  return (
    <>
      <p className="row justify-between">
        <span className="muted">
          {count.toLocaleString("en-US")}
          {isMore && " or more"} {words[count === 1 ? 0 : 1]}
        </span>{" "}
        <a className="btn btn-secondary" href={file} aria-describedby="csv-note">
          Download {isFiltered ? "these" : "all"} as CSV
        </a>
      </p>
      <p className="hint" id="csv-note">
        In the file, text that a spreadsheet could run as a formula starts with an apostrophe. Email addresses
        like -anna@example.com stay as they are.
      </p>
    </>
  );
}

/** Scrolls sideways where it's wider than the page. */
export function AdminTable({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
