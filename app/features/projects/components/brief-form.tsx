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
  type DraftOfForm,
  isBriefStep,
  type KeptBrief,
  type LostDraft,
  stepAfter,
  stepBefore,
  stepFields,
  stepOf,
  stepTitles,
} from "../brief";
import { BriefFields, fieldsOfStep, formValues, sentSteps, shownValues } from "./brief-fields";
import { LivePreview } from "./brief-preview";

/** The submit button that opens each step. Each has its own name, because lynx sends all buttons that share one. */
const buttonNames: Record<BriefStep, string> = {
  details: "toDetails",
  requirements: "toRequirements",
  budget: "toBudget",
};

/**
 * The form for a draft. Without script, it shows one step, and its buttons save that step and go to another. With
 * script, all steps are in the page and one is visible. It sends only the steps that were changed here, so it doesn't
 * overwrite what another tab saved.
 */
export function BriefForm({
  personId,
  draft,
  step,
  files,
  picture,
  choices,
  result,
  lost,
  errors,
  posts,
}: {
  personId: string;
  /** The draft as it was when the page was loaded. */
  draft: DraftOfForm & KeptBrief;
  step: BriefStep;
  /** How many references the brief has. */
  files: number;
  /** A reference picture for the preview. */
  picture: PictureView | null;
  choices: BriefChoices;
  /** What a rejected form returned. */
  result?: FormResult;
  /** Set if the form was rejected because its draft is gone. */
  lost?: LostDraft;
  /** What keeps the stored draft from being posted. */
  errors?: FormResult["error"];
  /** How many active posts the creator has, and how many their plan allows. Null if that couldn't be read. */
  posts: UsageView | null;
}) {
  const hasScript = useHasScript();
  const [since, setSince] = useState<Since>({ loaded: draft, draft, refused: lost?.words });
  // After a refusal, a reload would fill untouched fields from another draft, or empty them.
  const isCurrent = since.loaded === draft || since.refused !== undefined;
  const { draft: current, refused }: Since = isCurrent ? since : { loaded: draft, draft };
  const { key, isStored, typed } = current;
  const unsaved = sentSteps(result);
  const error = refused ? { "": [refused] } : (!lost && result?.error) || errors;
  const { formProps, field } = useForm<string>("brief", { error, initialValue: shownValues(typed, result) });
  const draftName = `brief-${personId}`;
  const { shown, isTitled, onSubmit } = useBriefSteps(formProps.id, step, draftName, hasScript, {
    lost,
    onSaved: (kept) => setSince({ loaded: draft, draft: { ...kept, isStored: true } }),
    onLost: ({ words, next }) => setSince({ loaded: draft, draft: { typed, ...next }, refused: words }),
  });
  const before = stepBefore(shown);
  const isLast = shown === "budget";
  const postsLeft = posts && usesLeft(posts);
  const ofOthers = (name: string) => ![null, shown].includes(stepOf(name));
  const shownErrors = Object.entries(error ?? {}).filter(([name]) => !ofOthers(name));
  return (
    <div className="brief-desk">
      <Form
        {...formProps}
        action={paths.projectBrief({ step: shown })}
        encType="multipart/form-data"
        className="stack"
        onSubmit={onSubmit}
      >
        {/* Enter presses the first button in the form, so this one repeats the main button. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {isLast ? "Save" : "Next"}
        </button>{" "}
        <input type="hidden" name="key" value={key} />
        {isStored && <input type="hidden" name="isStored" value="1" />}
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
              // The class sets `display`, which would override `hidden`.
              className={name === shown ? "stack" : undefined}
              data-step={name}
              data-unsaved={unsaved.includes(name) || undefined}
              hidden={name !== shown}
            >
              <legend className="visually-hidden" tabIndex={-1}>
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
          <ButtonLink kind="quiet" small to={paths.discardBrief({ key })}>
            Discard draft
          </ButtonLink>
        </div>
        {hasScript && (
          <KeepTyped
            formId={formProps.id}
            name={draftName}
            base={JSON.stringify(formValues(typed))}
            isFresh={Boolean(result)}
          />
        )}
      </Form>
      <LivePreview
        formId={formProps.id}
        typed={typed}
        choices={choices}
        picture={picture}
        hasScript={hasScript}
      />
    </div>
  );
}

/** What a page has learned since it was loaded. `loaded` is the draft it was loaded with, to notice when that changes. */
interface Since {
  loaded: KeptBrief;
  draft: DraftOfForm & KeptBrief;
  /** Why the last save was refused. */
  refused?: string;
}

/** Saves typed text on this device. It's a component so that it can wait until all steps are in the page. */
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

interface Saving {
  lost: LostDraft | undefined;
  /** Receives the whole stored draft, which includes what other tabs have saved. */
  onSaved: (kept: KeptBrief) => void;
  onLost: (lost: LostDraft) => void;
}

/** Switches between the steps, which are all in the form, and saves changes in the background. */
function useBriefSteps(
  formId: string,
  first: BriefStep,
  draftName: string,
  hasScript: boolean,
  saving: Saving,
) {
  const { key } = useLocation();
  const [chosen, setChosen] = useState({ key, step: first });
  const stepShown = chosen.key === key ? chosen.step : first;
  const isTitled = useIsTitled(formId, stepShown, hasScript);
  const save = useSaving(formId, hasScript, saving);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    document.querySelector<HTMLElement>(`#${formId} [data-step=${stepShown}] legend`)?.focus();
  }, [formId, stepShown]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The other steps aren't rendered yet, so submit the form and let the server show the next step.
    if (!hasScript) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A half-typed date has an empty value, so saving it would lose it.
    const broken = controlsOf(form).find((control) => control.validity.badInput);
    if (broken) {
      event.preventDefault();
      broken.reportValidity();
      return;
    }
    const name = submitter?.getAttribute("name") ?? "";
    if (name === "post") return writeLocal(draftName, undefined);
    // Files and the preview are separate pages, so submit the form normally.
    if (name === "toFiles" || name === "toPreview") return;
    event.preventDefault();
    save();
    const to = name.replace("to", "").toLowerCase();
    const step = isBriefStep(to) ? to : stepAfter(stepShown);
    hasMoved.current = step !== stepShown;
    if (step === stepShown) return;
    setChosen({ key, step });
    // Adds the history entry without the router, which would load the step from the server. The router numbers its
    // entries in `idx`.
    const { idx = 0 } = window.history.state ?? {};
    window.history.pushState({ ...window.history.state, idx: idx + 1 }, "", paths.projectBrief({ step }));
  }

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

/** Whether the title is filled in. True until script has read the field. */
function useIsTitled(formId: string, stepShown: BriefStep, hasScript: boolean): boolean {
  const [isTitled, setTitled] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown step's fields may have been filled in without an event
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
 * Returns a function that saves the steps whose values differ from what this page has loaded or saved, so that other
 * tabs' steps aren't overwritten. Also saves when the page is hidden or closed. Whatever couldn't be saved is sent with
 * the next form.
 */
function useSaving(formId: string, hasScript: boolean, saving: Saving): () => void {
  const stored = useRef(new Map<string, string>());
  const last = useRef(Promise.resolve());
  const tell = useRef(saving);
  useEffect(() => {
    tell.current = saving;
  });
  // Saving a draft that's gone would make another one, so that happens only when the person presses a button.
  const isLost = useRef(false);

  /** Marks every step as unsaved, so that the next save sends all of them. */
  const forget = useCallback((lost: LostDraft) => {
    stored.current.clear();
    isLost.current = true;
    tell.current.onLost(lost);
  }, []);

  const isChanged = useCallback(
    (panel: HTMLFieldSetElement) => stored.current.get(panel.dataset.step ?? "") !== valuesOf(panel),
    [],
  );

  const send = useCallback(
    async (form: HTMLFormElement, how: { keepalive?: boolean } = {}): Promise<void> => {
      const changed = panelsOf(form).filter(isChanged);
      if (changed.length === 0) return;
      const sent = changed.map((panel) => [panel.dataset.step ?? "", valuesOf(panel)] as const);
      try {
        const response = await fetch(paths.saveBrief(), { method: "POST", body: new FormData(form), ...how });
        if (response.status === 409) return forget(await response.json());
        if (!response.ok) return;
        const kept: KeptBrief = await response.json();
        for (const [step, values] of sent) stored.current.set(step, values);
        isLost.current = false;
        tell.current.onSaved(kept);
      } catch {
        // Offline, for example. The next save sends these steps, too.
      }
    },
    [isChanged, forget],
  );

  useEffect(() => {
    if (!hasScript) return;
    const form = document.getElementById(formId) as HTMLFormElement;
    for (const panel of panelsOf(form)) {
      const isUnsaved = panel.dataset.unsaved !== undefined;
      stored.current.set(panel.dataset.step ?? "", isUnsaved ? "" : renderedValuesOf(panel));
    }
    const leaveOutUnchanged = ({ formData }: FormDataEvent) => leaveOut(formData, panelsOf(form), isChanged);
    const leave = () => {
      if (document.visibilityState === "hidden" && !isLost.current) void send(form, { keepalive: true });
    };
    form.addEventListener("formdata", leaveOutUnchanged);
    document.addEventListener("visibilitychange", leave);
    return () => {
      form.removeEventListener("formdata", leaveOutUnchanged);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [formId, hasScript, isChanged, send]);

  const { lost } = saving;
  useEffect(() => {
    if (hasScript && lost) forget(lost);
  }, [hasScript, lost, forget]);

  // One at a time, because the last request to arrive wins. Bypasses the router, which would reload the page's data and
  // clear the errors shown.
  return () => {
    last.current = last.current.then(async () => {
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) await send(form);
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

/** The step's values as the server rendered them, whatever has been typed or restored since. */
const renderedValuesOf = (panel: HTMLFieldSetElement) =>
  JSON.stringify(
    controlsOf(panel)
      .filter((control) => !isCheckable(control) || control.defaultChecked)
      .map((control) => [
        control.name,
        isCheckable(control) || !("defaultValue" in control) ? control.value : control.defaultValue,
      ]),
  );
