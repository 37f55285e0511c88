import { useLocation, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { controlsOf, isTouched } from "~/ui/form-draft";
import { writeLocal } from "~/ui/local-storage";
import { type BriefStep, isBriefStep, stepAfter, stepFields } from "../brief";

/** Shows one of the steps, which are all in the form, and saves in the background what was changed. */
export function useBriefSteps(formId: string, first: BriefStep, draftName: string, hasScript: boolean) {
  const { key } = useLocation();
  const [chosen, setChosen] = useState({ key, step: first });
  const shown = chosen.key === key ? chosen.step : first;
  const isTitled = useIsTitled(formId, shown, hasScript);
  const save = useSaving(formId);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    document.querySelector<HTMLElement>(`#${formId} [data-step=${shown}] legend`)?.focus();
  }, [formId, shown]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A date that is typed in part has no value: it would be lost.
    const broken = controlsOf(form).find((control) => control.validity.badInput);
    if (broken) {
      event.preventDefault();
      broken.reportValidity();
      return;
    }
    const name = submitter?.getAttribute("name") ?? "";
    if (name === "post") return writeLocal(draftName, undefined);
    event.preventDefault();
    void save();
    const to = name.replace("to", "").toLowerCase();
    const step = isBriefStep(to) ? to : stepAfter(shown);
    hasMoved.current = step !== shown;
    setChosen({ key, step });
    window.history.replaceState(window.history.state, "", paths.projectBrief({ step }));
  }

  return { shown, isTitled, onSubmit };
}

/** True until script knows better. */
function useIsTitled(formId: string, shown: BriefStep, hasScript: boolean): boolean {
  const [isTitled, setTitled] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is shown may have been filled in by script
  useEffect(() => {
    if (!hasScript) return;
    const form = document.getElementById(formId) as HTMLFormElement;
    const look = () => {
      const title = form.elements.namedItem("title");
      setTitled(!(title instanceof HTMLInputElement) || title.value.trim() !== "");
    };
    look();
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, [formId, shown, hasScript]);
  return isTitled;
}

/** Also when the page is left; what fails is sent with the next form. */
function useSaving(formId: string): (how?: { keepalive: boolean }) => Promise<void> {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    const leave = () => {
      if (document.visibilityState === "hidden") void send(form, { keepalive: true });
    };
    form.addEventListener("formdata", leaveOutUntouched);
    document.addEventListener("visibilitychange", leave);
    return () => {
      form.removeEventListener("formdata", leaveOutUntouched);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [formId]);
  return async () => {
    const form = document.getElementById(formId) as HTMLFormElement;
    if (await send(form)) revalidate();
  };
}

async function send(form: HTMLFormElement, how: { keepalive?: boolean } = {}): Promise<boolean> {
  if (!panelsOf(form).some(isChanged)) return false;
  const sent = fetch(paths.saveBrief(), { method: "POST", body: new FormData(form), ...how });
  return sent.then(
    ({ ok }) => ok,
    () => false,
  );
}

/** So that a page opened long ago leaves alone what another has changed since. */
function leaveOutUntouched({ target, formData }: FormDataEvent): void {
  formData.delete("steps");
  for (const panel of panelsOf(target as HTMLFormElement)) {
    const step = panel.dataset.step;
    if (!isBriefStep(step)) continue;
    if (isChanged(panel)) formData.append("steps", step);
    else for (const name of stepFields[step]) formData.delete(name);
  }
}

const panelsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLFieldSetElement>("[data-step]")];

const isChanged = (panel: HTMLFieldSetElement) =>
  panel.dataset.unsaved !== undefined || controlsOf(panel).some(isTouched);
