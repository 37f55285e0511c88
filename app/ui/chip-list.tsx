import { Fragment } from "react";
import { Icon } from "./icon";

/**
 * Short names in lines that wrap. Those in `strong` are filled, and screen readers announce them with `strongWords`.
 */
export function ChipList({
  names,
  strong = [],
  strongWords = "shared",
  label,
}: {
  names: readonly string[];
  strong?: readonly string[];
  strongWords?: string;
  label?: string;
}) {
  return (
    <ul className="chip-list" aria-label={label}>
      {names.map((name) => (
        <Fragment key={name}>
          {strong.includes(name) ? (
            <li className="chip-strong">
              <Icon name="check" />
              {name}
              <span className="visually-hidden">{` (${strongWords})`}</span>
            </li>
          ) : (
            <li>{name}</li>
          )}{" "}
        </Fragment>
      ))}
    </ul>
  );
}
