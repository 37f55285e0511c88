import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field, type FieldState, fieldProps, Select } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { type AmountUnit, amountTextLimit, amountUnits, amountWords, noPrice } from "../amount";
import { readPrice } from "../amount-reading";

const units = amountUnits.map((unit) => ({ value: unit, label: unit }));

/**
 * Fields for an amount, which also say how we understand it: with script while it's typed, otherwise once it's stored.
 * The unit follows `suggested` until the person chooses another.
 */
export function AmountFields({
  legend,
  label = "From",
  from,
  to,
  unit,
  suggested = null,
  say = (words) => words,
  children,
}: {
  legend: string;
  /** The label of the first amount. */
  label?: string;
  from: FieldState;
  /** Omitted if there's only one amount. */
  to?: FieldState;
  unit: FieldState;
  suggested?: AmountUnit | null;
  /** Turns the amount, as we understood it, into a sentence. */
  say?: (words: string) => string;
  /** The field for the note. */
  children?: ReactNode;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  const suggestedBefore = useRef(suggested);
  const names = { from: from.name, to: to?.name, unit: unit.name };
  const given = { from: textOf(from), to: to ? textOf(to) : "", unit: textOf(unit) || (suggested ?? "") };
  const [echo, setEcho] = useState(() => echoOf(given, suggested));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names never change
  useEffect(() => {
    const form = box.current?.form;
    if (!form) return;
    const control = (name = "") =>
      form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    const chosen = control(names.unit);
    if (
      chosen &&
      suggested !== suggestedBefore.current &&
      ["", suggestedBefore.current].includes(chosen.value)
    )
      chosen.value = suggested ?? "";
    suggestedBefore.current = suggested;
    const textIn = (name?: string) => control(name)?.value ?? "";
    const read = ({ type }: Pick<Event, "type">) => {
      const typed = { from: textIn(names.from), to: textIn(names.to), unit: textIn(names.unit) };
      setEcho(echoOf(typed, suggested, type === "change"));
    };
    // A microtask, so it runs after the effect that restores a saved draft into the form.
    queueMicrotask(() => read({ type: "input" }));
    form.addEventListener("input", read);
    form.addEventListener("change", read);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("change", read);
    };
  }, [suggested]);

  const amountProps = { inputMode: "decimal", autoComplete: "off", limit: amountTextLimit } as const;
  const { defaultValue: _stored, ...unitProps } = fieldProps(unit);
  return (
    <fieldset ref={box} className="amount">
      <legend>{legend}</legend>
      <div className="amount-row">
        <Field label={label} {...amountProps} {...fieldProps(from)} />
        {to && <Field label="To" showOptional {...amountProps} {...fieldProps(to)} />}
        <Select label="Per" emptyLabel="Choose" options={units} defaultValue={given.unit} {...unitProps} />
      </div>
      <p className="echo" role="status">
        {echo?.words && (
          <>
            <Icon name="check" size={18} /> {say(echo.words)}
          </>
        )}
        {echo?.problem && <span className="hint">{echo.problem}.</span>}
      </p>
      {children}
    </fieldset>
  );
}

const textOf = ({ initialValue }: FieldState) => (typeof initialValue === "string" ? initialValue : "");

/**
 * What the form says about the typed amount: how we understand it or, once the person has left the field, what's wrong.
 */
function echoOf(
  { from, to, unit }: { from: string; to: string; unit: string },
  suggested: AmountUnit | null,
  isLeft = false,
) {
  const chosen = amountUnits.find((one) => one === unit) ?? "";
  const { price, errors } = readPrice(
    { ...noPrice, from, to, unit: chosen },
    { suggested, noteLimit: Infinity },
  );
  if (price?.amount) return { words: amountWords(price.amount) };
  return isLeft && errors ? { problem: Object.values(errors)[0] } : null;
}
