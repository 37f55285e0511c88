import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldOf, fieldProps } from "~/ui/form-fields";
import type { ApplicantView } from "../applicants.server";
import { projectLimits } from "../project";

/** Accept, decline, shortlist and archive; for a declined one, take it back. `back` is where to return to. */
export function DecideForms({
  projectId,
  applicant: { contributorId, name, status, stage },
  canDecide,
  canTakeBack,
  back,
  kind = "primary",
  result,
}: {
  projectId: string;
  applicant: Pick<ApplicantView, "contributorId" | "name" | "status" | "stage">;
  canDecide: boolean;
  canTakeBack: boolean;
  back: string;
  /** Of Accept: in a list, no main action of its page. */
  kind?: "primary" | "secondary";
  /** A refused note. */
  result?: FormResult;
}) {
  const note = fieldOf(
    `decline-${contributorId}`,
    result?.initialValue?.intent === "decline" ? result : undefined,
    "note",
  );
  const action = paths.applicant(projectId, contributorId);
  const hiddenName = <span className="visually-hidden"> {name}</span>;
  if (status === "declined" && canTakeBack)
    return (
      <Form action={action}>
        <input type="hidden" name="back" value={back} />
        <SubmitButton name="intent" value="take-back" kind="secondary" small pending="Taking back...">
          Take back the decline<span className="visually-hidden"> of {name}</span>
        </SubmitButton>
      </Form>
    );
  if (status !== "pending") return null;
  return (
    <>
      <Form action={action} className="row">
        <input type="hidden" name="back" value={back} />
        {canDecide && (
          <SubmitButton name="intent" value="accept" kind={kind} small pending="Accepting...">
            Accept{hiddenName}
          </SubmitButton>
        )}
        {stage !== "shortlisted" && (
          <SubmitButton name="intent" value="shortlist" kind="quiet" small pending="Saving...">
            Shortlist{hiddenName}
          </SubmitButton>
        )}
        {stage !== "archived" && (
          <SubmitButton name="intent" value="archive" kind="quiet" small pending="Saving...">
            Archive{hiddenName}
          </SubmitButton>
        )}
        {stage !== "new" && (
          <SubmitButton name="intent" value="restore" kind="quiet" small pending="Saving...">
            Back to new{hiddenName}
          </SubmitButton>
        )}
      </Form>
      {canDecide && (
        <details open={note.errors !== undefined}>
          <summary className="btn btn-quiet btn-small">Decline{hiddenName}</summary>
          <Form action={action} className="stack pt-2">
            <input type="hidden" name="back" value={back} />
            <TextArea
              label="Note to the applicant"
              showOptional
              rows={2}
              maxLength={projectLimits.declineNote}
              {...fieldProps(note)}
            />
            <div>
              <SubmitButton name="intent" value="decline" kind="danger" small pending="Declining...">
                Decline{hiddenName}
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </>
  );
}
