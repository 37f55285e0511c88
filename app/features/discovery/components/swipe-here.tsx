import { paths } from "~/paths";
import { ButtonLink, Link } from "~/ui/parts";
import { SwipeForm } from "./swipe-form";

/** Like and Pass on a profile, with a link back to the deck, whose top card stays the same. */
export function SwipeHere({
  personId,
  name,
  swiping: { hasRoom, words, key, deck, back },
}: {
  personId: string;
  name: string;
  swiping: { hasRoom: boolean; words: string | null; key: string; deck: string; back: string };
}) {
  return (
    <section className="swipe-here" aria-label={`Like or pass on ${name}`}>
      {hasRoom ? (
        <SwipeForm targetId={personId} swipeKey={key} filter={deck} />
      ) : (
        <ButtonLink to={paths.discover({ limit: "swipes" })} kind="secondary">
          Swipe Limit Reached
        </ButtonLink>
      )}
      <p className="hint">
        {words && `${words} · `}
        <Link to={back}>Back to Discover</Link>
      </p>
    </section>
  );
}
