import type { FormResult } from "~/ui/form-fields";
import { type BriefStep, isBriefStep, onlySteps, type TypedBrief } from "../brief";

/** As a form's fields take them. */
export function formValues({ budgetTypeId, ...typed }: TypedBrief): Record<string, unknown> {
  return { ...typed, budgetTypeId: budgetTypeId === null ? "" : String(budgetTypeId) };
}

/** Those in a rejected form: nothing of it was stored. */
export function sentSteps(result: FormResult | undefined): BriefStep[] {
  return [result?.initialValue?.steps ?? []].flat().filter(isBriefStep);
}

/** A rejected form's values, and the stored ones of the steps that it did not have. */
export function shownValues(typed: TypedBrief, result: FormResult | undefined): Record<string, unknown> {
  const sent = Object.keys(onlySteps(typed, sentSteps(result)));
  const stored = Object.entries(formValues(typed)).filter(([name]) => !sent.includes(name));
  return { ...Object.fromEntries(stored), ...result?.initialValue };
}
