import { useEffect } from "react";
import { keep, kept } from "./local-storage";

interface KeptForm {
  /** What the server had stored when this was typed: once it has something newer, this is over. */
  base: string;
  fields: [string, string][];
}

/**
 * Keeps what is typed into a form in this browser until the server has stored something newer, and puts it back when
 * the page comes again: after a reload, a closed tab, or another page.
 * @param name what the form is about; another name is another text
 * @param base what the server has stored of it, as a text
 * @param isFresh the form shows what was just sent and refused, which is newer
 */
export function useKeptForm(formId: string, name: string, base: string, isFresh: boolean): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const stored = kept(name) as KeptForm | undefined;
    if (stored && stored.base !== base) keep(name, undefined);
    else if (stored && !isFresh) putBack(form, stored.fields);
    const remember = () => keep(name, { base, fields: fieldsOf(form) } satisfies KeptForm);
    form.addEventListener("input", remember);
    return () => form.removeEventListener("input", remember);
  }, [formId, name, base, isFresh]);
}

function controlsOf(form: HTMLFormElement) {
  return [...form.elements].filter(
    (one): one is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
      (one instanceof HTMLInputElement && !/^(hidden|submit|password|file)$/.test(one.type)) ||
      one instanceof HTMLTextAreaElement ||
      one instanceof HTMLSelectElement,
  );
}

const isTick = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return controlsOf(form)
    .filter((control) => !isTick(control) || control.checked)
    .map((control) => [control.name, control.value]);
}

/** What was typed since the page came, before its script did, stays. */
function putBack(form: HTMLFormElement, fields: [string, string][]): void {
  for (const control of controlsOf(form)) {
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTick(control)) {
      if (control.checked === control.defaultChecked) control.checked = values.includes(control.value);
    } else if (values[0] !== undefined && isUntouched(control)) control.value = values[0];
  }
}

function isUntouched(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value === control.defaultValue;
  const given = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value === given?.value;
}
