import { paths } from "~/paths";
import type { ThreadView } from "../threads.server";
import { newestSeq } from "./use-conversation";

/** Without script: streams new messages, and changes to those above, below a thread. */
export function LiveFrame({ thread }: { thread: ThreadView }) {
  return (
    <noscript>
      {/* Text browsers do not render frames. */}
      <p>
        <a href={paths.conversation(thread.conversationId)}>Refresh the messages</a>
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

/** Shown as 'Sent'. */
const isLastUnseen = ({ messages, isSeen }: ThreadView) => Boolean(messages.at(-1)?.mine) && !isSeen;

/** The messages shown as changed, with the time: '12-mi3k2a9x_14-mi3k2b11'. */
const changesIn = ({ messages }: ThreadView) =>
  messages.flatMap(({ seq, changedAt }) => (changedAt ? [`${seq}-${changedAt.toString(36)}`] : [])).join("_");
