import { CheckboxGroup, type FieldState, textsOf } from "~/ui/form";
import type { ChoiceGroup } from "../builder";

export interface ChoiceFieldProps {
  label: string;
  field: FieldState;
  groups: readonly ChoiceGroup[];
}

export function ChoiceField({ label, field, groups }: ChoiceFieldProps) {
  const chosen = textsOf(field.initialValue);
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
  const lead = Math.max(
    0,
    groups.findIndex(({ isFirst }) => isFirst),
  );
  return (
    <fieldset className="choice-groups">
      <legend>{label}</legend>
      {groups.map((group, index) => {
        const isLead = index === lead;
        return (
          <details
            key={group.legend}
            open={isLead || group.choices.some(({ value }) => chosen.includes(value))}
          >
            <summary>{group.legend}</summary>
            <CheckboxGroup
              legend={<span className="visually-hidden">{group.legend}</span>}
              name={field.name}
              id={isLead ? field.id : `${field.id}-${index}`}
              options={group.choices}
              defaultValue={chosen}
              error={isLead ? field.errors : undefined}
            />
          </details>
        );
      })}
    </fieldset>
  );
}
