import type { ComponentProps } from "react";
import { describedBy, FieldFrame, type FieldNotes } from "./form";

/** Its form needs `encType="multipart/form-data"`. */
export function FileField({
  label,
  name,
  id = name,
  error,
  hint,
  showOptional,
  ...rest
}: FieldNotes & Omit<ComponentProps<"input">, "id" | "name" | "type">) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} showOptional={showOptional}>
      <input
        className="control"
        type="file"
        id={id}
        name={name}
        {...describedBy(id, { error, hint })}
        {...rest}
      />
    </FieldFrame>
  );
}
