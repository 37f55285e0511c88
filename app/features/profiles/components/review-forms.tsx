import { adminPaths } from "~/admin-paths";
import { SubmitButton } from "~/ui/button";
import { CheckboxGroup } from "~/ui/choices";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { reviewReasons } from "../review-reasons";

/** A refused form's values. */
export interface Rejected {
  pick: readonly string[];
  reason?: string;
  error?: string[];
}

/** `rejection` holds a refused form's values; `back` is the list to return to, by default the dashboard. */
export function ReviewForms({
  contributorId,
  name,
  rejection,
  back,
}: {
  contributorId: string;
  name: string;
  rejection?: Rejected;
  back?: string;
}) {
  const action = adminPaths.reviewContributor(contributorId);
  const common = { contributorId, name, rejection, back };
  return (
    <div className="stack">
      <Form action={action}>
        <Back to={back} />
        <SubmitButton name="decision" value="approve" kind="secondary" small pending="Approving...">
          Approve <span className="visually-hidden">{name}</span>
        </SubmitButton>
      </Form>
      <RejectForm {...common} />
    </div>
  );
}

const reasons = Object.entries(reviewReasons).map(([value, { label }]) => ({ value, label }));

/** For good, or until the profile is changed: two buttons of one form. */
function RejectForm({
  contributorId,
  name,
  rejection,
  back,
}: {
  contributorId: string;
  name: string;
  rejection?: Rejected;
  back?: string;
}) {
  return (
    <details open={rejection !== undefined}>
      <summary className="btn btn-quiet btn-small">
        Reject or ask for changes <span className="visually-hidden">{name}</span>
      </summary>
      <Form action={adminPaths.reviewContributor(contributorId)} className="stack pt-2">
        <Back to={back} />
        <CheckboxGroup
          legend="Reasons"
          name="pick"
          id={`pick-${contributorId}`}
          options={reasons}
          defaultValue={rejection?.pick}
        />
        <TextArea
          label="Reason in your words"
          name="reason"
          id={`reason-${contributorId}`}
          hint="The contributor sees what you pick, and this text as you write it."
          rows={3}
          maxLength={2000}
          defaultValue={rejection?.reason}
          error={rejection?.error}
        />
        <div className="row">
          <SubmitButton name="decision" value="changes" kind="secondary" small pending="Sending...">
            Ask for changes
          </SubmitButton>
          <SubmitButton name="decision" value="reject" kind="danger" small pending="Rejecting...">
            Reject with this reason
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}

export function UndoReview({
  contributorId,
  name,
  status,
  back,
}: {
  contributorId: string;
  name: string;
  status: "pending" | "approved" | "rejected";
  back?: string;
}) {
  return (
    <Form action={adminPaths.reviewContributor(contributorId)}>
      <Back to={back} />
      <SubmitButton name="decision" value="undo" kind="secondary" small pending="Undoing...">
        Undo {status === "rejected" ? "rejection" : "approval"}
        <span className="visually-hidden"> of {name}</span>
      </SubmitButton>
    </Form>
  );
}

function Back({ to }: { to?: string }) {
  return to ? <input type="hidden" name="back" value={to} /> : null;
}
