import { SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import { PickedRow } from "./picked-row";

interface Job {
  id: string;
  task: string;
  cause: string;
  attempts: number;
  addedAt: string;
  triedAt: string;
}

/** One form: the chosen ones are tried again, or dropped. `action` is the list's own address. */
export function FailedJobList({ jobs, action }: { jobs: readonly Job[]; action: string }) {
  return (
    <Form action={action} className="stack">
      <ul className="picks">
        {jobs.map(({ id, task, cause, attempts, addedAt, triedAt }) => (
          <PickedRow key={id} name="job" value={id}>
            <strong>{task}</strong> <span className="muted">{cause || "without a cause"}</span>
            <br />
            <span className="hint">
              {attempts === 1 ? "Tried once" : `Tried ${attempts} times`}, last{" "}
              <Time at={triedAt} as="dateTime" />, added <Time at={addedAt} as="dateTime" />
            </span>
          </PickedRow>
        ))}
      </ul>
      <div className="row">
        <SubmitButton name="act" value="retry" kind="secondary" pending="Trying...">
          Try the chosen ones again
        </SubmitButton>
        <details>
          <summary className="btn btn-quiet">Drop the chosen ones</summary>
          <p>They are never done, which cannot be undone.</p>
          <SubmitButton name="act" value="drop" kind="danger" pending="Dropping...">
            Drop them for good
          </SubmitButton>
        </details>
      </div>
    </Form>
  );
}
