import type { ReactNode } from "react";

/** A row of a list of which several can be chosen; all of it is the checkbox's label. */
export function PickedRow({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <li>
      <label className="pick">
        <input type="checkbox" name={name} value={value} /> <span>{children}</span>
      </label>
    </li>
  );
}
