import { useNavigate, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { lastUseWords, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { latePart } from "~/ui/late-part";
import { notSentOffline, offlineTitle } from "~/ui/offline-title";
import { isInert, SubmitButton } from "~/ui/parts";
import { useAnnounce } from "~/ui/toast";
import { type DeckFilter, deckQuery, filterText, isFiltered } from "../deck-filter";
import { deckWords } from "../deck-words";
import type { DeckView } from "../showing.server";
import { heldToast, swipeToast } from "../swipe-toasts";
import { BesideCard, type DeckCard, DeckCardFace } from "./deck-card-face";
import { keepSwipe, keptSwipes, takeSwipeBack } from "./kept-swipes";
import { type SwipeAnswer, SwipeCard } from "./swipe-card";
import { SwipeForm } from "./swipe-form";
import type { Choice } from "./use-drag";

const EmptyDeck = latePart("EmptyDeck", () => import("./empty-deck"));

export interface DeckProps extends Pick<DeckView, "state" | "swipes" | "undoable" | "left"> {
  /** The deck's owner. */
  personId: string;
  isContributor: boolean;
  cards: DeckCard[];
  filter: DeckFilter;
  /** A sentence that says when swipes reset. */
  swipesReset: string;
  /** Shown in a card's corner. */
  actionsFor?: (card: DeckCard) => ReactNode;
  /** The path of the deck's page. */
  here: string;
  /** Next to the number of swipes left. */
  children?: ReactNode;
}

export function Deck({
  personId,
  isContributor,
  state,
  cards: dealt,
  swipes,
  swipesReset,
  undoable,
  left: people,
  filter,
  actionsFor,
  here,
  children,
}: DeckProps) {
  const { cards, left, leaving, cameFrom, wait, leave, answer, undo } = useSwipes(
    dealt,
    filter,
    personId,
    undoable,
  );
  const kept = isFiltered(filter) ? filterText(filter) : "";
  const words = deckWords(isContributor);
  const swipesLeft = usesLeft(swipes);
  const remaining = cards.filter((card) => !left.has(card.personId));
  const [top, ...following] = remaining;
  const ref = useFocusOnNext(top?.personId);
  const isIdle = useIdle();
  const count =
    swipesLeft !== null &&
    // Keeps the sentence in one text node. With two, the text after the number would shift when the number gets
    // shorter.
    `${swipesLeft} of ${swipes.limit} swipes left today`;
  return (
    <section aria-label="Recommended for you" id="deck" className="deck" tabIndex={-1} ref={ref}>
      <NextPerson top={top} />
      {state === "showing" ? (
        <>
          <div className="deck-pile" data-more={following.length > 0 || undefined}>
            {/* Reversed, so the next card is on top. The ones below it only preload their pictures. */}
            {isIdle &&
              following.reverse().map((card) => (
                // Visible while the card on top of it animates out. Nothing on it can be focused.
                <div key={card.personId} className="deck-card deck-next" aria-hidden="true" {...isInert}>
                  <DeckCardFace card={card} filter="" here="" />
                </div>
              ))}
            {/* Swiped cards stay mounted until the server has responded. */}
            {cards.map((card) => (
              <SwipeCard
                key={card.personId}
                card={card}
                here={here}
                isOnTop={card === top}
                filter={kept}
                limit={
                  swipesLeft === 0 ? (
                    <>
                      <LimitNotice title="Swipe Limit Reached" continueTo={paths.matches()}>
                        You've used all {swipes.limit} of today's swipes. {swipesReset}
                      </LimitNotice>
                      {undoable && <UndoForm undoable={undoable} filter={kept} />}
                    </>
                  ) : undefined
                }
                leaving={leaving?.personId === card.personId ? leaving.choice : undefined}
                cameFrom={cameFrom.get(card.personId)}
                undoable={undoable}
                onUndo={undo}
                onWait={wait}
                onLeave={leave}
                onAnswer={answer}
              >
                {actionsFor && <div className="deck-corner">{actionsFor(card)}</div>}
              </SwipeCard>
            ))}
            {!top && <NextLoads words={words.loading} undoable={undoable} onUndo={undo} />}
          </div>
          {top && <BesideCard card={top} here={here} />}
        </>
      ) : (
        <>
          <EmptyDeck state={state} isContributor={isContributor} filter={filter} people={people} />
          {undoable && (
            <div className="deck-actions">
              <UndoForm undoable={undoable} filter={kept} />
            </div>
          )}
        </>
      )}
      <div className="deck-foot">
        {count && (
          <p className="deck-count">
            {count}
            {swipesLeft === 1 && ` · ${lastUseWords("swipe", swipesReset)}`}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** Stands in for a card whose data hasn't arrived. The buttons stay put, and Undo keeps working. */
function NextLoads({
  words,
  undoable,
  onUndo,
}: {
  words: string;
  undoable: string | null;
  onUndo: (form: HTMLFormElement) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <p className="deck-card film deck-loading">{words}</p>
      <div className="deck-actions">
        <SwipeForm
          formRef={form}
          targetId=""
          swipeKey=""
          filter=""
          undoable={undoable}
          onChoose={() => form.current && onUndo(form.current)}
        />
      </div>
    </>
  );
}

/** Undo without a card, for an empty deck or a used-up limit. */
function UndoForm({ undoable, filter }: { undoable: string; filter: string }) {
  return (
    <Form action={paths.undoSwipe()}>
      <input type="hidden" name="undo" value={undoable} />
      {filter && <input type="hidden" name="filter" value={filter} />}
      <SubmitButton kind="quiet" small pending="Undoing...">
        <Icon name="undo" /> Undo last swipe
      </SubmitButton>
    </Form>
  );
}

/** False until the browser is idle, so preloading doesn't delay the first card. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callback.
    (window.requestIdleCallback ?? setTimeout)(() => setIsIdle(true));
  }, []);
  return isIdle;
}

/**
 * Moves the focus to the next card's heading after a swipe, so screen readers announce it. Leaves the focus alone if
 * it's outside the deck.
 */
function useFocusOnNext(topId: string | undefined) {
  const deck = useRef<HTMLElement>(null);
  const before = useRef(topId);
  useEffect(() => {
    if (before.current === topId) return;
    before.current = topId;
    const held = document.activeElement;
    if (held && held !== document.body && !deck.current?.contains(held)) return;
    const heading = deck.current?.querySelector<HTMLElement>("article.deck-card h2");
    (heading ?? deck.current)?.focus({ preventScroll: true });
  }, [topId]);
  return deck;
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

/** In ms after a swipe. The animation itself takes up to 220 ms. */
const advancesAfter = 260;

/**
 * Tracks swiped cards until the server has stored their swipes, which may take until the browser is online again.
 * @param personId whose deck it is
 * @param undoable the person whose swipe can be undone; null if there is none
 */
function useSwipes(dealt: DeckCard[], filter: DeckFilter, personId: string, undoable: string | null) {
  const navigate = useNavigate();
  const submit = useSubmit();
  const announce = useAnnounce();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<{ personId: string; choice: Choice } | null>(null);
  /** True while a Like is pending that may be a match. The deck doesn't advance until its response arrives. */
  const [isWaiting, wait] = useState(false);
  /** Which side each card left to. After an Undo, it comes back from there. */
  const [cameFrom, setCameFrom] = useState<ReadonlyMap<string, Choice>>(new Map());
  const shown = useRef(dealt);
  if (!leaving && !isWaiting) shown.current = dealt;
  const cards = shown.current;

  // Forgets swiped cards that the server no longer deals, because they may come back after an undo or when a pass
  // expires.
  useEffect(() => {
    setLeft((before) => new Set([...before].filter((id) => cards.some((card) => card.personId === id))));
  }, [cards]);

  useEffect(() => {
    if (!leaving) return;
    // A transition renders the next card in slices, because it takes a slow phone longer than one frame.
    const advance = () =>
      startTransition(() => {
        setLeft((before) => new Set(before).add(leaving.personId));
        setLeaving(null);
      });
    const timer = setTimeout(advance, advancesAfter);
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
  /**
   * An Undo requested while a swipe is pending. It's sent after that swipe's response, because before that it
   * would undo the previous swipe.
   */
  const [asked, setAsked] = useState<FormData | null>(null);
  const isSettled = !leaving && !isWaiting && left.size === 0;
  useEffect(() => {
    if (!asked || !isSettled) return;
    setAsked(null);
    if (!undoable) return;
    // The form was rendered before the last swipe.
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
      else announce(notSentOffline);
    },
    [personId, restoreCard, announce],
  );

  // Swipes that were made offline, on this page or an earlier one. After they're sent, load the deck again:
  // if a swipe was refused at the limit, its person is back in the deck. Wait for a navigation to end first, because
  // loading would abort its request and lose its toast.
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (!isStale || !isIdle) return;
    setStale(false);
    revalidate();
  }, [isStale, isIdle, revalidate]);
  useEffect(() => {
    const kept = keptSwipes(personId).map(({ targetId }) => targetId);
    if (kept.length > 0) setLeft((before) => new Set([...before, ...kept]));
    const renew = ({ detail }: CustomEvent<string[]>) => {
      detail.forEach(restoreCard);
      setStale(true);
    };
    addEventListener("waiting-sent", renew as EventListener);
    return () => removeEventListener("waiting-sent", renew as EventListener);
  }, [personId, restoreCard]);

  const answer = useCallback(
    (card: DeckCard, given: SwipeAnswer) => {
      // Replaces the history entry, so Back doesn't reopen the dialog.
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
              title: offlineTitle,
              text: "We'll send your swipe when you're back online.",
            });
          }
          restoreCard(card.personId);
          return announce({
            title: "That swipe didn't go through",
            text: "Check your connection, then try again.",
            tone: "destructive",
          });
        case "gone":
          // Drops a requested Undo, which would undo the swipe before this one.
          setAsked(null);
          return announce({ title: "This person is no longer available" });
        case "swiped":
          return announce(swipeToast(given, card.role));
      }
    },
    [navigate, announce, restoreCard, leave, filter, personId],
  );
  return { cards, left, leaving, cameFrom, wait, leave, answer, undo };
}
