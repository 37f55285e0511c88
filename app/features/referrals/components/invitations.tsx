import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
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

const stateMeanings: Record<InviteState, string> = {
  sent: "no one has joined with the link in that email. We don't say whether the address has an account or opted out of invitations.",
  joined: "they have an account.",
  confirmed: "they confirmed their email address. They still need a profile with a service, or our approval.",
  rewarded: "you both got your reward.",
  "not-counted": "they share your browser, email address or payment card, or were already counted.",
};

export function InviteList({ invites }: { invites: readonly InviteView[] }) {
  if (invites.length === 0)
    return (
      <EmptyState title="No invitations yet">
        When you email an invitation or someone joins with your link, you'll see their progress here.
      </EmptyState>
    );
  return (
    <>
      <ul className="rows invites">
        {invites.map((invite) => (
          <li key={invite.id}>
            <div className="txt">
              <Who invite={invite} />
              <p>
                <Time at={invite.at} as="date" />
              </p>
            </div>{" "}
            <Badge tone={tones[invite.state]}>{inviteStateWords[invite.state]}</Badge>
          </li>
        ))}
      </ul>
      <details>
        <summary>What these mean</summary>
        <dl className="stack">
          {Object.entries(stateMeanings).map(([state, meaning]) => (
            <div key={state}>
              <dt>{inviteStateWords[state as InviteState]}: </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Who({ invite: { state, name, profileId, masked } }: { invite: InviteView }) {
  if (state === "sent") return masked;
  if (!name) return "Someone who joined with your link";
  return profileId ? <Link to={paths.profile(profileId)}>{name}</Link> : name;
}

/** What an invitation brings, in three lines. */
export function Perks() {
  return (
    <ul className="ticks perks">
      {[
        `For you: ${boostDays.referrer} days of priority matching`,
        `For them: a ${boostDays.invitee}-day profile boost`,
        `At ${championAt} people: the ${championWords} badge`,
      ].map((line) => (
        <li key={line}>
          <Icon name="check" /> {line}
        </li>
      ))}
    </ul>
  );
}

export function RewardsCard({ rewards }: { rewards: RewardsView }) {
  const { priorityUntil, boostUntil, rewarded, isChampion } = rewards;
  return (
    <Card title="Rewards">
      {priorityUntil && (
        <p>
          <Badge tone="positive">Priority matching</Badge> You show up earlier in decks, and your briefs show
          up earlier in lists, until <Time at={priorityUntil} as="longDate" />.
        </p>
      )}
      {boostUntil && (
        <p>
          <Badge tone="positive">Boosted</Badge> You joined with an invitation, so your profile shows up
          earlier until <Time at={boostUntil} as="longDate" />.
        </p>
      )}
      {isChampion ? (
        <p>
          <Badge tone="info">{championWords}</Badge> {rewarded} people joined with your invitation. Your
          profile shows the badge.
        </p>
      ) : (
        <label className="usage">
          <span>
            {rewarded} of {championAt} people to {championWords}
          </span>{" "}
          <progress className="bar tone-positive" max={championAt} value={rewarded} />
        </label>
      )}
      <ul className="list-disc pl-5">
        <li>
          You get {boostDays.referrer} days of priority matching for each person who joins with your link,
          confirms their email address and has a profile that can appear in decks. That takes at least one
          service and, for contributors, our approval. Each new person adds {boostDays.referrer} days.
        </li>
        <li>They get a {boostDays.invitee}-day profile boost.</li>
        <li>
          At {championAt} people, you get the {championWords} badge on your profile. Other accounts of your
          own don't count.
        </li>
      </ul>
    </Card>
  );
}
