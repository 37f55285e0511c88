import { useEffect, useState } from "react";

/** What a form holds now, followed as it changes; null until script runs. */
export function useFormValues(formId: string): FormData | null {
  const [values, setValues] = useState<FormData | null>(null);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => setValues(new FormData(form));
    // After the effect that fills in a kept draft.
    queueMicrotask(read);
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formId]);
  return values;
}
