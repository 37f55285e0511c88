import { paths } from "~/paths";
import type { ThreadView } from "../reading.server";
import { newestSeq } from "./use-conversation";

/** Below a thread without script: what is written, and changed in what stands above, from now on. */
export function LiveFrame({ thread }: { thread: ThreadView }) {
  return (
    <noscript>
      {/* For text browsers, which show no frame. */}
      <p>
        <a href={paths.conversation(thread.conversationId)}>Refresh the messages</a>
      </p>
      <iframe
        title="New messages"
        className="live-frame"
        src={paths.conversationLive(thread.conversationId, {
          after: newestSeq(thread),
          changed: changesIn(thread),
          waits: thread.request === "sent" ? "1" : undefined,
        })}
      />
    </noscript>
  );
}

/** Which messages a page shows as changed, and since when: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
