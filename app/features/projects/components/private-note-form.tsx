import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldOf, fieldProps } from "~/ui/form-fields";
import type { ApplicantView } from "../applicants.server";
import { projectLimits } from "../project";

export function PrivateNoteForm({
  projectId,
  applicant: { contributorId, privateNote },
  result,
}: {
  projectId: string;
  applicant: Pick<ApplicantView, "contributorId" | "privateNote">;
  result?: FormResult;
}) {
  const refused = result?.initialValue?.intent === "note" ? result : { initialValue: { privateNote } };
  return (
    <Card title="Private note">
      <Form action={paths.applicant(projectId, contributorId)} className="stack">
        <TextArea
          label="Only you see it"
          rows={3}
          maxLength={projectLimits.privateNote}
          {...fieldProps(fieldOf("applicant", refused, "privateNote"))}
        />
        <div>
          <SubmitButton name="intent" value="note" kind="secondary" small pending="Saving...">
            Save the note
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
