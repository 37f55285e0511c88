import { Card } from "~/ui/card";
import { ReviewForms } from "./review-forms";
import { type VettingFact, VettingFacts } from "./vetting-facts";

export interface VettingLists {
  waiting: VettingFact[];
  waitingCount: number;
  processed: VettingFact[];
}

/** The admins' notifications: who waits for a review, then who was reviewed. Null where they could not be read. */
export function VettingList({ lists }: { lists: VettingLists | null }) {
  if (!lists) {
    return (
      <Card title="Admin notifications">
        <p role="alert">Failed to load notifications</p>
      </Card>
    );
  }
  const { waiting, waitingCount, processed } = lists;
  return (
    <Card title="Admin notifications">
      {waiting.length === 0 ? (
        <p>Nobody waits for a review.</p>
      ) : (
        <>
          <h3>New contributor accounts pending approval: {waitingCount}</h3>
          {waitingCount > waiting.length && (
            <p className="muted">The {waiting.length} who wait longest come first.</p>
          )}
          <ul className="stack">
            {waiting.map((person) => (
              <li key={person.contributorId} className="stack border-t pt-4">
                <VettingFacts person={person} />
                <ReviewForms contributorId={person.contributorId} name={person.name} />
              </li>
            ))}
          </ul>
        </>
      )}
      {processed.length > 0 && (
        <>
          <h3>Recently processed</h3>
          <ul className="stack">
            {processed.map((person) => (
              <li key={person.contributorId}>
                <VettingFacts person={person} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
