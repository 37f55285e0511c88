import { Fragment, useContext } from "react";
import { StyleStill } from "~/features/catalog/components/stills";
import { SavesDataContext } from "~/ui/avatar";
import { CheckboxGroup, FieldError, type FieldState, textsOf } from "~/ui/form";
import { Mark } from "~/ui/mark";
import type { Choice, ChoiceGroup } from "../builder";

/** Shows styles as pictures, which are circled when they're chosen. With Save-Data, shows them as text. */
export function StyleField({
  label,
  field,
  groups,
}: {
  label: string;
  field: FieldState;
  groups: readonly ChoiceGroup[];
}) {
  if (useContext(SavesDataContext)) return <ChoiceField label={label} field={field} groups={groups} />;
  const chosen = textsOf(field.initialValue);
  const styles: Choice[] = groups.flatMap(({ choices }) => choices);
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="swatches">
        {styles.map(({ value, label: style }, index) => (
          <Fragment key={value}>
            <label className="sw">
              <input
                type="checkbox"
                name={field.name}
                value={value}
                id={index === 0 ? field.id : undefined}
                defaultChecked={chosen.includes(value)}
              />
              <StyleStill style={style} />
              <span>{style}</span>
              <Mark shape="boxed" />
            </label>{" "}
          </Fragment>
        ))}
      </div>
      <FieldError id={field.id} error={field.errors} />
    </fieldset>
  );
}

export function ChoiceField({
  label,
  field,
  groups,
}: {
  label: string;
  field: FieldState;
  groups: readonly ChoiceGroup[];
}) {
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
