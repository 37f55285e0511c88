import { Field, type FieldState, fieldProps } from "~/ui/form";
import { favoriteLimits } from "../favorites";

export function ListNameField({ field }: { field: FieldState }) {
  return (
    <Field
      label="Name"
      maxLength={favoriteLimits.listName}
      autoComplete="off"
      required
      {...fieldProps(field)}
    />
  );
}
