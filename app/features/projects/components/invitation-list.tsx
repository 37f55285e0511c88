import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Time } from "~/ui/time";
import type { InvitationView } from "../inviting.server";

/** What a contributor is invited to apply for. */
export function InvitationList({ invitations }: { invitations: InvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <Card title={invitations.length === 1 ? "1 invitation" : `${invitations.length} invitations`}>
      <ul className="stack">
        {invitations.map(({ projectId, title, creatorName, note, invitedAt }) => (
          <li key={projectId}>
            <p>
              <strong>{creatorName}</strong> invites you to apply for <strong>{title}</strong>{" "}
              <span className="muted">
                <Time at={invitedAt} />
              </span>
            </p>
            {note && <p className="whitespace-pre-line">{note}</p>}
            <ButtonLink to={paths.project(projectId)} kind="secondary" small>
              See the project<span className="visually-hidden">: {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
