import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Badge, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ConversationView } from "../inbox.server";

/** `current` is the one shown beside the list. */
export function ConversationList({
  conversations,
  current,
}: {
  conversations: ConversationView[];
  current?: string;
}) {
  return (
    <ul className="conversations">
      {conversations.map((item) => (
        <li key={item.conversationId}>
          <Link
            to={paths.conversation(item.conversationId)}
            aria-current={item.conversationId === current ? "page" : undefined}
          >
            <Avatar name={item.name} src={item.avatarUrl} size="medium" />
            <span>
              <strong>{item.name}</strong> <Time at={item.lastAt} className="hint" />
            </span>{" "}
            <span>
              <span className="last-line">
                {item.lastIsMine && "You: "}
                {item.lastLine}
              </span>{" "}
              {item.isRequest && <Badge>Request</Badge>}{" "}
              {item.unread > 0 && item.conversationId !== current && (
                <Badge tone="info">{item.unread} unread</Badge>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
