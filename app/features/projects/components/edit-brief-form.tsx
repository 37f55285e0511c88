import { paths } from "~/paths";
import { ErrorSummary, Form, type FormResult, summaryOf, useForm } from "~/ui/form";
import { useLeaveWarning } from "~/ui/leave-warning";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import { type BriefChoices, briefSteps, stepTitles, type TypedBrief } from "../brief";
import { BriefFields, fieldsOfStep, formValues } from "./brief-fields";

/** A posted project's whole brief on one page. Multipart, because percent-encoded text can exceed 64 kB. */
export function EditBriefForm({
  projectId,
  typed,
  choices,
  areQuestionsFixed,
  result,
}: {
  projectId: string;
  typed: TypedBrief;
  choices: BriefChoices;
  areQuestionsFixed: boolean;
  result?: FormResult;
}) {
  const { form, formProps, field } = useForm<string>("brief", result, formValues(typed));
  useLeaveWarning(form.id, Boolean(result));
  const fixedQuestions = areQuestionsFixed ? typed.questions : null;
  return (
    <Form {...formProps} encType="multipart/form-data" className="stack">
      <ErrorSummary
        title="Please check your brief"
        errors={summaryOf(
          form,
          briefSteps.flatMap((step) => fieldsOfStep(step, field)),
        )}
      />
      {briefSteps.map((step) => (
        <Card key={step} title={stepTitles[step]}>
          <BriefFields
            step={step}
            field={field}
            choices={choices}
            fixedQuestions={fixedQuestions}
            needsTitle
          />
        </Card>
      ))}
      <div className="row">
        <SubmitButton pending="Saving...">Save Changes</SubmitButton>
        <ButtonLink kind="secondary" to={paths.project(projectId)}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
