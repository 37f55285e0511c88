import type { ReactNode } from "react";
import { Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

/** Clicking anywhere in the row checks its box, because the whole row is the label. */
function PickedRow({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <li>
      <label className="pick">
        <input type="checkbox" name={name} value={value} /> <span>{children}</span>
      </label>
    </li>
  );
}

interface Job {
  id: string;
  task: string;
  cause: string;
  attempts: number;
  addedAt: string;
  triedAt: string;
}

/** @param action the list's own URL, so that its filters and page stay */
export function FailedJobList({ jobs, action }: { jobs: readonly Job[]; action: string }) {
  return (
    <Form action={action} className="stack">
      <ul className="picks">
        {jobs.map(({ id, task, cause, attempts, addedAt, triedAt }) => (
          <PickedRow key={id} name="job" value={id}>
            <strong>{task}</strong> <span className="muted">{cause || "no cause recorded"}</span>
            <br />
            <span className="hint">
              {attempts === 1 ? "Tried once" : `Tried ${attempts} times`}, last{" "}
              <Time at={triedAt} as="dateTime" />, added <Time at={addedAt} as="dateTime" />
            </span>
          </PickedRow>
        ))}
      </ul>
      <div className="row">
        <SubmitButton name="act" value="retry" kind="secondary" pending="Retrying...">
          Retry selected
        </SubmitButton>
        <details>
          <summary className="btn btn-quiet">Drop selected</summary>
          <p>These jobs will never run. You can't undo this.</p>
          <SubmitButton name="act" value="drop" kind="danger" pending="Dropping...">
            Drop permanently
          </SubmitButton>
        </details>
      </div>
    </Form>
  );
}

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

/** @param action the list's own URL, so that its filters and page stay */
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
        <SubmitButton name="act" value="retry" kind="secondary" pending="Retrying...">
          Retry selected
        </SubmitButton>
        <details>
          <summary className="btn btn-quiet">Stop selected</summary>
          <p>These emails will never be sent. You can't undo this.</p>
          <SubmitButton name="act" value="stop" kind="danger" pending="Stopping...">
            Stop permanently
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
          {" · "}retried by an admin <Time at={retriedAt} as="dateTime" />
        </>
      )}
    </span>
  );
}
