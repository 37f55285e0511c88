import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Field, Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { MoreMenu } from "~/ui/more-menu";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { longestGroupName } from "../starting";
import type { ThreadView } from "../threads.server";
import { Faces } from "./faces";
import { newestSeq } from "./use-conversation";

/**
 * One line with the person, Report, and a menu with everything that's needed less often. A group's second line opens
 * its members.
 * @param words what the other person does
 * @param menu further links for a conversation of two
 */
export function ThreadHead({
  thread,
  isOnline,
  words,
  menu,
}: {
  thread: ThreadView;
  isOnline?: boolean;
  words?: string;
  menu?: ReactNode;
}) {
  const { conversationId, name, avatarUrl, personId, members, isArchived, request } = thread;
  const profile = personId && thread.hasProfile ? paths.profile(personId) : null;
  return (
    <div className="thread-head">
      <div className="peer">
        <Link to={paths.messages()} className="icon-link thread-back">
          <Icon name="arrow-left" />
          <span className="visually-hidden">All conversations</span>
        </Link>{" "}
        <Faces faces={members?.slice(0, 2) ?? [{ name, avatarUrl }]} name={name} />{" "}
        <div>
          <h1 className="cut1">
            {members && <span className="visually-hidden">Group: </span>}
            {profile ? <Link to={profile}>{name}</Link> : name}
          </h1>
          {!members && (isOnline || words) && (
            <p className="hint cut1">
              {isOnline && <span className="online">Online</span>} {words}
            </p>
          )}
        </div>
        {thread.isReportable && (
          <Link className="icon-link" to={paths.reportThing("conversation", conversationId)}>
            <Icon name="flag" />
            <span className="visually-hidden">Report this conversation</span>
          </Link>
        )}{" "}
        {(personId || request !== "received") && (
          <MoreMenu label="More" of={name}>
            {menu}
            {request !== "received" && (
              <Form action={paths.answerRequest(conversationId)}>
                <button name="intent" value={isArchived ? "unarchive" : "archive"} type="submit">
                  {isArchived ? "Move out of the archive" : "Archive"}
                </button>
              </Form>
            )}{" "}
            {personId && <Link to={paths.blockPerson(personId, { from: conversationId })}>Block</Link>}
          </MoreMenu>
        )}
      </div>
      {members && (
        <details className="members">
          <summary>{members.length === 1 ? "You and 1 other" : `You and ${members.length} others`}</summary>
          <MemberList members={members} blockFrom={conversationId} />
          {request === null && !thread.isHidden && thread.awaitedNames.length === 0 && (
            <Form key={thread.title} action={paths.answerRequest(conversationId)} className="row">
              <Field
                label="Group name"
                name="groupName"
                hint="Everyone in the group sees it. If you leave it empty, the group goes by its members' names."
                defaultValue={thread.title}
                limit={longestGroupName}
              />
              <SubmitButton name="intent" value="rename" kind="secondary" small pending="Saving...">
                Save name
              </SubmitButton>
            </Form>
          )}
          <Form action={paths.answerRequest(conversationId)}>
            <SubmitButton name="intent" value="leave" kind="secondary" small pending="Leaving...">
              Leave conversation
            </SubmitButton>
          </Form>
        </details>
      )}
    </div>
  );
}

/**
 * A group's other members.
 * @param blockFrom the conversation; if it's given, each member has a link to block them
 */
export function MemberList({
  members,
  blockFrom,
}: {
  members: NonNullable<ThreadView["members"]>;
  blockFrom?: string;
}) {
  return (
    <ul className="talks">
      {members.map((member, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name
        <li key={index}>
          <Avatar name={member.name} src={member.avatarUrl} size="small" />{" "}
          <div>
            {member.personId && member.hasProfile ? (
              <Link to={paths.profile(member.personId)} className="cut1">
                {member.name}
              </Link>
            ) : (
              member.name
            )}
          </div>{" "}
          {blockFrom && member.personId && (
            <Link
              className="hint"
              to={paths.blockPerson(member.personId, { from: blockFrom })}
              aria-label={`Block ${member.name}`}
            >
              Block
            </Link>
          )}
        </li>
      ))}
    </ul>
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
          <SubmitButton name="intent" value="ignore" kind="soft" pending="Ignoring..." small>
            Ignore
          </SubmitButton>
        </Form>
        {thread.requestFrom && (
          <ButtonLink
            kind="quiet"
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

/** Without script: a frame below a thread that streams new messages, and changes to the messages above. */
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
          begin: "1",
        })}
      />
    </noscript>
  );
}

/** Whether the newest message is still shown as 'Sent'. */
const isLastUnseen = ({ messages, isSeen }: ThreadView) => Boolean(messages.at(-1)?.mine) && !isSeen;

/** The messages shown as changed, with the time of the change: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
