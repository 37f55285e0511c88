import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { userTypeLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { useNextFocus } from "~/ui/next-focus";
import { type ToastMessage, useAnnounce } from "~/ui/toast";
import { deckWords } from "../deck-words";
import type { DeckCard } from "./deck-card-face";
import { type Choice, type SwipeAnswer, SwipeCard } from "./swipe-card";

/** In ms (M-DISC-9); as long as the CSS transition. */
const advancesAfter = 300;

export interface DeckProps {
  isContributor: boolean;
  state: "showing" | "empty" | "no-overlap";
  cards: DeckCard[];
  swipes: { used: number; limit: number | null };
  canUndo: boolean;
}

export function Deck({ isContributor, state, cards: dealt, swipes, canUndo }: DeckProps) {
  const { cards, left, leaving, leave, answer } = useSwipes(dealt);
  const words = deckWords(isContributor);
  const remaining = cards.filter((card) => !left.has(card.personId));
  const [top] = remaining;
  const { ref, onFocus } = useNextFocus<HTMLElement>(top ? [top.personId] : []);
  return (
    <section
      aria-label="Recommended for you"
      className="deck stack"
      tabIndex={-1}
      ref={ref}
      onFocus={onFocus}
    >
      <NextPerson top={top} />
      {state === "showing" && (
        <div className="deck-pile" data-behind={Math.max(0, Math.min(2, remaining.length - 1))}>
          {cards.map((card) => (
            <SwipeCard
              key={card.personId}
              card={card}
              isOnTop={card === top}
              leaving={leaving?.personId === card.personId ? leaving.choice : undefined}
              onLeave={leave}
              onAnswer={answer}
            />
          ))}
          {!top && <p className="card deck-card muted">{words.loading}</p>}
        </div>
      )}
      {state === "empty" && (
        <EmptyState title={words.empty} action={<ButtonLink to={paths.matches()}>View Matches</ButtonLink>}>
          You have seen everybody for now. New people join every day, and those you passed may return after 30
          days.
        </EmptyState>
      )}
      {state === "no-overlap" && (
        <EmptyState
          title={words.noOverlap}
          action={<ButtonLink to={paths.editProfile()}>Update My Profile</ButtonLink>}
        />
      )}
      <div className="row deck-foot">
        {swipes.limit !== null && (
          <p className="hint">
            {/* A single text node: text after a number shifts when the number loses a digit. */}
            {`${Math.max(0, swipes.limit - swipes.used)} of ${swipes.limit} swipes left today`}
          </p>
        )}
        {canUndo && (
          <Form action={paths.undoSwipe()}>
            <SubmitButton kind="quiet" small pending="Undoing...">
              <Icon name="undo" /> Undo last swipe
            </SubmitButton>
          </Form>
        )}
      </div>
    </section>
  );
}

function NextPerson({ top }: { top?: DeckCard }) {
  const [first] = useState(top?.personId);
  const percent = top?.match ? `, ${top.match.percent}% match` : "";
  return (
    <p role="status" className="visually-hidden">
      {top && top.personId !== first && `Next: ${top.name}${percent}`}
    </p>
  );
}

/** Tracks cards that left while their requests are pending. */
function useSwipes(dealt: DeckCard[]) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<{ personId: string; choice: Choice } | null>(null);
  const shown = useRef(dealt);
  if (!leaving) shown.current = dealt;
  const cards = shown.current;

  // A card may return after an undo or when a pass expires.
  useEffect(() => {
    setLeft((before) => new Set([...before].filter((id) => cards.some((card) => card.personId === id))));
  }, [cards]);

  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => {
      setLeft((before) => new Set(before).add(leaving.personId));
      setLeaving(null);
    }, advancesAfter);
    return () => clearTimeout(timer);
  }, [leaving]);

  const leave = useCallback(
    (personId: string, choice: Choice) => {
      announce(null);
      setLeaving({ personId, choice });
    },
    [announce],
  );
  const restoreCard = useCallback((personId: string) => {
    setLeaving((now) => (now?.personId === personId ? null : now));
    setLeft((before) => new Set([...before].filter((id) => id !== personId)));
  }, []);

  const answer = useCallback(
    (card: DeckCard, given: SwipeAnswer) => {
      // Replaces the history entry, so that Back does not reopen the dialog.
      const open = (limit: "swipes" | "matches") =>
        navigate(paths.discover({ limit }), { preventScrollReset: true, replace: true });
      switch (given.outcome) {
        case "match":
          return navigate(paths.match(given.matchId));
        case "held":
          return open("matches");
        case "waiting":
          return announce(heldToast);
        case "limit":
          restoreCard(card.personId);
          return open("swipes");
        case "failed":
          restoreCard(card.personId);
          return announce({
            title: "That swipe did not reach us",
            text: "You may be offline. Please try again.",
            tone: "destructive",
          });
        case "gone":
          return announce({ title: "This person is no longer available", tone: "plain" });
        case "swiped":
          return announce(swipeToast(given, card.role));
      }
    },
    [navigate, announce, restoreCard],
  );
  return { cards, left, leaving, leave, answer };
}

/** A mutual Like while the creator's plan has no room. */
export const heldToast: ToastMessage = {
  title: "This creator likes you back",
  text: "Their plan has no room for another match right now. You can find it under Matches.",
  tone: "plain",
};

/** Says what is stored, possibly an earlier swipe from another page. */
export function swipeToast(
  { asked, stored }: { asked: Choice; stored: Choice | null },
  role: "creator" | "contributor",
): ToastMessage | null {
  if (stored === null) return { title: "You undid that swipe", tone: "plain" };
  if (stored === "pass") {
    return asked === "pass"
      ? null
      : {
          title: "You have already passed this person",
          text: "They may return after 30 days.",
          tone: "plain",
        };
  }
  if (asked === "pass") return { title: "You have already liked this person", tone: "plain" };
  return {
    title: `${userTypeLabels[role]} Liked!`,
    text: "You can find your matches in the Matches section.",
    tone: "plain",
  };
}
