import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import type { ThreadView } from "../threads.server";
import { newestSeq } from "./use-conversation";

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
          Leave conversation
        </SubmitButton>
      </Form>
    </details>
  );
}

/** Replying to a request also accepts it. */
export function RequestAnswer({ thread }: { thread: ThreadView }) {
  return (
    <div className="notice stack">
      <p>
        {thread.members
          ? "You haven't matched with the person who started this conversation. Accept the request to stay in it. Replying accepts it too."
          : `You and ${thread.name} haven't matched. If you reply, you accept their request and can both keep writing.`}
      </p>
      <div className="row">
        <Form action={paths.answerRequest(thread.conversationId)} className="row">
          <SubmitButton name="intent" value="accept" pending="Accepting..." small>
            Accept
          </SubmitButton>
          <SubmitButton name="intent" value="ignore" kind="secondary" pending="Ignoring..." small>
            Ignore
          </SubmitButton>
        </Form>
        {thread.requestFrom && (
          <ButtonLink
            kind="secondary"
            small
            to={paths.blockPerson(thread.requestFrom, { from: thread.conversationId })}
          >
            Block
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Without script: a frame below a thread that streams new messages and changes to the messages above. */
export function LiveFrame({ thread }: { thread: ThreadView }) {
  // In the browser, React leaves the server's markup alone.
  if (!import.meta.env.SSR) return <noscript />;
  return (
    <noscript>
      {/* Text browsers don't render frames. */}
      <p>
        <a href={paths.conversation(thread.conversationId)}>Refresh messages</a>
      </p>
      <iframe
        title="New messages"
        className="live-frame"
        src={paths.conversationLive(thread.conversationId, {
          after: newestSeq(thread),
          changed: changesIn(thread),
          unseen: isLastUnseen(thread) ? "1" : undefined,
          pending: thread.request === "sent" ? "1" : undefined,
        })}
      />
    </noscript>
  );
}

/** The newest message is still shown as 'Sent'. */
const isLastUnseen = ({ messages, isSeen }: ThreadView) => Boolean(messages.at(-1)?.mine) && !isSeen;

/** The messages shown as changed, with the time of the change: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
