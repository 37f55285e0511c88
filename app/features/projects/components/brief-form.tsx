import { Fragment, useState } from "react";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { lastUseWords, type UsageView, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { useFormDraft } from "~/ui/form-draft";
import { type FormResult, summaryOf, useForm } from "~/ui/form-fields";
import { useHasScript } from "~/ui/has-script";
import {
  type BriefChoices,
  type BriefStep,
  briefSteps,
  type KeptBrief,
  stepBefore,
  stepOf,
  stepTitles,
} from "../brief";
import { BriefFields, fieldsOfStep } from "./brief-fields";
import { formValues, sentSteps, shownValues } from "./brief-values";
import { useBriefSteps } from "./use-brief-steps";

/** By step. Each has a name of its own: lynx sends all buttons that share one. */
const buttonNames: Record<BriefStep, string> = {
  details: "toDetails",
  requirements: "toRequirements",
  budget: "toBudget",
};

/**
 * One step, whose buttons save it and lead to another; with script all of them, of which one is shown. Only what was
 * changed here is sent, so that another tab's steps stay.
 */
export function BriefForm({
  personId,
  draft,
  step,
  files,
  choices,
  result,
  errors,
  posts,
}: {
  personId: string;
  /** As stored when the page was read. */
  draft: KeptBrief;
  step: BriefStep;
  /** How many references it has. */
  files: number;
  choices: BriefChoices;
  /** Of a rejected form. */
  result?: FormResult;
  /** Of the stored draft. */
  errors?: FormResult["error"];
  /** Null if it could not be read. */
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
  const shownErrors = Object.entries(form.allErrors ?? {}).filter(([name]) => !ofOthers(name));
  return (
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
        errors={summaryOf(
          { ...form, allErrors: Object.fromEntries(shownErrors) },
          fieldsOfStep(shown, field),
        )}
      />
      <Card as="div">
        {briefSteps
          .filter((name) => hasScript || name === shown)
          .map((name) => (
            <fieldset
              key={name}
              // The class would show it.
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
        <div className="row justify-between">
          {before && (
            <Button kind="secondary" name={buttonNames[before]} value="1" formNoValidate>
              Back
            </Button>
          )}
          {isLast && postsLeft !== 0 && (
            <SubmitButton name="post" value="1" pending="Creating..." disabled={!isTitled}>
              Post Project
            </SubmitButton>
          )}
          {!isLast && <Button>Next</Button>}
        </div>
        {isLast && posts && postsLeft === 1 && <p className="hint">{lastUseWords("post", posts.resets)}</p>}
        {isLast && posts && postsLeft === 0 && (
          <LimitNotice title="Project Limit Reached" continueTo={paths.projects()}>
            You have {posts.used} of {posts.limit} active posts. {posts.resets} Your brief is kept as a draft.
          </LimitNotice>
        )}
        {isLast && !isTitled && postsLeft !== 0 && (
          <p className="hint">
            A project needs a title before it can be posted. You find it under {stepTitles.details}.
          </p>
        )}
      </Card>
      <div className="row">
        <p className="hint">What you write here stays a draft until you post it.</p>
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
  );
}

/** Once all steps are in the page. */
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
