import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { SwipeForm } from "./swipe-form";

/** Like and Pass on somebody's profile, and the way back to the deck, whose top card stays the same. */
export function SwipeHere({
  personId,
  name,
  swiping: { left, limit, key, deck, back },
}: {
  personId: string;
  name: string;
  swiping: { left: number | null; limit: number | null; key: string; deck: string; back: string };
}) {
  return (
    <section className="swipe-here" aria-label={`Decide about ${name}`}>
      {left === 0 ? (
        <ButtonLink to={paths.discover({ limit: "swipes" })} kind="secondary">
          Swipe Limit Reached
        </ButtonLink>
      ) : (
        <SwipeForm targetId={personId} swipeKey={key} filter={deck} />
      )}
      <p className="hint">
        {left !== null && left > 0 && `${left} of ${limit} swipes left today · `}
        <Link to={back}>Back to Discover</Link>
      </p>
    </section>
  );
}
