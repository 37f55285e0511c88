import { useEffect } from "react";
import { readLocal, writeLocal } from "./local-storage";

interface FormDraft {
  /** The server's version when the text was typed. A newer version makes the draft obsolete. */
  base: string;
  fields: [string, string][];
}

/**
 * Keeps a form's text in this browser until the server has stored something newer: across a reload, a closed tab, or a
 * visit to another page.
 * @param name each name has its own draft
 * @param base what the server has stored, as text
 * @param isFresh the form shows what was just rejected, which is newer than the draft
 */
export function useFormDraft(formId: string, name: string, base: string, isFresh: boolean): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const stored = readLocal(name) as FormDraft | undefined;
    if (stored && stored.base !== base) writeLocal(name, undefined);
    else if (stored && !isFresh) restore(form, stored.fields);
    const save = () => writeLocal(name, { base, fields: fieldsOf(form) } satisfies FormDraft);
    // Something may have been ticked or typed before the script loaded.
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

/** Doesn't overwrite what was typed between page load and hydration. Fields that share a name are restored in order. */
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
    // Setting even an equal value would keep the field from showing later server values.
    if (value !== undefined && value !== control.value && !isTouched(control)) control.value = value;
  }
}

function isTouched(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  if (isCheckable(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const given = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== given?.value;
}
