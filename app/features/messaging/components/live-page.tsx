import { paths } from "~/paths";
import type { News } from "../following.server";
import { Bubble } from "./message-list";

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
          <Bubble key={message.seq} message={message} name={news.thread.name} />
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
