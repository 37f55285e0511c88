import { adminPaths } from "~/admin-paths";
import { optionsOf } from "~/list-query";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { useNextFocus } from "~/ui/next-focus";
import { Select } from "~/ui/select";
import { undoMinutes } from "../review-reasons";
import { type WaitingFilter, waitingQueryOf, waitingSorts } from "../waiting-filter";
import { ReviewForms, UndoReview } from "./review-forms";
import { type VettingFact, VettingFacts } from "./vetting-facts";

export interface VettingLists {
  waiting: VettingFact[];
  waitingCount: number;
  processed: (VettingFact & { canUndo: boolean })[];
}

/** Pending contributors, then reviewed ones. Null if they could not be read. */
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
        <p className="muted">Showing the {waiting.length} who have waited longest.</p>
      )}
      <WaitingList people={waiting} />
      {waiting.length > 0 && (
        <p>
          <Link to={adminPaths.waitingContributors()}>See and search all waiting contributors</Link>
        </p>
      )}
      {processed.length > 0 && (
        <>
          <h3>Recently processed</h3>
          <ul className="stack">
            {processed.map((person) => (
              <li key={person.contributorId} className="stack">
                <VettingFacts person={person} />
                {person.canUndo && <UndoReview {...person} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The review forms return to `back`. */
export function WaitingList({ people, back }: { people: VettingFact[]; back?: string }) {
  const { ref, onFocus, next } = useNextFocus<HTMLDivElement>(people.map((person) => person.contributorId));
  const nextPerson = people.find((person) => person.contributorId === next);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only remembers where the focus is
    <div ref={ref} onFocus={onFocus} tabIndex={-1}>
      <p role="status" className="visually-hidden">
        {nextPerson && `Next: ${nextPerson.name}`}
      </p>
      <ul className="stack">
        {people.map((person) => (
          <li
            key={person.contributorId}
            className="stack border-t pt-4"
            tabIndex={-1}
            data-item={person.contributorId}
          >
            <VettingFacts person={person} />
            <ReviewForms contributorId={person.contributorId} name={person.name} back={back} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function WaitingSearch({ filter }: { filter: WaitingFilter }) {
  return (
    <ListFilters
      label="Contributors"
      action={adminPaths.waitingContributors()}
      here={adminPaths.waitingContributors(waitingQueryOf(filter))}
      button="Search"
      clear={filter.q !== "" && { to: adminPaths.waitingContributors(), label: "Show all" }}
    >
      <SearchField label="Name" hint="A part of it" value={filter.q} />
      <Select label="Order" name="sort" options={optionsOf(waitingSorts)} defaultValue={filter.sort} />
    </ListFilters>
  );
}

/** In one form of its own, because text browsers know no checkboxes of another form. Returns to `back`. */
export function ApproveSeveral({ people, back }: { people: VettingFact[]; back: string }) {
  if (people.length < 2) return null;
  return (
    <details>
      <summary className="btn btn-quiet">Approve several at once</summary>
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
        <div>
          <SubmitButton kind="secondary" pending="Approving...">
            Approve the chosen ones
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}

/** Decisions of the last minutes. Returns to `back`. */
export function ReviewedLately({
  people,
  back,
}: {
  people: readonly { contributorId: string; name: string; status: VettingFact["status"] }[];
  back: string;
}) {
  if (people.length === 0) return null;
  return (
    <Card title={`Decided in the last ${undoMinutes} minutes`}>
      <ul className="rows">
        {people.map(({ contributorId, name, status }) => (
          <li key={contributorId} className="row justify-between">
            <Link to={adminPaths.reviewContributor(contributorId)}>{name}</Link>{" "}
            <UndoReview contributorId={contributorId} name={name} status={status} back={back} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
