import type { ReactNode } from "react";
import { describedBy, Hint } from "./form";

/** A checkbox that turns one thing on or off. Its label is next to it. */
export function Switch({
  name,
  label,
  hint,
  defaultChecked,
}: {
  name: string;
  label: string;
  hint: ReactNode;
  defaultChecked: boolean;
}) {
  return (
    <div className="switch-row">
      <div>
        <label htmlFor={name}>{label}</label>
        <Hint id={name} hint={hint} />
      </div>{" "}
      <input
        type="checkbox"
        className="switch"
        id={name}
        name={name}
        value="on"
        defaultChecked={defaultChecked}
        {...describedBy(name, { hint })}
      />
    </div>
  );
}
