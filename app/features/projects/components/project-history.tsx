import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { EventView } from "../project.server";

/** `older` is the URL of the earlier events. */
export function ProjectHistory({ events, older }: { events: EventView[]; older?: string }) {
  if (events.length === 0) return null;
  return (
    <section className="part" id="history">
      <h2>History</h2>
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            {sentenceOf(event)}{" "}
            <span className="muted">
              <Time at={event.at} />
            </span>{" "}
            {event.note && <q className="mail-text block">{event.note}</q>}
          </li>
        ))}
      </ol>
      {older && (
        <p>
          <Link to={older} preventScrollReset>
            Older
          </Link>
        </p>
      )}
    </section>
  );
}

function sentenceOf({ kind, contributor }: EventView): string {
  const isViewer = contributor?.isViewer ?? false;
  const name = contributor?.name ?? "Someone";
  const who = isViewer ? "You" : name;
  const whose = isViewer ? "Your application" : `${name}'s application`;
  const sentences: Record<EventView["kind"], string> = {
    posted: "The project was posted.",
    edited: "The project was updated.",
    extended: "The project was extended.",
    completed: "The project was completed.",
    cancelled: "The project was canceled.",
    reopened: "The project was reopened.",
    expired: "The project expired.",
    invited: `${who} ${isViewer ? "were" : "was"} invited.`,
    invitation_declined: `${who} declined the invitation.`,
    applied: `${who} applied.`,
    withdrawn: `${who} withdrew ${isViewer ? "your" : "their"} application.`,
    accepted: `${whose} was accepted.`,
    declined: `${whose} was declined.`,
    taken_back: `${whose} is being reconsidered.`,
    released: `${who} ${isViewer ? "were" : "was"} let go.`,
  };
  return sentences[kind];
}
