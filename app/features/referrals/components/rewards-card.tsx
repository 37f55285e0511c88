import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Time } from "~/ui/time";
import type { RewardsView } from "../rewarding.server";
import { boostDays, championAt, championWords } from "../rewards";

/** What invitations bring, and what runs for the reader until when. */
export function RewardsCard({ rewards }: { rewards: RewardsView }) {
  const { priorityUntil, boostUntil, rewarded, isChampion } = rewards;
  return (
    <Card title="Rewards">
      {priorityUntil && (
        <p>
          <Badge tone="positive">Priority matching</Badge> You are shown earlier in decks, and your briefs in
          lists, until <Time at={priorityUntil} as="longDate" />.
        </p>
      )}
      {boostUntil && (
        <p>
          <Badge tone="positive">Boosted</Badge> You joined by an invitation: your profile is shown earlier
          until <Time at={boostUntil} as="longDate" />.
        </p>
      )}
      {isChampion ? (
        <p>
          <Badge tone="info">{championWords}</Badge> {rewarded} people have joined by your invitation. Your
          profile shows the badge.
        </p>
      ) : (
        <label className="usage">
          <span>
            {rewarded} of {championAt} on the way to {championWords}
          </span>{" "}
          <progress className="tone-positive" max={championAt} value={rewarded} />
        </label>
      )}
      <ul className="list-disc pl-5">
        <li>
          You: {boostDays.referrer} days of priority matching for each person who joins by your link, confirms
          their address and has a profile that decks can show: with at least one service, and for contributors
          approved by us. More people make it last longer.
        </li>
        <li>They: a profile boost of {boostDays.invitee} days.</li>
        <li>
          Five people: the {championWords} badge on your profile. Another account of your own does not count.
        </li>
      </ul>
    </Card>
  );
}
