import { MiniCard } from "~/features/discovery/components/mini-card";
import type { MiniView } from "~/features/discovery/mini";
import { paths } from "~/paths";
import { NextLink } from "~/ui/parts";

/**
 * Small cards of the people who like the member or, if no one does, of those next in the deck.
 * @param likes at most 10; above nine, "9+"
 */
export function Likers({
  minis,
  likes,
  who,
}: {
  minis: readonly MiniView[];
  likes: number;
  who: "people" | "creators";
}) {
  if (minis.length === 0) return null;
  const isLiked = minis.some(({ likesYou }) => likesYou);
  return (
    <section className="full" aria-labelledby="likers">
      <div className="row">
        <h2 id="likers">{isLiked ? likesWords(Math.max(likes, 1), who) : "Next in Discover"}</h2>{" "}
        <NextLink to={paths.discover()}>Discover</NextLink>
      </div>
      <ul className="strip covers">
        {minis.map((mini, index) => (
          <MiniCard
            key={mini.personId}
            mini={mini}
            isCircled={index === 0 && mini.likesYou}
            isFirst={index < 2}
          />
        ))}
      </ul>
    </section>
  );
}

function likesWords(likes: number, who: "people" | "creators"): string {
  if (likes === 1) return who === "people" ? "1 person likes you" : "1 creator likes you";
  return `${likes > 9 ? "9+" : likes} ${who} like you`;
}
