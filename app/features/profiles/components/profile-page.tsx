import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
  linkLabels,
  userTypeLabels,
} from "../profile";
import type { ProfileView } from "../viewing.server";

/**
 * `match` is the badge with the viewer's match percentage; `saved` is undefined where saving is not offered; `projects`
 * is the card of one's own.
 */
export function ProfilePage({
  profile,
  match,
  saved,
  isGuest,
  projects,
}: {
  profile: ProfileView;
  match?: ReactNode;
  projects?: ReactNode;
  saved?: boolean;
  isGuest?: boolean;
}) {
  return (
    <div className="stack">
      <Card>
        <div className="row">
          <Avatar name={profile.name} src={profile.avatarUrl} size="large" />
          <div>
            <h1>{profile.name}</h1>
            <p className="row muted">
              {userTypeLabels[profile.userType]}
              {profile.location && ` · ${profile.location}`}{" "}
              {profile.isVerified && <Badge tone="positive">Verified</Badge>}
              <OwnStatus status={profile.ownStatus} />
            </p>
          </div>
        </div>
        {match}
        {profile.bio && <p className="whitespace-pre-line">{profile.bio}</p>}
        <Tags names={profile.tags} />
        {profile.isOwn ? <OwnActions /> : <OthersActions profile={profile} saved={saved} isGuest={isGuest} />}
      </Card>
      <div className="cards">
        <ListCard
          title={profile.userType === "creator" ? "Looking for" : "Services"}
          names={profile.services}
          isOwn={profile.isOwn}
        />
        <ListCard title="Tools" names={profile.tools} isOwn={profile.isOwn} />
        <Terms profile={profile} />
        <Links profile={profile} />
        {profile.isVerified && <Advantage />}
        {projects}
      </div>
    </div>
  );
}

function OwnStatus({ status }: { status: ProfileView["ownStatus"] }) {
  if (status === "pending") return <Badge tone="warning">Under review</Badge>;
  return status === "rejected" ? <Badge tone="negative">Not approved</Badge> : null;
}

function OwnActions() {
  return (
    <div className="row">
      <ButtonLink to={paths.editProfile()}>Edit Profile</ButtonLink>
      <Form action={paths.logout()}>
        <input type="hidden" name="from" value="profile" />
        <SubmitButton kind="secondary" pending="Signing out...">
          Sign Out
        </SubmitButton>
      </Form>
      <Link to={paths.sessions()}>Where you are signed in</Link>{" "}
      <Link to={paths.notificationSettings()}>Notifications</Link>{" "}
      <Link to={paths.blocked()}>People you blocked</Link>
    </div>
  );
}

function OthersActions({
  profile,
  saved,
  isGuest,
}: {
  profile: ProfileView;
  saved?: boolean;
  isGuest?: boolean;
}) {
  return (
    <div className="row">
      {/* A contributor awaiting approval can only be written to from a match. */}
      {(profile.userType !== "contributor" || profile.isPublic) && (
        <ButtonLink to={paths.newMessage({ to: profile.id })}>
          <Icon name="message" />
          Message
        </ButtonLink>
      )}
      {isGuest && (
        <ButtonLink kind="secondary" to={paths.login({ redirectTo: paths.profile(profile.id) })}>
          Save to Favorites
        </ButtonLink>
      )}
      {saved !== undefined && (
        <Form action={paths.saveContributor(profile.id)}>
          <SubmitButton kind="secondary" name="intent" value={saved ? "remove" : "save"} pending="Saving...">
            {saved ? "Remove from Favorites" : "Save to Favorites"}
          </SubmitButton>
        </Form>
      )}
      {saved !== undefined && (
        <>
          <Link to={paths.invite(profile.id)}>Invite to a project</Link>{" "}
        </>
      )}
      {!isGuest && <Link to={paths.blockPerson(profile.id)}>Block</Link>}
    </div>
  );
}

function Tags({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <ul className="row" aria-label="Tags">
      {names.map((name) => (
        <li key={name}>
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  );
}

function ListCard({ title, names, isOwn }: { title: string; names: string[]; isOwn: boolean }) {
  return (
    <Card title={title}>
      {names.length > 0 ? (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">
          {isOwn ? <Link to={paths.editProfile()}>Add yours</Link> : "Nothing here yet."}
        </p>
      )}
    </Card>
  );
}

function Terms({ profile }: { profile: ProfileView }) {
  const facts: [string, string][] = [
    ["Availability", availabilityLabels[profile.availability as Availability]],
    ...profile.facts,
  ];
  if (profile.experienceLevel)
    facts.push(["Experience", experienceLabels[profile.experienceLevel as ExperienceLevel]]);
  return (
    <Card title="How I work">
      <dl className="facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Links({ profile }: { profile: ProfileView }) {
  const links: { label: string; url: string }[] = profile.links.map(({ key, url }) => ({
    label: linkLabels[key],
    url,
  }));
  if (profile.portfolioUrl) links.unshift({ label: "Portfolio", url: profile.portfolioUrl });
  if (links.length === 0) return null;
  return (
    <Card title="Links">
      <ul>
        {links.map(({ label, url }) => (
          <li key={label}>
            <ExternalLink href={url}>{label}</ExternalLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Advantage() {
  return (
    <Card title="The Matchcut advantage">
      <ul className="ticks">
        <li>
          <Icon name="check" />
          Vetted contributors
        </li>
        <li>
          <Icon name="check" />
          100% U.S. based
        </li>
      </ul>
    </Card>
  );
}
