import type { ReactNode } from "react";
import type { UsageView } from "~/features/plans/plan";
import { Cover } from "~/features/portfolio/components/cover";
import { ReportSample, Samples } from "~/features/portfolio/components/samples";
import { coverViewOf } from "~/features/portfolio/cover";
import { coverOf, isWholeAsCover } from "~/features/portfolio/sample";
import { championWords } from "~/features/referrals/rewards";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { type Availability, availabilityLabels, userTypeLabels } from "../profile";
import type { ProfileView } from "../viewing.server";
import { OthersActions } from "./others-actions";
import { OwnPanel } from "./own-panel";
import { ProfileDetails, type SharedNames } from "./profile-details";

/**
 * Work first: the cover, who made it and what can be done about it, the samples, then the words. From 900 px on, who
 * and what stays in sight beside the work.
 * @param match the badge with the viewer's match percentage
 * @param shared what the viewer shares or asks for
 * @param decision Like and Pass, where the viewer may swipe; they are then the page's main action
 * @param saved undefined where saving is not offered; `favorites` is what the plan allows of it
 * @param projects the card of one's own
 */
export function ProfilePage({
  profile,
  match,
  shared,
  decision,
  saved,
  favorites,
  isGuest,
  projects,
}: {
  profile: ProfileView;
  match?: ReactNode;
  shared?: SharedNames;
  decision?: ReactNode;
  projects?: ReactNode;
  saved?: boolean;
  favorites?: Pick<UsageView, "used" | "limit" | "resets"> | null;
  isGuest?: boolean;
}) {
  const cover = coverOf(profile.samples);
  const covering = cover && isWholeAsCover(cover) ? cover : null;
  return (
    <div className="profile">
      <figure className="profile-cover">
        <Cover
          cover={coverViewOf(profile.id, profile.styleIds, profile.samples)}
          sizes="(min-width: 56.25rem) 44rem, 100vw"
          isFirst
        />
        {covering && (
          <figcaption className="hint">
            <span className="visually-hidden">Cover: </span>
            {covering.title} {covering.part && `· ${covering.part}`}
            {!profile.isOwn && <ReportSample sample={covering} />}
          </figcaption>
        )}
      </figure>
      <aside className="profile-side" aria-label="Who this is">
        <Who profile={profile} />
        {match}
        {decision}
        {profile.isOwn ? (
          <OwnPanel profile={profile} />
        ) : (
          <OthersActions
            profile={profile}
            saved={saved}
            favorites={favorites}
            isGuest={isGuest}
            isQuiet={Boolean(decision)}
          />
        )}
      </aside>
      <div className="profile-main">
        <Samples
          samples={profile.samples}
          isOwn={profile.isOwn}
          covering={covering?.id}
          canReport={!profile.isOwn}
        />
        <ProfileDetails profile={profile} shared={shared} />
        {projects}
      </div>
    </div>
  );
}

function Who({ profile }: { profile: ProfileView }) {
  const terms = [
    availabilityLabels[profile.availability as Availability],
    profile.userType === "contributor" ? profile.priceRange : null,
  ];
  return (
    <div className="profile-who">
      <Avatar name={profile.name} src={profile.avatarUrl} size="large" />
      <h1>{profile.name}</h1>
      {profile.userType === "contributor" && profile.services.length > 0 && (
        <p>{profile.services.slice(0, 2).join(", ")}</p>
      )}
      <p className="muted">
        {userTypeLabels[profile.userType]}
        {profile.location && ` · ${profile.location}`}
      </p>
      <p>{terms.filter(Boolean).join(" · ")}</p>
      {(profile.isVerified || profile.isChampion || profile.ownStatus) && (
        <p className="row">
          {profile.isVerified && <Badge tone="positive">Verified</Badge>}{" "}
          {profile.isChampion && <Badge tone="info">{championWords}</Badge>}{" "}
          <OwnStatus status={profile.ownStatus} />
        </p>
      )}
    </div>
  );
}

function OwnStatus({ status }: { status: ProfileView["ownStatus"] }) {
  if (status === "pending") return <Badge tone="warning">Under review</Badge>;
  return status === "rejected" ? <Badge tone="negative">Not approved</Badge> : null;
}
