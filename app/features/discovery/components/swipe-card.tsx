import { useFetcher } from "@remix-run/react";
import { type DragEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { FormToken } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { type DeckCard, DeckCardFace } from "./deck-card-face";

/** The swipe action's answer to script. */
export type SwipeAnswer =
  /** `stored` may be an earlier swipe, or null if it was undone. */
  | { outcome: "swiped"; asked: Choice; stored: Choice | null }
  | { outcome: "match"; matchId: string }
  | { outcome: "held" | "waiting" | "limit" | "gone" | "failed" };

export type Choice = "like" | "pass";

/** A card dragged farther than `threshold` px is swiped; `limits` caps its movement. */
const threshold = 100;
const limits = { x: 150, y: 50 };
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

/**
 * One form with two buttons. With script it can be dragged or swiped with the arrow keys, and leaves without waiting
 * for the response.
 */
export function SwipeCard({
  card,
  isOnTop,
  leaving,
  onLeave,
  onAnswer,
}: {
  card: DeckCard;
  isOnTop: boolean;
  /** Set while the card animates out. */
  leaving?: Choice;
  onLeave: (personId: string, choice: Choice) => void;
  onAnswer: (card: DeckCard, answer: SwipeAnswer) => void;
}) {
  const fetcher = useFetcher<SwipeAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const drag = useDrag((choice) => submit(choice));

  function submit(choice: Choice) {
    if (!form.current || leaving || fetcher.state !== "idle") return;
    const fields = new FormData(form.current);
    fields.set("choice", choice);
    fields.set("inPage", "1");
    fetcher.submit(fields, { method: "post", action: paths.swipe() });
    onLeave(card.personId, choice);
  }

  const handled = useRef<SwipeAnswer>(undefined);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === handled.current) return;
    handled.current = fetcher.data;
    onAnswer(card, fetcher.data);
  }, [fetcher.data, card, onAnswer]);

  useEffect(() => {
    if (!isOnTop) return;
    const swipeByKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, dialog, summary");
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") submit("like");
      if (event.key === "ArrowLeft") submit("pass");
    };
    document.addEventListener("keydown", swipeByKey);
    return () => document.removeEventListener("keydown", swipeByKey);
  });

  if (!isOnTop) return null;
  return (
    <article
      className="card deck-card"
      aria-label={card.name}
      tabIndex={-1}
      data-item={card.personId}
      data-leaving={leaving}
      {...drag.props}
    >
      <DeckCardFace card={card} />
      <form
        ref={form}
        method="post"
        action={paths.swipe()}
        className="deck-buttons"
        onSubmit={(event) => {
          event.preventDefault();
          const submitter = (event.nativeEvent as SubmitEvent).submitter;
          submit(submitter?.getAttribute("value") === "like" ? "like" : "pass");
        }}
      >
        <FormToken />
        <input type="hidden" name="targetId" value={card.personId} />
        <input type="hidden" name="key" value={card.key} suppressHydrationWarning />
        <Button kind="secondary" name="choice" value="pass">
          <Icon name="pass" /> Pass
        </Button>
        <Button name="choice" value="like">
          <Icon name="heart" /> Like
        </Button>
      </form>
    </article>
  );
}

function useDrag(onSwipe: (choice: Choice) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [offset, setOffset] = useState<{ x: number; y: number } | null>(null);

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || (event.target as Element).closest("button, a, summary, input")) return;
    start.current = { x: event.clientX, y: event.clientY };
  }
  function move(event: PointerEvent<HTMLElement>) {
    if (!start.current) return;
    const x = clamp(event.clientX - start.current.x, limits.x);
    if (!offset && Math.abs(x) < 8) return;
    if (!offset) {
      event.currentTarget.setPointerCapture(event.pointerId);
      getSelection()?.removeAllRanges();
    }
    setOffset({ x, y: clamp(event.clientY - start.current.y, limits.y) });
  }
  function end() {
    start.current = null;
    if (!offset) return;
    setOffset(null);
    if (offset.x > threshold) onSwipe("like");
    if (offset.x < -threshold) onSwipe("pass");
  }

  return {
    props: {
      // Dragging selected text would start native drag and drop, which cancels this.
      onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => {
        start.current = null;
        setOffset(null);
      },
      "data-dragging": offset ? "" : undefined,
      style: offset
        ? { transform: `translate(${offset.x}px, ${offset.y}px) rotate(${offset.x / 20}deg)` }
        : undefined,
    },
  };
}
