import { useState } from "react";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form-fields";
import { useIsBlank } from "~/ui/is-blank";
import { useLeaveWarning } from "~/ui/leave-warning";
import { projectLimits, questionsChanged } from "../project";
import type { ProjectView } from "../viewing.server";
import { type NamableSample, NameSamples } from "./name-samples";

/** The page's own action takes it. `result` is a refused submission. */
export function ApplyForm({
  project,
  samples,
  result,
}: {
  project: Pick<ProjectView, "questions" | "questionsVersion">;
  /** The applicant's. */
  samples: NamableSample[];
  result?: FormResult;
}) {
  const { form, formProps, field } = useForm<"note" | "portfolioLink" | "answers" | "sampleIds">(
    "application",
    result,
  );
  const note = field("note");
  const isBlank = useIsBlank(note.id);
  useLeaveWarning(form.id, Boolean(result));
  const { questions, questionsVersion } = useAsked(project, result);
  const answers = listOf(result?.initialValue?.answers);
  const unasked = answers.slice(questions.length).filter(Boolean);
  return (
    <Card id="apply" title="Your application">
      <Form {...formProps} action="?apply=1" className="stack">
        <ErrorSummary
          title="Error applying for project"
          errors={summaryOf(form, [
            note,
            field("sampleIds"),
            field("portfolioLink"),
            ...questions.map((_, index) => answerField(result, index)),
          ])}
        />
        <TextArea
          label="Application Note"
          rows={6}
          required
          maxLength={projectLimits.note}
          placeholder="Introduce yourself and explain why you're a good fit for this project..."
          {...fieldProps(note)}
        />
        <input type="hidden" name="questionsVersion" value={questionsVersion} />
        {questions.map((question, index) => {
          const { id, errors } = answerField(result, index);
          return (
            <TextArea
              // biome-ignore lint/suspicious/noArrayIndexKey: answers belong to questions by position, and two may be equal
              key={index}
              label={question}
              id={id}
              name="answers"
              rows={3}
              required
              maxLength={projectLimits.answer}
              defaultValue={answers[index]}
              error={errors}
            />
          );
        })}
        {unasked.length > 0 && (
          <>
            <p>What you wrote for questions that are gone is not sent:</p>
            <blockquote className="whitespace-pre-line">{unasked.join("\n\n")}</blockquote>
          </>
        )}
        <NameSamples samples={samples} field={field("sampleIds")} />
        <Field
          label="Portfolio Link (Optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          {...fieldProps(field("portfolioLink"))}
        />
        <div>
          <SubmitButton name="intent" value="apply" pending="Submitting..." disabled={isBlank}>
            Submit Application
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** Those that the answers were begun under, while the page reads newer ones, until a refusal says so. */
function useAsked(
  { questions, questionsVersion }: Pick<ProjectView, "questions" | "questionsVersion">,
  result: FormResult | undefined,
) {
  const [asked, setAsked] = useState({ questions, questionsVersion });
  const isRefused = result?.error?.[""]?.includes(questionsChanged);
  if (isRefused && asked.questionsVersion !== questionsVersion) setAsked({ questions, questionsVersion });
  return asked;
}

/** A single value is not a list. */
const listOf = (given: unknown): (string | undefined)[] => {
  if (typeof given === "string") return [given];
  return Array.isArray(given) ? given.map((text) => (typeof text === "string" ? text : undefined)) : [];
};

function answerField(result: FormResult | undefined, index: number) {
  const name = `answers[${index}]`;
  return { id: `application-answer-${index}`, name, errors: result?.error?.[name] ?? undefined };
}
