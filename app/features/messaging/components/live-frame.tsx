import { paths } from "~/paths";
import type { ThreadView } from "../reading.server";
import { newestSeq } from "./use-conversation";

/** Without JavaScript: a frame below a thread that streams new messages and changes to the messages above. */
export function LiveFrame({ thread }: { thread: ThreadView }) {
  return (
    <noscript>
      {/* For text browsers, which do not render frames. */}
      <p>
        <a href={paths.conversation(thread.conversationId)}>Refresh the messages</a>
      </p>
      <iframe
        title="New messages"
        className="live-frame"
        src={paths.conversationLive(thread.conversationId, {
          after: newestSeq(thread),
          changed: changesIn(thread),
          pending: thread.request === "sent" ? "1" : undefined,
        })}
      />
    </noscript>
  );
}

/** The messages a page shows as changed, with the time of the change: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
