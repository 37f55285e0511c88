import { Picture, toneStyle } from "~/features/media/components/picture";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ConversationView, Face } from "../inbox.server";

/** One person's face, or the overlapping faces of a group's first two members. */
export function Faces({ faces, name }: { faces: readonly Face[]; name: string }) {
  const [first, second] = faces;
  if (!first || !second) return <Avatar name={first?.name ?? name} src={first?.avatarUrl} size="medium" />;
  return (
    <span className="faces">
      <Avatar name={first.name} src={first.avatarUrl} size="medium" />
      <Avatar name={second.name} src={second.avatarUrl} size="small" />
    </span>
  );
}

/**
 * `current` is the conversation shown next to the list.
 * @param isNarrow whether the list is next to a conversation, where frames don't fit
 */
export function ConversationList({
  conversations,
  current,
  isNarrow,
}: {
  conversations: ConversationView[];
  current?: string;
  isNarrow?: boolean;
}) {
  return (
    <ul className="talks">
      {conversations.map(({ conversationId, name, faces, unread, lastAt, lastIsMine, lastLine, frame }) => (
        <li key={conversationId}>
          <Faces faces={faces} name={name} />{" "}
          <div>
            <p>
              <Link
                to={paths.conversation(conversationId)}
                className="cut1"
                aria-current={conversationId === current ? "page" : undefined}
              >
                {name}
              </Link>{" "}
              {unread > 0 && conversationId !== current && (
                <span className="dot">
                  <span className="visually-hidden">{unread} unread</span>
                </span>
              )}{" "}
              <Time at={lastAt} />
            </p>
            <p className="cut1">
              {lastIsMine && "You: "}
              {lastLine}
            </p>
          </div>
          {frame && !isNarrow && (
            <span className="frame" style={toneStyle(frame)}>
              <Picture picture={frame} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
