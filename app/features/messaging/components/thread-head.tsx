import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import type { ThreadView } from "../threads.server";

export function ThreadHead({ thread, isOnline }: { thread: ThreadView; isOnline?: boolean }) {
  return (
    <div>
      <div className="row thread-head">
        <Link to={paths.messages()} className="icon-link only-narrow">
          <Icon name="arrow-left" />
          <span className="visually-hidden">All conversations</span>
        </Link>{" "}
        <Avatar name={thread.name} src={thread.avatarUrl} size="medium" />
        <div className="thread-name">
          <h1>
            {thread.personId && thread.hasProfile ? (
              <Link to={paths.profile(thread.personId)}>{thread.name}</Link>
            ) : (
              thread.name
            )}
          </h1>
          {isOnline && <span className="online">Online</span>}
        </div>
        {thread.isReportable && !thread.members && (
          <Link className="icon-link" to={paths.reportThing("conversation", thread.conversationId)}>
            <Icon name="flag" />
            <span className="visually-hidden">Report this conversation</span>
          </Link>
        )}{" "}
        {thread.personId && (
          <Link className="hint" to={paths.blockPerson(thread.personId, { from: thread.conversationId })}>
            Block
          </Link>
        )}
      </div>
      {thread.members && <Members thread={thread} members={thread.members} />}
    </div>
  );
}

function Members({ thread, members }: { thread: ThreadView; members: NonNullable<ThreadView["members"]> }) {
  return (
    <details className="members">
      <summary>{members.length === 1 ? "You and 1 other" : `You and ${members.length} others`}</summary>
      <ul className="row">
        {members.map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name
          <li key={index}>
            {member.personId && member.hasProfile ? (
              <Link to={paths.profile(member.personId)}>{member.name}</Link>
            ) : (
              member.name
            )}{" "}
            {member.personId && (
              <Link
                className="hint"
                to={paths.blockPerson(member.personId, { from: thread.conversationId })}
                aria-label={`Block ${member.name}`}
              >
                Block
              </Link>
            )}
          </li>
        ))}
      </ul>
      {thread.isReportable && (
        <p>
          <Link to={paths.reportThing("conversation", thread.conversationId)}>Report this conversation</Link>
        </p>
      )}
      <Form action={paths.answerRequest(thread.conversationId)}>
        <SubmitButton name="intent" value="leave" kind="secondary" small pending="Leaving...">
          Leave this conversation
        </SubmitButton>
      </Form>
    </details>
  );
}
