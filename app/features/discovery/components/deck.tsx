import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { userTypeLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Toast, type ToastMessage } from "~/ui/toast";
import type { DeckCard } from "./deck-card-face";
import { type SwipeAnswer, SwipeCard } from "./swipe-card";

export interface DeckProps {
  state: "showing" | "empty" | "no-overlap";
  cards: DeckCard[];
  swipes: { used: number; limit: number | null };
  canUndo: boolean;
  /** The page announces something itself: only one thing at a time. */
  isAnnouncing?: boolean;
}

/** One card at a time, the next ones behind it; below, what is left today and the way back. */
export function Deck({ state, cards, swipes, canUndo, isAnnouncing }: DeckProps) {
  const { left, toast, leave, answer } = useSwipes(cards, isAnnouncing);
  const remaining = cards.filter((card) => !left.has(card.personId));
  return (
    <section aria-label="Recommended for you" className="deck stack">
      {toast && <Toast toast={toast} />}
      {state === "showing" && (
        <div className="deck-pile" data-behind={Math.max(0, Math.min(2, remaining.length - 1))}>
          {cards.map((card) => (
            <SwipeCard
              key={card.personId}
              card={card}
              isOnTop={card === remaining[0]}
              onLeave={leave}
              onAnswer={answer}
            />
          ))}
          {remaining.length === 0 && <p className="card deck-card muted">Loading service providers...</p>}
        </div>
      )}
      {state === "empty" && (
        <EmptyState
          title="No service providers available right now."
          action={<ButtonLink to={paths.matches()}>View Matches</ButtonLink>}
        >
          You have seen everybody for now. New people join every day, and those you passed may return after 30
          days.
        </EmptyState>
      )}
      {state === "no-overlap" && (
        <EmptyState
          title="No matching service providers found based on your profile. Update your profile preferences to improve matches."
          action={<ButtonLink to={paths.editProfile()}>Update My Profile</ButtonLink>}
        />
      )}
      <div className="row deck-foot">
        {swipes.limit !== null && (
          <p className="hint">
            {Math.max(0, swipes.limit - swipes.used)} of {swipes.limit} swipes left today
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

/** Cards that have left while their answers are under way, and what the answers bring. */
function useSwipes(cards: DeckCard[], isAnnouncing = false) {
  const navigate = useNavigate();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [toast, setToast] = useState<ToastMessage | null>(null);

  useEffect(() => {
    if (isAnnouncing) setToast(null);
  }, [isAnnouncing]);

  // A card that is no longer dealt may come back: undone, or after its time.
  useEffect(() => {
    setLeft((before) => new Set([...before].filter((id) => cards.some((card) => card.personId === id))));
  }, [cards]);

  const leave = useCallback((personId: string) => setLeft((before) => new Set(before).add(personId)), []);
  const comeBack = useCallback((personId: string) => {
    setLeft((before) => new Set([...before].filter((id) => id !== personId)));
  }, []);

  const answer = useCallback(
    (card: DeckCard, given: SwipeAnswer) => {
      switch (given.outcome) {
        case "match":
          return navigate(paths.match(given.matchId));
        case "held":
          return navigate(paths.discover({ limit: "matches" }), { preventScrollReset: true });
        case "limit":
          comeBack(card.personId);
          return navigate(paths.discover({ limit: "swipes" }), { preventScrollReset: true });
        case "failed":
          comeBack(card.personId);
          return setToast({
            title: "That swipe did not reach us",
            text: "You may be offline. Please try again.",
            tone: "destructive",
          });
        case "gone":
          return setToast({ title: "This person is no longer available", tone: "plain" });
        case "swiped":
          return setToast(given.liked ? likedToast(card.role) : null);
      }
    },
    [navigate, comeBack],
  );
  return { left, toast, leave, answer };
}

/** What a Like says, with and without script. */
export function likedToast(role: "creator" | "contributor"): ToastMessage {
  return {
    title: `${userTypeLabels[role]} Liked!`,
    text: "You can find your matches in the Matches section.",
    tone: "plain",
  };
}
