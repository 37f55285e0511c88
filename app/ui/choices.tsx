import { Fragment, type ReactNode } from "react";
import { describedBy, FieldError, Hint } from "./field";

type GroupProps = {
  legend: ReactNode;
  name: string;
  /** Defaults to the name. The first choice gets it, as an error summary's target. */
  id?: string;
  options: readonly { value: string; label: ReactNode }[];
  error?: string | string[];
  hint?: ReactNode;
};

function Group({
  type,
  legend,
  name,
  id = name,
  options,
  error,
  hint,
  isChosen,
  required,
}: GroupProps & { type: "checkbox" | "radio"; isChosen: (value: string) => boolean; required?: boolean }) {
  return (
    <fieldset className="field" aria-describedby={describedBy(id, { error, hint })["aria-describedby"]}>
      <legend>{legend}</legend>
      <Hint id={id} hint={hint} />
      <div className="chips">
        {options.map((option, index) => (
          <Fragment key={option.value}>
            <label>
              <input
                type={type}
                name={name}
                value={option.value}
                id={index === 0 ? id : undefined}
                defaultChecked={isChosen(option.value)}
                required={required}
              />
              {option.label}
            </label>{" "}
          </Fragment>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** Chips around native checkboxes. */
export function CheckboxGroup({
  defaultValue = [],
  ...rest
}: GroupProps & { defaultValue?: readonly string[] }) {
  const chosen = new Set(defaultValue);
  return <Group type="checkbox" isChosen={(value) => chosen.has(value)} {...rest} />;
}

/**
 * Chips around native radio buttons.
 * @public part of the kit before a page needs it
 */
export function RadioGroup({
  defaultValue,
  ...rest
}: GroupProps & { defaultValue?: string; required?: boolean }) {
  return <Group type="radio" isChosen={(value) => value === defaultValue} {...rest} />;
}
