import { adminPaths } from "~/admin-paths";
import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import { paths } from "~/paths";
import { useList } from "~/ui/case-list";
import { CheckboxGroup, Form, TextArea } from "~/ui/form";
import { Badge, ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { reviewReasons, undoMinutes } from "../review-reasons";
import type { ListedVetting, ReviewEntry, VettingLists } from "../reviewing.server";

export function ReviewForms({
  contributorId,
  name,
  back,
}: {
  contributorId: string;
  name: string;
  back: string;
}) {
  const action = adminPaths.reviewContributor(contributorId, useList());
  return (
    <div className="row review">
      <Form action={action}>
        <Back to={back} />
        <SubmitButton name="decision" value="approve" kind="secondary" small pending="Approving...">
          Approve <span className="visually-hidden">{name}</span>
        </SubmitButton>
      </Form>
      <details>
        <summary className="btn btn-quiet btn-small">
          Reject or ask for changes<span className="visually-hidden">: {name}</span>
        </summary>
        <RejectForm contributorId={contributorId} back={back} className="stack pt-2" />
      </details>
    </div>
  );
}

const reasons = Object.entries(reviewReasons).map(([value, { label }]) => ({ value, label }));

interface RejectProps {
  contributorId: string;
  /** A refused form's values. */
  rejection?: { pick: readonly string[]; reason?: string; error?: string[] };
  /** The list to return to; by default, the next case follows. */
  back?: string;
  id?: string;
  className: string;
  "data-key"?: string;
}

/** The form for not approving a contributor. One button asks for changes, the other rejects. */
export function RejectForm({ contributorId, rejection, back, ...rest }: RejectProps) {
  const action = adminPaths.reviewContributor(contributorId, useList());
  return (
    <Form action={action} {...rest}>
      <Back to={back} />
      <CheckboxGroup
        legend="Reasons"
        name="pick"
        id={`pick-${contributorId}`}
        options={reasons}
        defaultValue={rejection?.pick}
      />
      <TextArea
        label="Reason in your own words"
        name="reason"
        id={`reason-${contributorId}`}
        hint="The contributor sees the reasons you pick, plus this text exactly as you write it."
        rows={3}
        limit={2000}
        defaultValue={rejection?.reason}
        error={rejection?.error}
      />
      <div className="row">
        <SubmitButton name="decision" value="changes" kind="secondary" small pending="Sending...">
          Ask for changes
        </SubmitButton>
        <SubmitButton name="decision" value="reject" kind="quiet" small pending="Rejecting...">
          Reject with this reason
        </SubmitButton>
      </div>
    </Form>
  );
}

export function UndoReview({
  contributorId,
  name,
  status,
  back,
}: Pick<ListedVetting, "contributorId" | "name" | "status"> & { back?: string }) {
  const action = adminPaths.reviewContributor(contributorId, useList());
  return (
    <Form action={action}>
      <Back to={back} />
      <SubmitButton name="decision" value="undo" kind="secondary" small pending="Undoing...">
        Undo {status === "rejected" ? "rejection" : "approval"}
        <span className="visually-hidden"> of {name}</span>
      </SubmitButton>
    </Form>
  );
}

export function Back({ to }: { to?: string }) {
  return to ? <input type="hidden" name="back" value={to} /> : null;
}

/**
 * The decisions and notes about a contributor, with a form that adds a note. `note` is the text of one that was
 * refused.
 */
export function ReviewHistory({
  contributorId,
  history,
  noteId,
  note,
}: {
  contributorId: string;
  history: readonly ReviewEntry[];
  noteId: string;
  note?: { text?: string; error: string[] };
}) {
  const action = adminPaths.reviewContributor(contributorId, useList());
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">History and notes</h2>
      {history.length === 0 ? (
        <p className="muted">No decisions or notes yet.</p>
      ) : (
        <ul className="rows">
          {history.map(({ id, act, by, text, at }) => (
            <li key={id}>
              <strong>{act ?? "Note"}</strong>{" "}
              <span className="hint">
                {by ?? "Deleted user"}, <Time at={at} as="dateTime" />
              </span>
              {text && <p className="mail-text">{text}</p>}
            </li>
          ))}
        </ul>
      )}
      <Form action={action} className="stack" key={noteId}>
        <input type="hidden" name="noteId" value={noteId} />
        <TextArea
          label="Note for other admins"
          name="note"
          hint="The contributor never sees it."
          rows={2}
          required
          limit={2000}
          defaultValue={note?.text}
          error={note?.error}
        />
        <SubmitButton name="decision" value="note" kind="soft" small pending="Saving...">
          Save note
        </SubmitButton>
      </Form>
    </section>
  );
}

const badges = {
  pending: ["warning", "Pending"],
  approved: ["positive", "Approved"],
  rejected: ["negative", "Rejected"],
} as const;

export function ReviewBadge({ status }: { status: ListedVetting["status"] }) {
  const [tone, word] = badges[status];
  return <Badge tone={tone}>{word}</Badge>;
}

export const SentBack = ({ at, reason }: ListedVetting["earlier"][number]) => (
  <>
    <span className="muted">
      Sent back on <Time at={at} as="date" />:
    </span>{" "}
    <q className="mail-text">{reason}</q>
  </>
);

/** @param list the query of the filtered list that this appears in, if any */
export function VettingFacts({ person, list }: { person: ListedVetting; list?: string }) {
  return (
    <div>
      <p className="row">
        <Link to={adminPaths.reviewContributor(person.contributorId, { list })}>{person.name}</Link>{" "}
        <ReviewBadge status={person.status} />
      </p>
      <p className="muted">
        {person.services.length > 0 ? person.services.join(", ") : "No services chosen"} · submitted{" "}
        <Time at={person.submittedAt} as="inText" />
        {person.portfolioUrl && (
          <>
            {" · "}
            <a href={person.portfolioUrl} rel="noopener nofollow" target="_blank">
              Portfolio <span className="visually-hidden">of {person.name} (opens in a new tab)</span>
            </a>
          </>
        )}
      </p>
      <SampleStrip samples={person.samples} label={`Work by ${person.name}`} />
      {person.earlier.length > 0 && (
        <ul>
          {person.earlier.map((sentBack) => (
            <li key={sentBack.at}>
              <SentBack {...sentBack} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The admin's dashboard card: pending contributors, then recently reviewed ones. Null if they couldn't be read. */
export function VettingList({ lists }: { lists: VettingLists | null }) {
  if (!lists) {
    return (
      <Card title="Admin notifications">
        <p role="alert">Failed to load notifications</p>
        <ButtonLink kind="secondary" to={paths.dashboard()}>
          Try Again
        </ButtonLink>
      </Card>
    );
  }
  const { waiting, waitingCount, processed } = lists;
  return (
    <Card title="Admin notifications">
      {waiting.length === 0 && <p>No contributors are waiting for review.</p>}
      {waiting.length > 0 && <h3>New contributor accounts pending approval: {waitingCount}</h3>}
      {waitingCount > waiting.length && (
        <p className="muted">Showing the {waiting.length} who've waited longest.</p>
      )}
      <WaitingList people={waiting} back={paths.dashboard()} />
      {waiting.length > 0 && (
        <p>
          <Link to={adminPaths.waitingContributors()}>See all waiting contributors</Link>
        </p>
      )}
      {processed.length > 0 && (
        <>
          <h3>Recently reviewed</h3>
          <ul className="stack">
            {processed.map((person) => (
              <li key={person.contributorId} className="stack">
                <VettingFacts person={person} />
                {person.canUndo && <UndoReview {...person} back={paths.dashboard()} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** After a review, the admin returns to `back`. */
export function WaitingList({
  people,
  back,
  list,
}: {
  people: ListedVetting[];
  back: string;
  list?: string;
}) {
  if (people.length === 0) return null;
  return (
    <ul className="stack">
      {people.map((person) => (
        <li key={person.contributorId} className="stack waiting-one border-t pt-4">
          <VettingFacts person={person} list={list} />
          <ReviewForms contributorId={person.contributorId} name={person.name} back={back} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Checkboxes to approve several people. It's a separate form, because text browsers ignore the `form` attribute.
 * Afterward, the admin returns to `back`.
 */
export function ApproveSeveral({ people, back }: { people: ListedVetting[]; back: string }) {
  if (people.length < 2) return null;
  return (
    <details>
      <summary className="btn btn-soft btn-small">Approve several at once</summary>
      <Form action={adminPaths.waitingContributors()} className="stack pt-2">
        <input type="hidden" name="back" value={back} />
        <ul className="picks">
          {people.map(({ contributorId, name, services }) => (
            <li key={contributorId}>
              <label className="pick">
                <input type="checkbox" name="contributor" value={contributorId} />{" "}
                <span>
                  {name} <span className="muted">{services.join(", ")}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <SubmitButton kind="secondary" pending="Approving...">
          Approve selected
        </SubmitButton>
      </Form>
    </details>
  );
}

/** The decisions that can still be undone. Afterward, the admin returns to `back`. */
export function ReviewedLately({
  people,
  back,
}: {
  people: readonly Pick<ListedVetting, "contributorId" | "name" | "status">[];
  back: string;
}) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="decided">
      <h2 id="decided">Decided in the last {undoMinutes} minutes</h2>
      <ul className="rows queue">
        {people.map((person) => (
          <li key={person.contributorId} className="justify-between">
            <Link to={adminPaths.reviewContributor(person.contributorId)}>{person.name}</Link>{" "}
            <UndoReview {...person} back={back} />
          </li>
        ))}
      </ul>
    </section>
  );
}
