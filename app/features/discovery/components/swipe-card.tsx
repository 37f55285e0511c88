import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { Mark } from "~/ui/mark";
import { type DeckCard, DeckCardFace } from "./deck-card-face";
import { SwipeForm } from "./swipe-form";
import { type Choice, useDrag } from "./use-drag";

/** The swipe action's response to script. */
export type SwipeAnswer =
  /** `stored` may be an earlier swipe, or null if it was undone. */
  | { outcome: "swiped"; asked: Choice; stored: Choice | null }
  | { outcome: "match"; matchId: string }
  /** `asked` is set if the browser was offline. */
  | { outcome: "failed"; asked?: Choice }
  | { outcome: "held" | "waiting" | "limit" | "gone" };

/**
 * A card with its Pass, Undo and Like buttons. With script, the card can also be dragged or swiped with the
 * arrow keys, and leaves right away. Only a Like for someone who already likes the viewer waits for the
 * response, because it may be a match.
 */
export function SwipeCard({
  card,
  filter,
  here,
  isOnTop,
  limit,
  leaving,
  cameFrom,
  undoable,
  onUndo,
  onWait,
  onLeave,
  onAnswer,
  children,
}: {
  card: DeckCard;
  /** Further actions on the person. */
  children?: ReactNode;
  /** The page's filter. Links and the form include it, so that people return to the same deck. */
  filter: string;
  /** The path of the deck's page. */
  here: string;
  isOnTop: boolean;
  /** Replaces the buttons; disables keys and drags. */
  limit?: ReactNode;
  /** Set while the card animates out. */
  leaving?: Choice;
  /** The side it returns from after an Undo. */
  cameFrom?: Choice;
  undoable: string | null;
  onUndo: (form: HTMLFormElement) => void;
  /** Called when a Like that may be a match is sent, and when its response arrives. */
  onWait: (isWaiting: boolean) => void;
  onLeave: (personId: string, choice: Choice) => void;
  onAnswer: (card: DeckCard, answer: SwipeAnswer) => void;
}) {
  const fetcher = useFetcher<SwipeAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const drag = useDrag((choice) => submit(choice));

  function submit(choice: Choice) {
    if (!form.current || leaving || isWaiting || fetcher.state !== "idle") return;
    const fields = new FormData(form.current);
    fields.set("choice", choice);
    fields.set("inPage", "1");
    // In a separate task, so that a slow phone shows the choice before it sends the request.
    setTimeout(() => fetcher.submit(fields, { method: "post", action: paths.swipe() }));
    if (choice === "like" && card.likesYou) {
      setIsWaiting(true);
      onWait(true);
    } else onLeave(card.personId, choice);
  }

  const handled = useRef<SwipeAnswer>(undefined);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === handled.current) return;
    handled.current = fetcher.data;
    // A matched card stays until the match's page opens.
    if (isWaiting && fetcher.data.outcome !== "match") {
      setIsWaiting(false);
      onWait(false);
      if (fetcher.data.outcome !== "failed" && fetcher.data.outcome !== "limit")
        onLeave(card.personId, "like");
    }
    onAnswer(card, fetcher.data);
  }, [fetcher.data, card, isWaiting, onAnswer, onLeave, onWait]);

  useEffect(() => {
    if (!isOnTop) return;
    const swipeByKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, dialog, summary");
      if (isTyping || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") submit("like");
      if (event.key === "ArrowLeft") submit("pass");
      if (event.key === "Backspace" && undoable && form.current) onUndo(form.current);
    };
    document.addEventListener("keydown", swipeByKey);
    return () => document.removeEventListener("keydown", swipeByKey);
  });

  if (!isOnTop) return null;
  return (
    <>
      <article
        className="deck-card"
        aria-label={card.name}
        data-leaving={leaving}
        data-from={cameFrom}
        {...drag}
      >
        <DeckCardFace card={card} filter={filter} here={here} />
        {children}
        <Mark className="deck-mark" />
      </article>
      <div className="deck-actions">
        {limit ?? (
          <SwipeForm
            formRef={form}
            targetId={card.personId}
            swipeKey={card.key}
            filter={filter}
            undoable={undoable}
            isWaiting={isWaiting}
            onChoose={(choice) => {
              if (choice === "undo") {
                if (form.current) onUndo(form.current);
              } else submit(choice);
            }}
          />
        )}
      </div>
    </>
  );
}
