import { Fragment, useContext } from "react";
import { StyleStill } from "~/features/catalog/components/stills";
import { SavesDataContext } from "~/ui/avatar";
import { FieldError, textsOf } from "~/ui/form";
import { Mark } from "~/ui/mark";
import type { Choice } from "../builder";
import { ChoiceField, type ChoiceFieldProps } from "./choice-field";

/** Styles to choose from, as pictures that get a circle when they're chosen. With Save-Data, they're plain text. */
export function StyleField({ label, field, groups }: ChoiceFieldProps) {
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
