import type { ComponentProps } from "react";
import { describedBy, FieldFrame, type FieldNotes } from "./field";

/** `emptyLabel` adds a first option without a value. */
export function Select({
  label,
  name,
  id = name,
  error,
  hint,
  showOptional,
  options,
  emptyLabel,
  ...rest
}: FieldNotes & {
  options: readonly { value: string; label: string }[];
  emptyLabel?: string;
} & Omit<ComponentProps<"select">, "id" | "name" | "children">) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} showOptional={showOptional}>
      <select className="control" id={id} name={name} {...describedBy(id, { error, hint })} {...rest}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map(({ value, label: text }) => (
          // HTML takes the text for the value, which saves a kilobyte in a list of 400.
          <option key={value} value={value === text ? undefined : value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
