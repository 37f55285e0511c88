import { paths } from "~/paths";
import { timeOfDay } from "~/ui/dates";
import type { News } from "../following.server";

/** What a live page adds when there is news. Its links lead the whole window. */
export function LiveNews({ news, conversationId }: { news: News; conversationId: string }) {
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
      <ol className="bubbles">
        {news.thread.messages.map((message) => (
          <li key={message.seq} className={message.mine ? "bubble mine" : "bubble"}>
            <span className="visually-hidden">{message.mine ? "You" : news.thread.name}: </span>
            <p>{message.content}</p>
            <time dateTime={message.at}>{timeOfDay(message.at)}</time>
          </li>
        ))}
      </ol>
    </>
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
