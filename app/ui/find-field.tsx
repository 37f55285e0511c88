import { Icon } from "./icon";

/** A search field with its button inside, for a parent of class `find`. The label is only for screen readers. */
export function FindField({
  name,
  label,
  hint,
  value,
  button,
}: {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  button: string;
}) {
  return (
    <>
      <label className="visually-hidden" htmlFor={name}>
        {label}
      </label>{" "}
      <input
        className="control"
        id={name}
        name={name}
        type="search"
        placeholder={hint}
        defaultValue={value}
        autoComplete="off"
      />{" "}
      <button type="submit" className="icon-link">
        <Icon name="search" label={button} />
      </button>
    </>
  );
}
