import { useEffect, useRef, useState } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { ChoiceField } from "~/features/profiles/components/choice-field";
import { longestLink } from "~/links";
import {
  describedBy,
  Field,
  type FieldState,
  type FormResult,
  fieldProps,
  Hint,
  RadioGroup,
  TextArea,
  textsOf,
} from "~/ui/form";
import {
  type BriefChoices,
  type BriefStep,
  isBriefStep,
  onlySteps,
  stepFields,
  type TypedBrief,
} from "../brief";
import { mostQuestions, projectLimits } from "../project";

type FieldOf = (name: string) => FieldState;

export function BriefFields({
  step,
  field,
  choices,
  needsTitle,
  fixedQuestions,
}: {
  step: BriefStep;
  field: FieldOf;
  choices: BriefChoices;
  /** False for a draft, which may still lack its title. */
  needsTitle?: boolean;
  /** The questions as plain text, once applicants have answered them. Null while they can still be changed. */
  fixedQuestions?: readonly string[] | null;
}) {
  switch (step) {
    case "details":
      return (
        <>
          <Field
            label="Title"
            hint="Required. Everything else is optional."
            required={needsTitle}
            limit={projectLimits.title}
            {...fieldProps(field("title"))}
          />
          <TextArea
            label="Description"
            rows={8}
            hint="What you make, what you need, and how you like to work."
            limit={projectLimits.description}
            {...fieldProps(field("description"))}
          />
          {/* Not type=url, which would refuse a URL without https://. We add that ourselves. */}
          <Field
            label="Brand link"
            hint="Your channel, site or style guide."
            inputMode="url"
            autoComplete="url"
            placeholder="https://"
            limit={longestLink}
            {...fieldProps(field("brandLink"))}
          />
        </>
      );
    case "requirements":
      return (
        <>
          <ChoiceField label="Services needed" field={field("serviceIds")} groups={choices.services} />
          <ChoiceField label="Tools required" field={field("toolIds")} groups={choices.tools} />
          <ChoiceField label="Visual style" field={field("visualStyleIds")} groups={choices.styles} />
          <TextArea
            label="Deliverables"
            hint="What you'll have when the work is done."
            limit={projectLimits.deliverables}
            {...fieldProps(field("deliverables"))}
          />
          {fixedQuestions ? <FixedQuestions questions={fixedQuestions} /> : <QuestionFields field={field} />}
        </>
      );
    case "budget":
      return <BudgetFields field={field} choices={choices} />;
  }
}

function BudgetFields({ field, choices }: { field: FieldOf; choices: BriefChoices }) {
  const { defaultValue: budgetType = "", ...budget } = fieldProps(field("budgetTypeId"));
  const types = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(budgetType);
  const follow = () =>
    setChosen(types.current?.querySelector<HTMLInputElement>("input:checked")?.value ?? "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; the microtask lets the effect that restores typed text go first
  useEffect(() => queueMicrotask(follow), []);
  const type = choices.budgetTypes.find(({ value }) => value === chosen);
  // Hiding the amount keeps what was typed, in case the person switches back. The server ignores it.
  const hasAmount = type?.unit !== null;
  const { defaultValue: projectType = "one-time", ...project } = fieldProps(field("projectType"));
  return (
    <>
      <div ref={types} onChange={follow}>
        <RadioGroup
          legend="Budget type"
          options={[{ value: "", label: "Not decided yet" }, ...choices.budgetTypes]}
          defaultValue={budgetType}
          {...budget}
        />
      </div>
      <div hidden={!hasAmount}>
        <AmountFields
          legend="Amount"
          from={field("budgetFrom")}
          to={field("budgetTo")}
          unit={field("budgetUnit")}
          suggested={type?.unit}
        />
      </div>
      <TextArea
        label="Budget details"
        rows={2}
        hint={
          hasAmount ? "What's included, or what it depends on." : "For example, 10% of what the videos earn."
        }
        limit={projectLimits.budgetDetails}
        {...fieldProps(field("budgetDetails"))}
      />
      <Field label="Start date" type="date" {...fieldProps(field("startDate"))} />
      <TextArea
        label="Timeline"
        rows={2}
        hint="For example, two weeks, or one video a week."
        limit={projectLimits.timeline}
        {...fieldProps(field("timeline"))}
      />
      <RadioGroup
        legend="Project type"
        options={[
          { value: "one-time", label: "One-time" },
          { value: "ongoing", label: "Ongoing" },
        ]}
        defaultValue={projectType}
        {...project}
      />
    </>
  );
}

const questionNames = Array.from({ length: mostQuestions }, (_, index) => `questions[${index}]`);

/** The fields that an error summary can link to. Leaves out questions once they can't be changed. */
export function fieldsOfStep(step: BriefStep, field: FieldOf, areQuestionsFixed = false): FieldState[] {
  const names = stepFields[step].filter((name) => name !== "questions" || !areQuestionsFixed);
  const questions = names.includes("questions") ? questionNames : [];
  return [...names.map(field), ...questions.map((name) => questionOf(name, field))];
}

/** The first question takes the list's ID, so that errors about the whole list link to it. */
function questionOf(name: string, field: FieldOf): FieldState {
  return name === questionNames[0] ? { ...field(name), id: field("questions").id } : field(name);
}

function QuestionFields({ field }: { field: FieldOf }) {
  const { id, initialValue, errors = [] } = field("questions");
  const asked = textsOf(initialValue);
  return (
    <fieldset
      className="stack"
      aria-describedby={describedBy(`${id}-all`, { hint: true })["aria-describedby"]}
    >
      <legend className="text-base">Screening questions</legend>
      <Hint id={`${id}-all`} hint={`Up to ${mostQuestions}. Everyone who applies has to answer them.`} />
      {questionNames.map((name, index) => {
        const question = questionOf(name, field);
        return (
          <Field
            key={name}
            label={`Question ${index + 1}`}
            name="questions"
            id={question.id}
            defaultValue={asked[index]}
            limit={projectLimits.question}
            error={[...(index === 0 ? errors : []), ...(question.errors ?? [])]}
          />
        );
      })}
    </fieldset>
  );
}

function FixedQuestions({ questions }: { questions: readonly string[] }) {
  return (
    <div className="field">
      <p className="font-bold">Screening questions</p>
      <p className="hint">Someone has already applied, so you can't change these questions anymore.</p>
      {questions.length === 0 ? (
        <p>None</p>
      ) : (
        <ol>
          {questions.map((question) => (
            <li key={question}>
              {question}
              <input type="hidden" name="questions" value={question} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

export function formValues({ budgetTypeId, ...typed }: TypedBrief): Record<string, unknown> {
  return { ...typed, budgetTypeId: budgetTypeId === null ? "" : String(budgetTypeId) };
}

/** The steps that a rejected form contained. None of them were stored. */
export function sentSteps(result: FormResult | undefined): BriefStep[] {
  return [result?.initialValue?.steps ?? []].flat().filter(isBriefStep);
}

/** What to fill in: the values of a rejected form and, for the other steps, the stored ones. */
export function shownValues(typed: TypedBrief, result: FormResult | undefined): Record<string, unknown> {
  const sent = Object.keys(onlySteps(typed, sentSteps(result)));
  const stored = Object.entries(formValues(typed)).filter(([name]) => !sent.includes(name));
  return { ...Object.fromEntries(stored), ...result?.initialValue };
}
