import { paths } from "~/paths";
import {
  ErrorSummary,
  Form,
  type FormResult,
  fieldProps,
  Select,
  summaryOf,
  TextArea,
  useForm,
} from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";
import type { InvitableProject } from "../inviting.server";
import { projectLimits } from "../project";

const suffixes = { free: "", invited: " (already invited)", applied: " (has applied)" };

export function InviteForm({
  contributorId,
  projects,
  result,
}: {
  contributorId: string;
  projects: InvitableProject[];
  result?: FormResult;
}) {
  const first = projects.find(({ state }) => state === "free");
  const { form, formProps, field } = useForm<"projectId" | "note">("invitation", result, {
    projectId: first?.projectId,
  });
  return (
    <Form {...formProps} className="stack">
      <ErrorSummary errors={summaryOf(form, [field("projectId"), field("note")])} />
      <Select
        label="Project"
        options={projects.map(({ projectId, title, state }) => ({
          value: projectId,
          label: `${title}${suffixes[state]}`,
        }))}
        {...fieldProps(field("projectId"))}
      />
      <TextArea
        label="Why you ask them"
        showOptional
        rows={3}
        maxLength={projectLimits.invitation}
        {...fieldProps(field("note"))}
      />
      <div className="row">
        <SubmitButton pending="Sending...">Send the invitation</SubmitButton>
        <ButtonLink to={paths.profile(contributorId)} kind="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
