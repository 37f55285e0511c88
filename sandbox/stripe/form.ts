import { invalid } from "./failure.ts";

/** Decoded from `a[b][0][c]=d`. */
export interface Form {
  [name: string]: string | Form;
}

/** @throws Stripe's 400 for unbalanced brackets */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map(([whole, inner]) => inner ?? whole);
    let at = form;
    for (const [depth, name] of path.entries()) {
      const own = name || String(Object.keys(at).length);
      if (depth === path.length - 1) {
        at[own] = value;
        break;
      }
      at[own] ??= Object.create(null) as Form;
      const inner = at[own];
      if (typeof inner === "string") throw invalid(`Invalid parameter: ${key}`, key);
      at = inner;
    }
  }
  return form;
}

/** @throws Stripe's 400 for a parameter that isn't listed; the names are those of the SDK's parameters */
export function only<Parameters>(form: Form, names: readonly (keyof Parameters & string)[]): Form {
  const unknown = Object.keys(form).find((name) => !(names as readonly string[]).includes(name));
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  return form;
}

export function textOf(form: Form, name: string): string | null {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** @throws Stripe's 400 if it's missing */
export function required(form: Form, name: string): string {
  const text = textOf(form, name);
  if (text === null) throw invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  return text;
}

/** @throws Stripe's 400 if it isn't an integer */
export function integerOf(form: Form, name: string): number | null {
  const text = textOf(form, name);
  if (text === null) return null;
  if (!/^-?\d+$/.test(text)) throw invalid(`Invalid integer: ${text}`, name, "parameter_invalid_integer");
  return Number(text);
}

/** @throws Stripe's 400 if it's neither true nor false */
export function booleanOf(form: Form, name: string): boolean | null {
  const text = textOf(form, name);
  if (text === null || text === "true" || text === "false") return text === null ? null : text === "true";
  throw invalid(`Invalid boolean: ${text}`, name);
}

/** @throws Stripe's 400 if it isn't one of the choices */
export function oneOf<Choice extends string>(
  form: Form,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = textOf(form, name);
  const choice = choices.find((one) => one === text);
  if (text !== null && !choice) throw invalid(`Invalid ${name}: must be one of ${choices.join(", ")}`, name);
  return choice ?? null;
}

export function formOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === "object" ? value : {};
}

export function listOf(form: Form, name: string): (string | Form)[] {
  return Object.values(formOf(form, name));
}

export function formsOf(form: Form, name: string): Form[] {
  return listOf(form, name).filter((one) => typeof one === "object");
}

export function metadataOf(form: Form, name = "metadata"): Record<string, string> {
  const texts = Object.entries(formOf(form, name)).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Record<string, string>;
}
