import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import type { FollowedChanges } from "../following.server";
import type { MessageView } from "../reading.server";
import { Bubble, MessageText } from "./message-list";

/** What a live page adds when there is news. Its links lead the whole window. */
export function LiveChanges({ news, conversationId }: { news: FollowedChanges; conversationId: string }) {
  return (
    <>
      {news.isCut && (
        <p className="notice">
          More was written than fits here.{" "}
          <a href={paths.conversation(conversationId)} target="_top">
            Open the newest messages
          </a>
        </p>
      )}
      {news.isAccepted && (
        <p className="notice">
          {news.thread.name} accepted your request.{" "}
          <a href={paths.conversation(conversationId)} target="_top">
            Write to them
          </a>
        </p>
      )}
      <ol className="bubbles">
        {news.changed.map((message) => (
          <Change key={message.seq} message={message} name={news.thread.name} />
        ))}
        {news.thread.messages.map((message) => (
          <Bubble key={message.seq} message={message} name={news.thread.name} />
        ))}
      </ol>
    </>
  );
}

/** What stands above stays as it was shown; what became of it is said below. */
function Change({ message, name }: { message: MessageView; name: string }) {
  const isDeleted = message.state === "deleted";
  const { timeOfDay } = useDates();
  return (
    <li className={message.mine ? "bubble mine changed" : "bubble changed"}>
      <span className="sender">
        {message.mine ? "You" : (message.sender ?? name)} {isDeleted ? "deleted" : "edited"}{" "}
        {message.mine ? "your" : "their"} message of{" "}
        <time dateTime={message.at}>{timeOfDay(message.at)}</time>
        {isDeleted ? "." : ":"}
      </span>
      {!isDeleted && <MessageText text={message.content} />}
    </li>
  );
}

/** The last words of a live page: it ends by itself, and goes on when asked. */
export function LiveEnd({ goOn }: { goOn: string }) {
  return (
    <p className="hint">
      This view has stopped. <a href={goOn}>Show what is new</a>
    </p>
  );
}

/** What stands in the frame where there is no conversation for who asks. */
export function NoLiveView({ signIn }: { signIn?: string }) {
  return signIn ? (
    <p>
      You are signed out.{" "}
      <a href={signIn} target="_top">
        Sign in
      </a>
    </p>
  ) : (
    <p>Page not found</p>
  );
}
