import { paths } from "~/paths";
import { Time } from "~/ui/time";
import type { FollowedChanges } from "../following.server";
import type { MessageView } from "../threads.server";
import { Bubble, Delivery, MessageText } from "./bubble";

/** Appended to a streamed page after a hint. Links open in the whole window. */
export function LiveChanges({ update, conversationId }: { update: FollowedChanges; conversationId: string }) {
  return (
    <>
      {update.isCut && (
        <p className="notice">
          There are too many new messages to show here.{" "}
          <a href={paths.conversation(conversationId)} target="_top">
            See the newest messages
          </a>
        </p>
      )}
      {update.isAccepted && (
        <p className="notice">
          {update.thread.name} accepted your request.{" "}
          <a href={paths.conversation(conversationId)} target="_top">
            Message them
          </a>
        </p>
      )}
      {update.changed.length + update.thread.messages.length > 0 && (
        <ol className="bubbles">
          {update.changed.map((message) => (
            <Change key={message.seq} message={message} name={update.thread.name} />
          ))}
          {update.thread.messages.map((message) => (
            <Bubble key={message.seq} message={message} other={update.thread} />
          ))}
        </ol>
      )}
      {(update.isNowSeen || update.thread.messages.at(-1)?.mine) && (
        <Delivery isSeen={update.isNowSeen} seenAt={update.thread.seenAt} />
      )}
    </>
  );
}

/** Describes a change to a message above, because a streamed page can't replace what it has already sent. */
function Change({ message, name }: { message: MessageView; name: string }) {
  const of = <Time at={message.at} as="time" />;
  const who = message.sender ?? name;
  return (
    <li className={message.mine ? "bubble mine changed" : "bubble changed"}>
      {message.state === "deleted" ? (
        // Says "was deleted", because either its writer or an admin may have done it.
        <span className="sender">
          {message.mine ? "Your" : `${who}'s`} message from {of} was deleted.
        </span>
      ) : (
        <>
          <span className="sender">
            {message.mine ? "You edited your" : `${who} edited their`} message from {of}:
          </span>
          <MessageText message={message} />
        </>
      )}
    </li>
  );
}

/**
 * @param isUnseen whether the last message is the reader's own and hasn't been seen. Without script, only this frame
 * shows 'Sent'
 */
export function LiveStart({ isUnseen }: { isUnseen: boolean }) {
  return (
    <>
      {isUnseen && <Delivery isSeen={false} seenAt={null} />}
      <p className="hint">New messages appear here.</p>
    </>
  );
}

export function LiveEnd({ goOn }: { goOn: string }) {
  return (
    <p className="hint">
      Live updates have stopped. <a href={goOn}>Show new messages</a>
    </p>
  );
}

/** Shown to people who are signed out or aren't in the conversation. */
export function NoLiveView({ signIn }: { signIn?: string }) {
  return signIn ? (
    <p>
      You're signed out.{" "}
      <a href={signIn} target="_top">
        Sign in
      </a>
    </p>
  ) : (
    <p>Page not found</p>
  );
}
