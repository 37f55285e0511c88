import { useNavigate, useRevalidator, useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { useAnnounce } from "~/ui/toast";
import { type DeckFilter, deckQuery } from "../deck-filter";
import { heldToast, swipeToast } from "../swipe-toasts";
import type { DeckCard } from "./deck-card-face";
import { keepSwipe, keptSwipes, takeSwipeBack } from "./kept-swipes";
import type { SwipeAnswer } from "./swipe-card";
import type { Choice } from "./use-drag";

/** In ms (M-DISC-9); the card itself is gone after 200. */
const advancesAfter = 300;

/**
 * Tracks cards that left while their requests are pending, or wait for a connection.
 * @param personId whose deck it is
 * @param undoable whose swipe Undo undoes
 */
export function useSwipes(dealt: DeckCard[], filter: DeckFilter, personId: string, undoable: string | null) {
  const navigate = useNavigate();
  const submit = useSubmit();
  const announce = useAnnounce();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<{ personId: string; choice: Choice } | null>(null);
  /** A Like whose answer decides what comes next. */
  const [isWaiting, wait] = useState(false);
  /** The side to which each card left, on which it comes back. */
  const [cameFrom, setCameFrom] = useState<ReadonlyMap<string, Choice>>(new Map());
  const shown = useRef(dealt);
  if (!leaving && !isWaiting) shown.current = dealt;
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
      setCameFrom((before) => new Map(before).set(personId, choice));
    },
    [announce],
  );
  /** Asked for while a card leaves, an Undo waits for its answer: it would take back an earlier swipe. */
  const [asked, setAsked] = useState<FormData | null>(null);
  const isSettled = !leaving && !isWaiting && left.size === 0;
  useEffect(() => {
    if (!asked || !isSettled) return;
    setAsked(null);
    if (!undoable) return;
    // The last one by now, which the form did not know.
    asked.set("undo", undoable);
    submit(asked, { method: "post", action: paths.undoSwipe(), preventScrollReset: true });
  }, [asked, isSettled, submit, undoable]);
  const restoreCard = useCallback((cardOf: string) => {
    setAsked(null);
    setLeaving((now) => (now?.personId === cardOf ? null : now));
    setLeft((before) => new Set([...before].filter((id) => id !== cardOf)));
  }, []);
  const undo = useCallback(
    (form: HTMLFormElement) => {
      const last = takeSwipeBack(personId);
      if (last) restoreCard(last.targetId);
      else if (navigator.onLine) setAsked(new FormData(form));
      else
        announce({
          title: "You are offline",
          text: "Nothing was sent. Try again when you are connected.",
          tone: "destructive",
        });
    },
    [personId, restoreCard, announce],
  );

  // Those that an earlier page kept; once they are sent, the deck is another, with those beyond the limit.
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const kept = keptSwipes(personId).map(({ targetId }) => targetId);
    if (kept.length > 0) setLeft((before) => new Set([...before, ...kept]));
    const renew = ({ detail }: CustomEvent<string[]>) => {
      detail.forEach(restoreCard);
      revalidate();
    };
    addEventListener("waiting-sent", renew as EventListener);
    return () => removeEventListener("waiting-sent", renew as EventListener);
  }, [personId, restoreCard, revalidate]);

  const answer = useCallback(
    (card: DeckCard, given: SwipeAnswer) => {
      // Replaces the history entry, so that Back does not reopen the dialog.
      const open = (limit: "swipes" | "matches") =>
        navigate(paths.discover({ ...deckQuery(filter), limit }), {
          preventScrollReset: true,
          replace: true,
        });
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
          if (given.asked) {
            const { personId: targetId, key } = card;
            keepSwipe(personId, { targetId, key, choice: given.asked });
            leave(targetId, given.asked);
            return announce({
              title: "You are offline",
              text: "Your swipe waits here, and is sent when you are connected.",
              tone: "plain",
            });
          }
          restoreCard(card.personId);
          return announce({
            title: "That swipe did not reach us",
            text: "You may be offline. Please try again.",
            tone: "destructive",
          });
        case "gone":
          // No Undo that was asked for meanwhile may take back an earlier swipe.
          setAsked(null);
          return announce({ title: "This person is no longer available", tone: "plain" });
        case "swiped":
          return announce(swipeToast(given, card.role));
      }
    },
    [navigate, announce, restoreCard, leave, filter, personId],
  );
  return { cards, left, leaving, cameFrom, wait, leave, answer, undo };
}
