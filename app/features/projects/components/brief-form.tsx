import { useLocation } from "@remix-run/react";
import { type FormEvent, Fragment, useCallback, useEffect, useRef, useState } from "react";
import type { PictureView } from "~/features/media/media";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { fullPostsWords, lastUseWords, type UsageView, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { ErrorSummary, Form, type FormResult, summaryOf, useForm } from "~/ui/form";
import { controlsOf, isCheckable, useFormDraft } from "~/ui/form-draft";
import { useHasScript } from "~/ui/has-script";
import { writeLocal } from "~/ui/local-storage";
import { Button, ButtonLink, SubmitButton } from "~/ui/parts";
import {
  type BriefChoices,
  type BriefStep,
  briefSteps,
  isBriefStep,
  type KeptBrief,
  stepAfter,
  stepBefore,
  stepFields,
  stepOf,
  stepTitles,
} from "../brief";
import { BriefFields, fieldsOfStep, formValues, sentSteps, shownValues } from "./brief-fields";
import { LivePreview } from "./brief-preview";

/** By step. Each button has its own name, because lynx sends all buttons that share one. */
const buttonNames: Record<BriefStep, string> = {
  details: "toDetails",
  requirements: "toRequirements",
  budget: "toBudget",
};

/**
 * One step, whose buttons save it and lead to another. With script, the page holds all the steps and shows one of them.
 * Sends only what was changed here, so that another tab's steps stay.
 */
export function BriefForm({
  personId,
  draft,
  step,
  files,
  picture,
  choices,
  result,
  errors,
  posts,
}: {
  personId: string;
  /** As stored when the page was read. */
  draft: KeptBrief;
  step: BriefStep;
  /** How many references the brief has. */
  files: number;
  /** The first references, for the preview. */
  picture: PictureView | null;
  choices: BriefChoices;
  /** What a rejected form returned. */
  result?: FormResult;
  /** Errors in the stored draft. */
  errors?: FormResult["error"];
  /** Null if it couldn't be read. */
  posts: UsageView | null;
}) {
  const hasScript = useHasScript();
  const [saved, setSaved] = useState({ after: draft, kept: draft });
  const { key, typed } = saved.after === draft ? saved.kept : draft;
  const unsaved = sentSteps(result);
  const { form, formProps, field } = useForm<string>("brief", {
    error: result?.error ?? errors,
    initialValue: shownValues(typed, result),
  });
  const draftName = `brief-${personId}`;
  const { shown, isTitled, onSubmit } = useBriefSteps(form.id, step, draftName, hasScript, (kept) =>
    setSaved({ after: draft, kept }),
  );
  const before = stepBefore(shown);
  const isLast = shown === "budget";
  const postsLeft = posts && usesLeft(posts);
  const ofOthers = (name: string) => ![null, shown].includes(stepOf(name));
  const shownErrors = Object.entries(form.error ?? {}).filter(([name]) => !ofOthers(name));
  return (
    <div className="brief-desk">
      <Form
        {...formProps}
        action={paths.projectBrief({ step: shown })}
        encType="multipart/form-data"
        className="stack"
        onSubmit={onSubmit}
      >
        {/* Enter presses the first button. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {isLast ? "Save" : "Next"}
        </button>{" "}
        <input type="hidden" name="key" value={key} />
        <fieldset className="tabs">
          <legend className="visually-hidden">Steps</legend>
          {briefSteps.map((name) => (
            <Fragment key={name}>
              <button
                type="submit"
                name={buttonNames[name]}
                value="1"
                formNoValidate
                aria-current={name === shown ? "step" : undefined}
              >
                {stepTitles[name]}
              </button>{" "}
            </Fragment>
          ))}
          <button type="submit" name="toFiles" value="1" formNoValidate>
            References{files > 0 && ` (${files})`}
          </button>
        </fieldset>
        <ErrorSummary
          title="Please check your brief"
          errors={summaryOf({ error: Object.fromEntries(shownErrors) }, fieldsOfStep(shown, field))}
        />
        {briefSteps
          .filter((name) => hasScript || name === shown)
          .map((name) => (
            <fieldset
              key={name}
              // With this class, a hidden step would be visible.
              className={name === shown ? "stack" : undefined}
              data-step={name}
              data-unsaved={unsaved.includes(name) || undefined}
              hidden={name !== shown}
            >
              <legend className="text-lg" tabIndex={-1}>
                {stepTitles[name]}
              </legend>
              <input type="hidden" name="steps" value={name} />
              <BriefFields step={name} field={field} choices={choices} />
            </fieldset>
          ))}
        <div className="form-acts">
          {isLast && postsLeft !== 0 && (
            <SubmitButton name="post" value="1" pending="Creating..." disabled={!isTitled}>
              Post Project
            </SubmitButton>
          )}
          {!isLast && <Button>Next</Button>}
          {isLast && (
            <Button kind="secondary" name="toPreview" value="1" formNoValidate>
              Preview
            </Button>
          )}
          {before && (
            <Button kind={isLast ? "quiet" : "secondary"} name={buttonNames[before]} value="1" formNoValidate>
              Back
            </Button>
          )}
        </div>
        {isLast && posts && postsLeft === 1 && <p className="hint">{lastUseWords("post", posts.resets)}</p>}
        {isLast && posts && postsLeft === 0 && (
          <LimitNotice title="Project Limit Reached" continueTo={paths.projects()}>
            {fullPostsWords(posts.used, posts.limit)} {posts.resets} Your brief is saved as a draft.
          </LimitNotice>
        )}
        {isLast && !isTitled && postsLeft !== 0 && (
          <p className="hint">Add a title under {stepTitles.details} before you post.</p>
        )}
        <div className="row">
          <p className="hint">Your brief stays a draft until you post it.</p>
          <ButtonLink kind="quiet" small to={paths.discardBrief()}>
            Discard draft
          </ButtonLink>
        </div>
        {hasScript && (
          <KeepTyped
            formId={form.id}
            name={draftName}
            base={JSON.stringify(formValues(typed))}
            isFresh={Boolean(result)}
          />
        )}
      </Form>
      <LivePreview formId={form.id} typed={typed} choices={choices} picture={picture} hasScript={hasScript} />
    </div>
  );
}

/** Rendered once all steps are in the page. */
function KeepTyped({
  formId,
  name,
  base,
  isFresh,
}: {
  formId: string;
  name: string;
  base: string;
  isFresh: boolean;
}) {
  useFormDraft(formId, name, base, isFresh);
  return null;
}

/**
 * Shows one of the steps, which are all in the form, and saves changes in the background.
 * @param onSaved receives the entire draft, which may contain another tab's steps, too
 */
function useBriefSteps(
  formId: string,
  first: BriefStep,
  draftName: string,
  hasScript: boolean,
  onSaved: (kept: KeptBrief) => void,
) {
  const { key } = useLocation();
  const [chosen, setChosen] = useState({ key, step: first });
  const stepShown = chosen.key === key ? chosen.step : first;
  const isTitled = useIsTitled(formId, stepShown, hasScript);
  const save = useSaving(formId, hasScript, onSaved);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    document.querySelector<HTMLElement>(`#${formId} [data-step=${stepShown}] legend`)?.focus();
  }, [formId, stepShown]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The other steps aren't in the page yet. Showing one would lose this step and what was typed, so the server leads
    // there.
    if (!hasScript) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A partly typed date has no value and would be lost.
    const broken = controlsOf(form).find((control) => control.validity.badInput);
    if (broken) {
      event.preventDefault();
      broken.reportValidity();
      return;
    }
    const name = submitter?.getAttribute("name") ?? "";
    if (name === "post") return writeLocal(draftName, undefined);
    // These steps are on other pages, so the form stores the step and the server leads there.
    if (name === "toFiles" || name === "toPreview") return;
    event.preventDefault();
    save();
    const to = name.replace("to", "").toLowerCase();
    const step = isBriefStep(to) ? to : stepAfter(stepShown);
    hasMoved.current = step !== stepShown;
    if (step === stepShown) return;
    setChosen({ key, step });
    // The router doesn't know about these entries, so that a step needs no connection. It counts them by `idx`.
    const { idx = 0 } = window.history.state ?? {};
    window.history.pushState({ ...window.history.state, idx: idx + 1 }, "", paths.projectBrief({ step }));
  }

  // Back and Forward go through the steps.
  useEffect(() => {
    const walk = () => {
      if (window.location.pathname !== paths.projectBrief()) return;
      const step = new URLSearchParams(window.location.search).get("step");
      setChosen({ key, step: isBriefStep(step) ? step : "details" });
    };
    window.addEventListener("popstate", walk);
    return () => window.removeEventListener("popstate", walk);
  }, [key]);

  return { shown: stepShown, isTitled, onSubmit };
}

/** True until script has read the field. */
function useIsTitled(formId: string, stepShown: BriefStep, hasScript: boolean): boolean {
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
  }, [formId, stepShown, hasScript]);
  return isTitled;
}

/**
 * Sends only the steps whose values differ from what this page has read or stored, so that another tab's steps stay.
 * Also saves when the person leaves the page. If that fails, the next form sends it.
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

  // One at a time, because the server keeps the text that arrives last. Doesn't revalidate, which would clear the
  // errors shown.
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

/** The value as the server rendered it, regardless of what was typed or restored since then. */
const givenIn = (panel: HTMLFieldSetElement) =>
  JSON.stringify(
    controlsOf(panel)
      .filter((control) => !isCheckable(control) || control.defaultChecked)
      .map((control) => [
        control.name,
        isCheckable(control) || !("defaultValue" in control) ? control.value : control.defaultValue,
      ]),
  );
