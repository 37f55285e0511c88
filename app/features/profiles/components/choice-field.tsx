import { CheckboxGroup } from "~/ui/choices";
import type { FieldState } from "~/ui/form-fields";
import type { ChoiceGroup } from "../builder";

export function ChoiceField({
  label,
  field,
  groups,
}: {
  label: string;
  field: FieldState;
  groups: readonly ChoiceGroup[];
}) {
  const chosen = chosenIn(field.initialValue);
  const [first] = groups;
  if (groups.length === 1 && first) {
    return (
      <CheckboxGroup
        legend={label}
        name={field.name}
        id={field.id}
        options={first.choices}
        defaultValue={chosen}
        error={field.errors}
      />
    );
  }
  return (
    <fieldset className="stack">
      <legend className="text-lg">{label}</legend>
      {groups.map((group, index) => (
        <CheckboxGroup
          key={group.legend}
          legend={group.legend}
          name={field.name}
          id={index === 0 ? field.id : `${field.id}-${index}`}
          options={group.choices}
          defaultValue={chosen}
          error={index === 0 ? field.errors : undefined}
        />
      ))}
    </fieldset>
  );
}

function chosenIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? [value] : [];
}
