import { SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import { PickedRow } from "./picked-row";

interface Mail {
  id: string;
  to: string;
  kind: string;
  subject: string;
  cause: string | null;
  attempts: number;
  at: string;
  retriedAt: string | null;
}

/** One form: the chosen ones are tried again, or stopped. `action` is the list's own address. */
export function UnsentMailList({ mails, action }: { mails: readonly Mail[]; action: string }) {
  return (
    <Form action={action} className="stack">
      <ul className="picks">
        {mails.map((mail) => (
          <PickedRow key={mail.id} name="mail" value={mail.id}>
            <strong>{mail.subject}</strong> <span className="muted">to {mail.to}</span>
            <br />
            <Cause mail={mail} />
          </PickedRow>
        ))}
      </ul>
      <div className="row">
        <SubmitButton name="act" value="retry" kind="secondary" pending="Trying...">
          Try the chosen ones again
        </SubmitButton>
        <details>
          <summary className="btn btn-quiet">Stop the chosen ones</summary>
          <p>They are never sent, which cannot be undone.</p>
          <SubmitButton name="act" value="stop" kind="danger" pending="Stopping...">
            Stop them for good
          </SubmitButton>
        </details>
      </div>
    </Form>
  );
}

function Cause({ mail: { kind, cause, attempts, at, retriedAt } }: { mail: Mail }) {
  return (
    <span className="hint">
      {kind}, <Time at={at} as="dateTime" />
      {attempts > 0 && ` · ${attempts === 1 ? "tried once" : `tried ${attempts} times`}`}
      {cause && ` · ${cause}`}
      {retriedAt && (
        <>
          {" · "}tried again by an admin <Time at={retriedAt} as="dateTime" />
        </>
      )}
    </span>
  );
}
