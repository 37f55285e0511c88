import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { latePart } from "~/ui/late-part";
import { MoreMenu } from "~/ui/more-menu";
import { Link } from "~/ui/parts";
import type { ThreadView } from "../threads.server";
import { Faces } from "./conversation-list";
import { newestSeq } from "./use-conversation";

const GroupMembers = latePart("GroupMembers", () => import("./group"));
export const MemberList = latePart("MemberList", () => import("./group"));
export const RequestAnswer = latePart("RequestAnswer", () => import("./request-answer"));

/**
 * One line with the person, Report, and a menu with everything that's needed less often. In a group, a second line
 * opens the list of members.
 * @param words the other person's craft and price
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
          <Icon name="arrow-left" label="All conversations" />
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
            <Icon name="flag" label="Report this conversation" />
          </Link>
        )}{" "}
        {(personId || request !== "received") && (
          <MoreMenu label="More" of={name}>
            {menu}
            {request !== "received" && (
              <Form action={paths.answerRequest(conversationId)}>
                <button name="intent" value={isArchived ? "unarchive" : "archive"} type="submit">
                  {isArchived ? "Unarchive" : "Archive"}
                </button>
              </Form>
            )}{" "}
            {personId && <Link to={paths.blockPerson(personId, { from: conversationId })}>Block</Link>}
          </MoreMenu>
        )}
      </div>
      {members && <GroupMembers thread={thread} members={members} />}
    </div>
  );
}

/** Without script, a frame below the thread streams new messages, and changes to the messages above it. */
export function LiveFrame({ thread }: { thread: ThreadView }) {
  // In the browser, React leaves the server's markup alone.
  if (!import.meta.env.SSR) return <noscript />;
  return (
    <noscript>
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
      {/* Text browsers don't render frames. */}
      <p>
        <a href={paths.conversation(thread.conversationId)}>Refresh messages</a>
      </p>
    </noscript>
  );
}

/** Whether the newest message is still shown as 'Sent'. */
const isLastUnseen = ({ messages, isSeen }: ThreadView) => Boolean(messages.at(-1)?.mine) && !isSeen;

/** The messages shown as changed, with the time of the change: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
