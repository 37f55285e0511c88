import { Fragment, type ReactNode } from "react";
import { longestAdminSearch } from "~/search-text";
import { formatPlainDate } from "./dates";
import { FindField } from "./find-field";
import { Field, Form, Select } from "./form";
import { Icon } from "./icon";
import { Button, EmptyState, Link, Pager } from "./parts";
import { useSearchNote } from "./search-field";

interface ListField {
  name: string;
  kind: "search" | "choice" | "day";
  label: string;
  hint?: string;
  emptyLabel?: string;
  options: { value: string; label: string }[];
  value: string;
}

/** A filter as a chip: a link that turns it on, or off if it's on. */
interface Chip {
  label: string;
  /** A date to show after the label, as yyyy-MM-dd. */
  day?: string;
  to: string;
  isOn: boolean;
  removes: boolean;
}

/** Everything that an admin list's page shows except its rows. All URLs already contain the filters to keep. */
interface Frame {
  label: string;
  button: string;
  path: string;
  fields: ListField[];
  chips: Chip[];
  /** The link that removes the filters, except those that the list keeps; null for no link. */
  clear: { to: string; label: string } | null;
  notice: string | null;
  /** Shown instead of the table; null if there are rows. */
  empty: string | null;
  count: number;
  isMore: boolean;
  /** What the rows are, in the singular and plural: "person", "people". */
  words: readonly [one: string, several: string];
  file: string;
  pager: string;
  start: string;
  isFirst: boolean;
  next: string | null;
}

/**
 * A list's heading with the number of rows, its filters, and links to its other pages.
 * @param actions shown next to the heading
 * @param errors the summary of a rejected form
 * @param above shown above the rows, even if there are none
 * @param children the table; left out if there are no rows
 */
export function AdminList({
  title,
  actions,
  errors,
  intro,
  frame,
  above,
  children,
}: {
  title: string;
  actions?: ReactNode;
  errors?: ReactNode;
  intro?: ReactNode;
  frame: Frame;
  above?: ReactNode;
  children: ReactNode;
}) {
  const { notice, empty, pager, start, isFirst, next, count, isMore, words, file } = frame;
  return (
    <div className="stack">
      <div className="list-head">
        <h1>{title}</h1>{" "}
        {empty === null && (
          <p className="muted">
            {count.toLocaleString("en-US")}
            {isMore && " or more"} {words[count === 1 ? 0 : 1]}
          </p>
        )}{" "}
        {empty === null && (
          <a className="link" href={file} aria-describedby="csv-note">
            Download CSV
          </a>
        )}{" "}
        {actions}
      </div>
      {errors}
      {intro && <p className="muted">{intro}</p>}
      <Filters frame={frame} />
      {notice && <p className="notice">{notice}</p>}
      {above}
      {empty === null ? children : <EmptyState title={empty} />}
      <Pager label={pager} first={isFirst ? undefined : start} next={next ?? undefined} />
      {empty === null && (
        <p className="hint" id="csv-note">
          In the file, any text that a spreadsheet could run as a formula starts with an apostrophe. Email
          addresses like <span className="whitespace-nowrap">-anna@example.com</span> stay as they are.
        </p>
      )}
    </div>
  );
}

/** It's a GET form, so that every filtered list has a URL. The key resets the fields when the URL changes. */
function Filters({ frame: { label, button, path, fields, chips, clear, start } }: { frame: Frame }) {
  const searched = fields.find(({ kind }) => kind === "search");
  return (
    <div className="finder list-finder">
      <Form method="get" action={path} role="search" aria-label={label} key={start}>
        {searched && <Search field={searched} button={button} />}{" "}
        <details>
          <summary>
            <Icon name="sliders" /> Filters
          </summary>
          <div className="list-filters">
            {fields
              .filter((field) => field !== searched)
              .map((field) => (
                <Filter key={field.name} field={field} />
              ))}
            <Button kind="secondary">{searched ? "Apply filters" : button}</Button>
          </div>
        </details>
      </Form>{" "}
      <Chips chips={chips} clear={clear} />
    </div>
  );
}

function Chips({ chips, clear }: Pick<Frame, "chips" | "clear">) {
  if (chips.length === 0 && !clear) return null;
  return (
    <nav className="taps" aria-label="Filters">
      {chips.map(({ label, day, to, isOn, removes }) => (
        <Fragment key={label}>
          <Link to={to} aria-current={isOn ? "true" : undefined}>
            {label} {day && formatPlainDate(day)}
            {removes && (
              <>
                <span className="visually-hidden">: remove this filter</span>
                <Icon name="close" />
              </>
            )}
          </Link>{" "}
        </Fragment>
      ))}
      {clear && <Link to={clear.to}>{clear.label}</Link>}
    </nav>
  );
}

/**
 * The field accepts any length, because cutting off pasted text would go unnoticed. The next page says how much was
 * used.
 */
function Search({ field: { name, label, hint, value }, button }: { field: ListField; button: string }) {
  const note = useSearchNote(name, longestAdminSearch);
  return (
    <div className="find">
      <FindField name={name} label={label} hint={hint} value={value} button={button} />
      {note && <p className="hint">{note}</p>}
    </div>
  );
}

function Filter({ field: { kind, options, emptyLabel, value, ...field } }: { field: ListField }) {
  return kind === "day" ? (
    <Field {...field} type="date" defaultValue={value} />
  ) : (
    <Select {...field} options={options} emptyLabel={emptyLabel} defaultValue={value} />
  );
}

/**
 * A table for admins. On narrow screens, its rows become cards, where a cell's `data-label` replaces its column's
 * heading.
 */
export function AdminTable({
  className,
  heads,
  children,
}: {
  className?: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <table className={className ? `reg ${className}` : "reg"}>
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
  );
}
