import type { Actor } from "~/features/accounts/actor";
import { MiniCard } from "~/features/discovery/components/mini-card";
import type { MiniView } from "~/features/discovery/mini";
import type { Completeness } from "~/features/profiles/completeness";
import { Newcomer, NotApproved, Pending } from "~/features/profiles/components/standing";
import type { Rejection } from "~/features/profiles/review-reasons";
import { isRejected } from "~/features/visibility/standing";

/** The contributor's card as creators will see it, and what it still lacks. */
export interface OwnCard {
  mini: MiniView;
  completeness: Completeness;
  samples: number;
}

/** Shows someone who isn't in decks yet where they stand, and the next step. */
export function Standing({
  userType,
  status,
  own,
  rejection,
}: {
  userType: string | null;
  status: Actor["contributorStatus"];
  own: OwnCard | null;
  rejection: Rejection | null;
}) {
  if (!userType) return <Newcomer />;
  return (
    <div className="standing">
      {own && (
        <div className="own-row">
          <MiniCard mini={own.mini} as="div" isFirst />
          <p className="hint">This is how creators will see you once you're approved.</p>
        </div>
      )}
      {isRejected(status) ? (
        <NotApproved rejection={rejection} />
      ) : (
        <Pending completeness={own?.completeness ?? null} samples={own?.samples ?? 0} />
      )}
    </div>
  );
}
