import { type Actor, isContributor } from "~/features/accounts/actor";
import { isApproved } from "~/features/visibility/standing";

/** Counts for the navigation, at most 10 of each: more than 9 are shown as '9+'. */
export interface Waiting {
  /** People in their deck who like them. */
  likes: number;
  /** Matches that the member hasn't opened and that have no messages. */
  matches: number;
}

/** Read in the session's query. A member without a deck has no Likes waiting. */
export function waitingFor(actor: Actor): Waiting {
  const hasDeck = actor.userType !== null && (!isContributor(actor) || isApproved(actor.contributorStatus));
  return { likes: hasDeck ? actor.likesWaiting : 0, matches: actor.newMatches };
}
