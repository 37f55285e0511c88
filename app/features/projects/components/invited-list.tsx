import { paths } from "~/paths";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { InvitedView } from "../inviting.server";

const stateWords = { waiting: "their turn", applied: "has applied", declined: "declined" };

export function InvitedList({ invited }: { invited: InvitedView[] }) {
  if (invited.length === 0) return null;
  return (
    <details>
      <summary className="btn btn-quiet btn-small">Invited ({invited.length})</summary>
      <ul>
        {invited.map((person) => (
          <li key={person.contributorId}>
            <Link to={paths.profile(person.contributorId)}>{person.name}</Link>{" "}
            <span className="muted">
              invited <Time at={person.invitedAt} as="inText" />, {stateWords[person.state]}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
