import type { ReactNode } from "react";
import { mostSize } from "~/features/media/media";
import { ErrorSummary, Form, type FormResult, useForm } from "~/ui/form";
import { useFormDraft } from "~/ui/form-draft";
import { SubmitButton } from "~/ui/parts";
import { builderSteps, type Choices, controlNames } from "../builder";
import type { ProfileAnswers } from "../profile";
import { type UserType, userTypeLabels } from "../user-type";
import { ProfileField } from "./profile-field";

/** One step of the builder. Every button saves its answers. Until then, the browser keeps what was typed. */
export function BuilderForm({
  draftId,
  userType,
  step,
  answers,
  choices,
  hasAccount,
  result,
  preview,
}: {
  draftId: string;
  userType: UserType;
  step: number;
  answers: Partial<ProfileAnswers>;
  choices: Choices;
  hasAccount: boolean;
  result?: FormResult;
  /** The card as others will see it. Only wide windows show it. */
  preview?: ReactNode;
}) {
  const { formProps, field, errorsOf } = useForm<keyof ProfileAnswers>(`step-${step}`, result, answers);
  useFormDraft(
    formProps.id,
    `builder-${draftId}-${userType}-${step}`,
    JSON.stringify(answers),
    Boolean(result),
  );
  const steps = builderSteps[userType];
  const here = steps[step - 1];
  const isLast = step === steps.length;
  if (!here) return null;
  return (
    <div className="builder">
      <div className="stack builder-head">
        <p className="hint">
          {userTypeLabels[userType]} · Step {step} of {steps.length}
        </p>
        <div className="bars" aria-hidden="true">
          {steps.map(({ title }, index) => (
            <i key={title} className={index < step ? "bars-done" : undefined} />
          ))}
        </div>
        <h1>{here.title}</h1>
        {step === 1 && <p className="muted">Everything here is optional, and you can change it later.</p>}
      </div>
      <Form {...formProps} className="stack">
        <ErrorSummary title="Error saving profile" errors={errorsOf(here.fields.flatMap(controlNames))} />
        {/* Enter presses the first button in the form, so this one repeats the main button. It has no name, because
            lynx sends all buttons that share one. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {isLast ? "Complete" : "Next"}
        </button>{" "}
        <input type="hidden" name="userType" value={userType} />
        {here.fields.map((spec) => (
          <ProfileField key={spec.name} spec={spec} fieldOf={field} choices={choices} />
        ))}
        {/* Its button completes the profile and opens the upload page. It isn't a file field, because files count toward
            an account's quota, which guests don't have yet. */}
        {isLast && (
          <div className="builder-drop">
            <p className="font-bold">Show your work</p>
            <p className="hint" id="builder-upload">
              A picture or PDF up to {mostSize.image}, or a video up to {mostSize.video}. It's the first thing
              people see.
              {!hasAccount && " You'll create your account first, then upload."}
            </p>
            <div>
              <SubmitButton
                kind="secondary"
                name="intent"
                value="work"
                pending="Saving..."
                aria-describedby="builder-upload"
              >
                Save and upload files
              </SubmitButton>
            </div>
          </div>
        )}
        <div className="builder-go">
          <SubmitButton kind="secondary" name="intent" value="back" formNoValidate>
            Back
          </SubmitButton>
          {isLast ? (
            <SubmitButton pending="Saving...">Complete</SubmitButton>
          ) : (
            <SubmitButton>Next</SubmitButton>
          )}
        </div>
        <div className="row">
          <SubmitButton kind="soft" small name="intent" value="complete" pending="Saving...">
            Complete Profile
          </SubmitButton>
          <span className="hint">Saves what you've filled in so far.</span>
        </div>
      </Form>
      {preview}
    </div>
  );
}
