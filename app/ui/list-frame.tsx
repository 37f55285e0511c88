import type { ReactNode } from "react";
import { Button } from "./button";
import { Field } from "./field";
import { Form } from "./form";
import { Link } from "./link";

/**
 * What a list is searched, filtered and sorted by: one GET form, so that each list has an address.
 * @param here that address; the fields are reset with it
 * @param clear where a filtered list leads back to
 */
export function ListFilters({
  label,
  action,
  here,
  button,
  clear,
  children,
}: {
  label: string;
  action: string;
  here: string;
  button: string;
  clear?: { to: string; label: string } | false;
  children: ReactNode;
}) {
  return (
    <Form method="get" action={action} className="stack" role="search" aria-label={label} key={here}>
      <div className="list-filters">{children}</div>
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

export function SearchField({
  label,
  hint,
  name = "q",
  value,
}: {
  label: string;
  hint: string;
  name?: string;
  value: string;
}) {
  return (
    <Field
      label={label}
      hint={hint}
      type="search"
      name={name}
      maxLength={320}
      defaultValue={value}
      autoComplete="off"
    />
  );
}

/**
 * How many there are, and all of them as a file.
 * @param words of one and of several: 'person', 'people'
 */
export function ListCount({
  count,
  isMore,
  words: [one, several],
  file,
  isFiltered,
}: {
  count: number;
  isMore: boolean;
  words: readonly [one: string, several: string];
  file: string;
  isFiltered: boolean;
}) {
  return (
    <p className="row justify-between">
      <span className="muted">
        {count.toLocaleString("en-US")}
        {isMore && " or more"} {count === 1 ? one : several}
      </span>{" "}
      <a className="btn btn-secondary" href={file}>
        Save {isFiltered ? "these" : "all"} as a CSV file
      </a>
    </p>
  );
}
