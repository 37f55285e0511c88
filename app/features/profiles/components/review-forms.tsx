import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";

/** Approve, or reject with a reason. `rejection` is what came back from a refused form. */
export function ReviewForms({
  contributorId,
  name,
  rejection,
}: {
  contributorId: string;
  name: string;
  rejection?: { reason?: string; error?: string[] };
}) {
  const action = paths.reviewContributor(contributorId);
  return (
    <div className="row items-start">
      <Form action={action}>
        <SubmitButton name="decision" value="approve" kind="secondary" small pending="Approving...">
          Approve <span className="visually-hidden">{name}</span>
        </SubmitButton>
      </Form>
      <details open={rejection !== undefined}>
        <summary className="btn btn-quiet btn-small">
          Reject <span className="visually-hidden">{name}</span>
        </summary>
        <Form action={action} className="stack pt-2">
          <input type="hidden" name="decision" value="reject" />
          <TextArea
            label="Reason"
            name="reason"
            id={`reason-${contributorId}`}
            hint="The contributor is told this word for word."
            rows={3}
            required
            maxLength={2000}
            defaultValue={rejection?.reason}
            error={rejection?.error}
          />
          <SubmitButton kind="danger" small pending="Rejecting...">
            Reject with this reason
          </SubmitButton>
        </Form>
      </details>
    </div>
  );
}
