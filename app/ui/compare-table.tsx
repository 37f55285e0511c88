import type { ReactNode } from "react";

/** Compares items side by side, row by row; scrolls sideways. */
export function CompareTable<Item>({
  items,
  keyOf,
  headOf,
  rows,
  label = "Comparison",
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  headOf: (item: Item) => ReactNode;
  rows: readonly [label: string, cellOf: (item: Item) => ReactNode][];
  label?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="compare">
        <thead>
          <tr>
            <td />
            {items.map((item) => (
              <th key={keyOf(item)} scope="col">
                {headOf(item)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cellOf], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two labels may be equal, and rows never move
            <tr key={index}>
              <th scope="row">{label}</th>
              {items.map((item) => (
                <td key={keyOf(item)} className="whitespace-pre-line">
                  {cellOf(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
