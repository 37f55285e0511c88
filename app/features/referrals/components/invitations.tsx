import { paths } from "~/paths";
import { Badge, type BadgeTone, Card, EmptyState, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { type InviteState, inviteStateWords } from "../invite";
import type { InviteView } from "../inviting.server";
import { boostDays, championAt, championWords, type RewardsView } from "../rewards";

const tones: Record<InviteState, BadgeTone> = {
  sent: "neutral",
  joined: "info",
  confirmed: "info",
  rewarded: "positive",
  "not-counted": "warning",
};

export function InviteList({ invites }: { invites: readonly InviteView[] }) {
  if (invites.length === 0)
    return (
      <EmptyState title="No invitations yet">
        Once somebody joins by your link, or you have sent an email, you see here how far they are.
      </EmptyState>
    );
  return (
    <>
      <ul className="stack">
        {invites.map((invite) => (
          <li key={invite.id} className="row justify-between">
            <span className="break-words">
              <Who invite={invite} />
            </span>{" "}
            <span className="row">
              <Badge tone={tones[invite.state]}>{inviteStateWords[invite.state]}</Badge>{" "}
              <Time at={invite.at} as="date" className="hint" />
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary>What the words mean</summary>
        <p>
          Sent: nobody has joined by that mail's link. We do not say whether an address has an account or
          wants no invitations. Joined: they have an account. Confirmed: their address is confirmed; their
          profile, with a service, or our check is still to come. Rewarded: both of you got your reward. Not
          counted: the same browser, address or payment card as yours, or one that has counted already.
        </p>
      </details>
    </>
  );
}

function Who({ invite: { state, name, profileId, masked } }: { invite: InviteView }) {
  if (state === "sent") return masked;
  if (!name) return "Somebody who joined by your link";
  return profileId ? <Link to={paths.profile(profileId)}>{name}</Link> : name;
}

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
