import { Icon } from "./icon";

/** Names as chips. Those in `strong` are filled, and `strongWords` says so to screen readers. */
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
      {names.map((name) =>
        strong.includes(name) ? (
          <li key={name} className="chip-strong">
            <Icon name="check" />
            {name}
            <span className="visually-hidden">{` (${strongWords})`}</span>
          </li>
        ) : (
          <li key={name}>{name}</li>
        ),
      )}
    </ul>
  );
}
