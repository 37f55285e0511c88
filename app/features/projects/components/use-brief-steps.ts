import { useLocation } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { controlsOf, isCheckable } from "~/ui/form-draft";
import { writeLocal } from "~/ui/local-storage";
import { type BriefStep, isBriefStep, type KeptBrief, stepAfter, stepFields } from "../brief";

/**
 * Shows one of the steps, which are all in the form, and saves in the background what was changed.
 * @param onSaved with the whole draft, which may have another tab's steps, too
 */
export function useBriefSteps(
  formId: string,
  first: BriefStep,
  draftName: string,
  hasScript: boolean,
  onSaved: (kept: KeptBrief) => void,
) {
  const { key } = useLocation();
  const [chosen, setChosen] = useState({ key, step: first });
  const shown = chosen.key === key ? chosen.step : first;
  const isTitled = useIsTitled(formId, shown, hasScript);
  const save = useSaving(formId, hasScript, onSaved);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    document.querySelector<HTMLElement>(`#${formId} [data-step=${shown}] legend`)?.focus();
  }, [formId, shown]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The other steps are not in the page yet: showing one would drop this one, and what was typed. The server leads there.
    if (!hasScript) return;
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
    // Another page: it is stored with the form, and the server leads there.
    if (name === "toFiles") return;
    event.preventDefault();
    save();
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

/**
 * Sends only the steps whose values differ from what this page has read or stored, so that another tab's steps stay.
 * Also when the page is left; what fails is sent with the next form.
 */
function useSaving(formId: string, hasScript: boolean, onSaved: (kept: KeptBrief) => void): () => void {
  const stored = useRef(new Map<string, string>());
  const last = useRef(Promise.resolve());

  const isChanged = useCallback(
    (panel: HTMLFieldSetElement) => stored.current.get(panel.dataset.step ?? "") !== valuesOf(panel),
    [],
  );

  const send = useCallback(
    async (form: HTMLFormElement, how: { keepalive?: boolean } = {}): Promise<KeptBrief | null> => {
      const changed = panelsOf(form).filter(isChanged);
      if (changed.length === 0) return null;
      const sent = changed.map((panel) => [panel.dataset.step ?? "", valuesOf(panel)] as const);
      try {
        const response = await fetch(paths.saveBrief(), { method: "POST", body: new FormData(form), ...how });
        if (!response.ok) return null;
        const kept: KeptBrief = await response.json();
        for (const [step, values] of sent) stored.current.set(step, values);
        return kept;
      } catch {
        return null;
      }
    },
    [isChanged],
  );

  useEffect(() => {
    if (!hasScript) return;
    const form = document.getElementById(formId) as HTMLFormElement;
    for (const panel of panelsOf(form)) {
      const isUnsaved = panel.dataset.unsaved !== undefined;
      stored.current.set(panel.dataset.step ?? "", isUnsaved ? "" : givenIn(panel));
    }
    const leaveOutUnchanged = ({ formData }: FormDataEvent) => leaveOut(formData, panelsOf(form), isChanged);
    const leave = () => {
      if (document.visibilityState === "hidden") void send(form, { keepalive: true });
    };
    form.addEventListener("formdata", leaveOutUnchanged);
    document.addEventListener("visibilitychange", leave);
    return () => {
      form.removeEventListener("formdata", leaveOutUnchanged);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [formId, hasScript, isChanged, send]);

  // One after another: the server keeps what arrives last. Pages are not read again, which would clear errors shown.
  return () => {
    last.current = last.current.then(async () => {
      const form = document.getElementById(formId);
      const kept = form instanceof HTMLFormElement ? await send(form) : null;
      if (kept) onSaved(kept);
    });
  };
}

function leaveOut(
  formData: FormData,
  panels: HTMLFieldSetElement[],
  isChanged: (panel: HTMLFieldSetElement) => boolean,
): void {
  formData.delete("steps");
  for (const panel of panels) {
    const step = panel.dataset.step;
    if (!isBriefStep(step)) continue;
    if (isChanged(panel)) formData.append("steps", step);
    else for (const name of stepFields[step]) formData.delete(name);
  }
}

const panelsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLFieldSetElement>("[data-step]")];

const valuesOf = (panel: HTMLFieldSetElement) =>
  JSON.stringify(
    controlsOf(panel)
      .filter((control) => !isCheckable(control) || control.checked)
      .map((control) => [control.name, control.value]),
  );

/** As the server rendered it, whatever was typed or restored since. */
const givenIn = (panel: HTMLFieldSetElement) =>
  JSON.stringify(
    controlsOf(panel)
      .filter((control) => !isCheckable(control) || control.defaultChecked)
      .map((control) => [
        control.name,
        isCheckable(control) || !("defaultValue" in control) ? control.value : control.defaultValue,
      ]),
  );
