import { Button } from "~/ui/button";
import { messageWords } from "../message";
import type { Outgoing } from "./use-outgoing";

export function OutgoingList({
  items,
  onRetry,
  onDiscard,
}: {
  items: readonly Outgoing[];
  onRetry: (messageId: string) => void;
  onDiscard: (messageId: string) => void;
}) {
  if (items.length === 0) return null;
  return (
    <ol className="bubbles" aria-label="Not sent yet">
      {items.map((item) => (
        <li key={item.messageId} className="bubble mine">
          <span className="visually-hidden">You: </span>
          {item.content && <p>{item.content}</p>}
          {item.upload && <span className="hint">{item.upload.name} </span>}
          {item.isSending ? (
            <small className="muted">Sending...</small>
          ) : (
            <>
              <p className="error">
                {messageWords.failed}
                {item.reason && `: ${item.reason}`}
              </p>
              <div className="row">
                <Button kind="secondary" small type="button" onClick={() => onRetry(item.messageId)}>
                  Retry
                </Button>
                <Button kind="quiet" small type="button" onClick={() => onDiscard(item.messageId)}>
                  Discard
                </Button>
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
