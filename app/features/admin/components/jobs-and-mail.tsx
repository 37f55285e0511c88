import type { ReactNode } from "react";
import type { UnsentMailView } from "~/features/notifications/unsent-mails.server";
import { Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { FailedJobView } from "../jobs-and-mail.server";

/**
 * A form with rows to pick and the acts on them. Its action is the list's own URL, so that its filters and page stay.
 * @param end the act that can't be undone
 */
function PickList({
  action,
  end: { act, verb, warning, pending },
  children,
}: {
  action: string;
  end: { act: string; verb: string; warning: string; pending: string };
  children: ReactNode;
}) {
  return (
    <Form action={action} className="stack">
      <ul className="picks">{children}</ul>
      <div className="row">
        <SubmitButton name="act" value="retry" kind="secondary" pending="Retrying...">
          Retry selected
        </SubmitButton>
        <details>
          <summary className="btn btn-quiet">{`${verb} selected`}</summary>
          <p>{`${warning} You can't undo this.`}</p>
          <SubmitButton name="act" value={act} kind="danger" pending={pending}>
            {`${verb} permanently`}
          </SubmitButton>
        </details>
      </div>
    </Form>
  );
}

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

const drop = { act: "drop", verb: "Drop", warning: "These jobs will never run.", pending: "Dropping..." };
const stop = {
  ...{ act: "stop", verb: "Stop", pending: "Stopping..." },
  warning: "These emails will never be sent.",
};

export function FailedJobList({ jobs, action }: { jobs: readonly FailedJobView[]; action: string }) {
  return (
    <PickList action={action} end={drop}>
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
    </PickList>
  );
}

export function UnsentMailList({ mails, action }: { mails: readonly UnsentMailView[]; action: string }) {
  return (
    <PickList action={action} end={stop}>
      {mails.map((mail) => (
        <PickedRow key={mail.id} name="mail" value={mail.id}>
          <strong>{mail.subject}</strong> <span className="muted">to {mail.to}</span>
          <br />
          <Cause mail={mail} />
        </PickedRow>
      ))}
    </PickList>
  );
}

function Cause({ mail: { kind, cause, attempts, at, retriedAt } }: { mail: UnsentMailView }) {
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
