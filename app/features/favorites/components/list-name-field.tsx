import { Field } from "~/ui/field";
import { type FieldState, fieldProps } from "~/ui/form-fields";
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
