import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";

/** `rejection` holds a refused form's values; `back` is the list to return to, by default the dashboard. */
export function ReviewForms({
  contributorId,
  name,
  rejection,
  back,
}: {
  contributorId: string;
  name: string;
  rejection?: { reason?: string; error?: string[] };
  back?: string;
}) {
  const action = paths.reviewContributor(contributorId);
  return (
    <div className="stack">
      <Form action={action}>
        <Back to={back} />
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
          <Back to={back} />
          <TextArea
            label="Reason"
            name="reason"
            id={`reason-${contributorId}`}
            hint="The contributor sees this text as you write it."
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

export function UndoApproval({
  contributorId,
  name,
  back,
}: {
  contributorId: string;
  name: string;
  back?: string;
}) {
  return (
    <Form action={paths.reviewContributor(contributorId)}>
      <Back to={back} />
      <SubmitButton name="decision" value="undo" kind="secondary" small pending="Undoing...">
        Undo approval<span className="visually-hidden"> of {name}</span>
      </SubmitButton>
    </Form>
  );
}

function Back({ to }: { to?: string }) {
  return to ? <input type="hidden" name="back" value={to} /> : null;
}
