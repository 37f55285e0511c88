import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Link } from "~/ui/link";
import type { InvitedView } from "../inviting.server";

const stateWords = { waiting: "their turn", applied: "has applied", declined: "declined" };

export function InvitedList({ invited }: { invited: InvitedView[] }) {
  const { formatDate } = useDates();
  if (invited.length === 0) return null;
  return (
    <details>
      <summary className="btn btn-quiet btn-small">Invited ({invited.length})</summary>
      <ul>
        {invited.map((person) => (
          <li key={person.contributorId}>
            <Link to={paths.profile(person.contributorId)}>{person.name}</Link>{" "}
            <span className="muted">
              invited {formatDate(person.invitedAt)}, {stateWords[person.state]}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
