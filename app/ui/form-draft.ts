import { useEffect } from "react";
import { readLocal, writeLocal } from "./local-storage";

interface FormDraft {
  /** What the server had stored when the text was typed. If that has changed, the draft is obsolete. */
  base: string;
  fields: [string, string][];
}

/**
 * Keeps a form's text in this browser, so that it survives a reload, a closed tab or a visit to another page. It's
 * dropped once the server stores something newer.
 * @param name identifies the draft in this browser
 * @param base what the server has stored, as text
 * @param isFresh the form shows a rejected submission, which is newer than the draft
 */
export function useFormDraft(formId: string, name: string, base: string, isFresh: boolean): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const stored = readLocal(name) as FormDraft | undefined;
    if (stored && stored.base !== base) writeLocal(name, undefined);
    else if (stored && !isFresh) restore(form, stored.fields);
    const save = () => writeLocal(name, { base, fields: fieldsOf(form) } satisfies FormDraft);
    // People may type or check something before the script has loaded.
    if (controlsOf(form).some(isTouched)) save();
    form.addEventListener("input", save);
    return () => form.removeEventListener("input", save);
  }, [formId, name, base, isFresh]);
}

export function controlsOf(form: HTMLFormElement | HTMLFieldSetElement) {
  return [...form.elements].filter(
    (one): one is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
      (one instanceof HTMLInputElement && !/^(hidden|submit|password|file)$/.test(one.type)) ||
      one instanceof HTMLTextAreaElement ||
      one instanceof HTMLSelectElement,
  );
}

export const isCheckable = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return controlsOf(form)
    .filter((control) => !isCheckable(control) || control.checked)
    .map((control) => [control.name, control.value]);
}

/**
 * Fills in the draft, except in fields that people changed before the script loaded. Of several fields with one name,
 * each gets its own value.
 */
function restore(form: HTMLFormElement, fields: [string, string][]): void {
  const seen = new Map<string, number>();
  for (const control of controlsOf(form)) {
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isCheckable(control)) {
      if (!isTouched(control)) control.checked = values.includes(control.value);
      if (control.checked) control.closest("details")?.setAttribute("open", "");
      continue;
    }
    const index = seen.get(control.name) ?? 0;
    seen.set(control.name, index + 1);
    const value = values[index];
    // Don't set an equal value: a field that script has set ignores the default values of later renders.
    if (value !== undefined && value !== control.value && !isTouched(control)) control.value = value;
  }
}

function isTouched(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  if (isCheckable(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const given = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== given?.value;
}
