import { Fragment, useContext } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { StyleStill } from "~/features/catalog/components/stills";
import { SavesDataContext } from "~/ui/avatar";
import { Field, FieldError, type FieldState, fieldProps, Select, TextArea, textsOf } from "~/ui/form";
import { Mark } from "~/ui/mark";
import {
  type Choice,
  type Choices,
  type FieldSpec,
  type ListField,
  type TextField,
  textLimits,
} from "../builder";
import { availabilityLabels, experienceLabels, type ProfileAnswers } from "../profile";
import { ChoiceField, type ChoiceFieldProps } from "./choice-field";

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const levels = optionsOf(experienceLabels);
const availabilities = optionsOf(availabilityLabels);

export function ProfileField({
  spec,
  fieldOf,
  choices,
  required,
}: {
  spec: FieldSpec;
  fieldOf: (name: keyof ProfileAnswers) => FieldState;
  choices: Choices;
  required?: boolean;
}) {
  const field = fieldOf(spec.name);
  const props = { label: spec.label, hint: spec.hint, ...fieldProps(field) };
  switch (spec.kind) {
    case "line":
      return (
        <Field
          limit={textLimits[spec.name as TextField]}
          required={required}
          {...props}
          {...typing[spec.name]}
        />
      );
    case "text":
      return <TextArea limit={textLimits[spec.name as TextField]} {...props} />;
    case "level":
      return <Select options={levels} emptyLabel="Not specified" {...props} />;
    case "availability":
      return <Select options={availabilities} {...props} />;
    case "price":
      return (
        <AmountFields legend={spec.label} from={field} to={fieldOf("priceTo")} unit={fieldOf("priceUnit")}>
          <TextArea
            label="Note"
            rows={2}
            showOptional
            hint="What's included, or how you charge if it isn't a set amount."
            limit={textLimits.priceNote}
            {...fieldProps(fieldOf("priceNote"))}
          />
        </AmountFields>
      );
    case "choices": {
      const Choices = spec.name === "visualStyle" ? StyleField : ChoiceField;
      return <Choices label={spec.label} field={field} groups={choices[spec.name as ListField] ?? []} />;
    }
  }
}

/** Not type=url, which would refuse a URL without https://. We add that ourselves. */
const typing: Partial<Record<keyof ProfileAnswers, object>> = {
  name: { autoComplete: "name" },
  portfolio: { inputMode: "url", autoComplete: "url", placeholder: "https://" },
};

/** Styles to choose from, as pictures that get a circle when they're chosen. With Save-Data, they're plain text. */
function StyleField({ label, field, groups }: ChoiceFieldProps) {
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
              {/* Browsers don't break a line after a slash, and these words are as wide as a picture. */}
              <span>
                {style.split(/(?<=\/)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </span>
              <Mark shape="boxed" />
            </label>{" "}
          </Fragment>
        ))}
      </div>
      <FieldError id={field.id} error={field.errors} />
    </fieldset>
  );
}
