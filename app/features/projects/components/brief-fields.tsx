import { useEffect, useRef, useState } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { ChoiceField } from "~/features/profiles/components/choice-field";
import { longestLink } from "~/links";
import {
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

/** The fields of one step. */
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
  /** A draft doesn't need a title yet. */
  needsTitle?: boolean;
  /** Shown read-only. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the effect that fills in a kept draft
  useEffect(() => queueMicrotask(follow), []);
  const type = choices.budgetTypes.find(({ value }) => value === chosen);
  // A hidden amount keeps what was typed. The server leaves it out.
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

/** The fields of a step, for the links of an error summary. Questions that can't be changed anymore aren't fields. */
export function fieldsOfStep(step: BriefStep, field: FieldOf, areQuestionsFixed = false): FieldState[] {
  const names = stepFields[step].filter((name) => name !== "questions" || !areQuestionsFixed);
  const questions = names.includes("questions") ? questionNames : [];
  return [...names.map(field), ...questions.map((name) => questionOf(name, field))];
}

/** The first question has the ID of the whole list. */
function questionOf(name: string, field: FieldOf): FieldState {
  return name === questionNames[0] ? { ...field(name), id: field("questions").id } : field(name);
}

function QuestionFields({ field }: { field: FieldOf }) {
  const { id, initialValue, errors = [] } = field("questions");
  const asked = textsOf(initialValue);
  return (
    <fieldset className="stack">
      <legend className="text-lg">Screening questions</legend>
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
      {questions.length === 0 && <p>None</p>}
      <ol>
        {questions.map((question) => (
          <li key={question}>
            {question}
            <input type="hidden" name="questions" value={question} />
          </li>
        ))}
      </ol>
    </div>
  );
}

export function formValues({ budgetTypeId, ...typed }: TypedBrief): Record<string, unknown> {
  return { ...typed, budgetTypeId: budgetTypeId === null ? "" : String(budgetTypeId) };
}

/** The steps of a rejected form, none of which were stored. */
export function sentSteps(result: FormResult | undefined): BriefStep[] {
  return [result?.initialValue?.steps ?? []].flat().filter(isBriefStep);
}

/** The values of a rejected form, and the stored values of other steps. */
export function shownValues(typed: TypedBrief, result: FormResult | undefined): Record<string, unknown> {
  const sent = Object.keys(onlySteps(typed, sentSteps(result)));
  const stored = Object.entries(formValues(typed)).filter(([name]) => !sent.includes(name));
  return { ...Object.fromEntries(stored), ...result?.initialValue };
}
