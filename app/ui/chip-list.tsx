import { Icon } from "./icon";

/** Names as chips. Those in `strong`, which both sides share, are filled, and screen readers say so. */
export function ChipList({
  names,
  strong = [],
  label,
}: {
  names: readonly string[];
  strong?: readonly string[];
  label?: string;
}) {
  return (
    <ul className="chip-list" aria-label={label}>
      {names.map((name) =>
        strong.includes(name) ? (
          <li key={name} className="chip-strong">
            <Icon name="check" />
            {name}
            <span className="visually-hidden"> (shared)</span>
          </li>
        ) : (
          <li key={name}>{name}</li>
        ),
      )}
    </ul>
  );
}
