import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { lastUseWords, type UsageView, usesLeft } from "~/features/plans/plan";
import { Cover } from "~/features/portfolio/components/cover";
import { ReportSample, Samples } from "~/features/portfolio/components/samples";
import { coverViewOf } from "~/features/portfolio/cover";
import { coverOf, hostOf, isWholeAsCover } from "~/features/portfolio/sample";
import { championWords } from "~/features/referrals/rewards";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { clearLocalDrafts } from "~/ui/local-storage";
import { MoreMenu } from "~/ui/more-menu";
import { Badge, ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { completenessOf } from "../completeness";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
  linkLabels,
  userTypeLabels,
} from "../profile";
import type { ProfileView } from "../viewing.server";

/** Shown on one's own profile. */
export const hiddenProfileWords =
  "We've hidden your profile. Other people can't find or open it. Until it's back, you can't swipe, apply, send invitations, accept applications or message anyone new.";

/**
 * The work comes first: the cover, the name and actions, the samples, then the text. From 900 px on, name and actions
 * stay in view beside the work.
 * @param match the badge with the viewer's match percentage
 * @param shared what the viewer shares or asks for
 * @param decision Like and Pass, if the viewer may swipe; they are then the page's main action
 * @param saved undefined if saving isn't offered; `favorites` is the plan's usage of it
 * @param projects the card on one's own profile
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
      <aside className="profile-side" aria-label="Profile summary">
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
      <h1 className={headingFace(profile.name)}>{profile.name}</h1>
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

/** Replaces the actions for the owner: shows what's missing, and links to the account's pages. */
function OwnPanel({ profile }: { profile: ProfileView }) {
  const { percent, missing } = completenessOf(profile);
  return (
    <div className="stack profile-actions">
      {missing.length > 0 && (
        <div className="profile-missing">
          <label className="usage">
            <span>
              <strong>{percent}% complete.</strong> Still missing:
            </span>{" "}
            <progress className="tone-positive" max={100} value={percent} />
          </label>
          <ul>
            {missing.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ButtonLink to={paths.editProfile()}>Edit Profile</ButtonLink>
      <Form action={paths.logout()} onSubmit={clearLocalDrafts}>
        <input type="hidden" name="from" value="profile" />
        <SubmitButton kind="secondary" pending="Signing out...">
          Sign Out
        </SubmitButton>
      </Form>
      <div className="row justify-between">
        <Link to={paths.analytics()}>Analytics</Link> <Link to={paths.settings()}>Settings</Link>
      </div>
    </div>
  );
}

/** Actions about another person. `isQuiet` where the page has another main action. */
function OthersActions({
  profile,
  saved,
  favorites,
  isGuest,
  isQuiet,
}: {
  profile: ProfileView;
  saved?: boolean;
  favorites?: Pick<UsageView, "used" | "limit" | "resets"> | null;
  isGuest?: boolean;
  isQuiet: boolean;
}) {
  const favoritesLeft = favorites && !saved ? usesLeft(favorites) : null;
  const { pathname, search } = useLocation();
  return (
    <div className="stack profile-actions">
      {/* Until they're approved, a contributor can only be messaged from a match. */}
      {(profile.userType !== "contributor" || profile.isPublic) && (
        <ButtonLink
          kind={isQuiet ? "secondary" : "primary"}
          to={
            isGuest ? afterSignUp(paths.newMessage({ to: profile.id })) : paths.newMessage({ to: profile.id })
          }
        >
          <Icon name="message" />
          Message
        </ButtonLink>
      )}
      {isGuest && (
        <ButtonLink kind="secondary" to={afterSignUp(pathname + search)}>
          Save to Favorites
        </ButtonLink>
      )}
      {saved !== undefined && favoritesLeft !== 0 && (
        <Form action={paths.saveContributor(profile.id)}>
          <SubmitButton kind="secondary" name="intent" value={saved ? "remove" : "save"} pending="Saving...">
            {saved ? "Remove from Favorites" : "Save to Favorites"}
          </SubmitButton>
        </Form>
      )}
      {favorites && favoritesLeft === 1 && <p className="hint">{lastUseWords("save", favorites.resets)}</p>}
      {favorites && favoritesLeft === 0 && <NoRoom resets={favorites.resets} />}
      <div className="row justify-between">
        {saved !== undefined && <Link to={paths.invite(profile.id)}>Invite to a project</Link>}{" "}
        <MoreMenu label="More" of={profile.name}>
          {!isGuest && <Link to={paths.blockPerson(profile.id)}>Block</Link>}{" "}
          <Link to={paths.reportThing("profile", profile.id)}>
            <Icon name="flag" /> Report
          </Link>
        </MoreMenu>
      </div>
    </div>
  );
}

/** A guest who comes from the directory probably doesn't have an account yet. The page has a tab for those who do. */
const afterSignUp = (redirectTo: string) => paths.login({ tab: "create", redirectTo });

function NoRoom({ resets }: { resets: string }) {
  return (
    <p className="hint">
      Your plan doesn't have room for more favorites. {resets}{" "}
      <Link to={paths.saved()}>See your favorites</Link>{" "}
      <Link to={paths.pricing()} reloadDocument>
        See Pricing Options
      </Link>
    </p>
  );
}

interface SharedNames {
  services: readonly string[];
  styles: readonly string[];
  tools: readonly string[];
}

function ProfileDetails({ profile, shared }: { profile: ProfileView; shared?: SharedNames }) {
  const isCreator = profile.userType === "creator";
  const lists: [title: string, names: string[], shared?: readonly string[]][] = [
    [isCreator ? "Looking for" : "Services", profile.services, shared?.services],
    ["Styles", profile.styles, shared?.styles],
    ["Tones", profile.tones],
    ["Tools", profile.tools, shared?.tools],
    ["Publishes on", profile.contentTypes],
  ];
  const filled = lists.filter(([, names]) => names.length > 0);
  return (
    <>
      {profile.bio && (
        <section className="stack" aria-labelledby="about">
          <h2 id="about">About</h2>
          <p className="whitespace-pre-line">{profile.bio}</p>
        </section>
      )}
      {filled.length > 0 && (
        <div className="profile-lists">
          {filled.map(([title, names, own]) => (
            <section key={title}>
              <h2>{title}</h2>
              <ChipList names={names} strong={own} />
            </section>
          ))}
        </div>
      )}
      <Terms profile={profile} />
      <Links profile={profile} />
      {profile.isVerified && <Advantage />}
    </>
  );
}

function Terms({ profile }: { profile: ProfileView }) {
  const facts: [string, string][] = [...profile.facts];
  // A contributor's price is next to their name.
  if (profile.userType === "creator" && profile.priceRange) facts.push(["Budget", profile.priceRange]);
  if (profile.experienceLevel)
    facts.push(["Experience", experienceLabels[profile.experienceLevel as ExperienceLevel]]);
  if (facts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="terms">
      <h2 id="terms">How I work</h2>
      <dl className="facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Links({ profile }: { profile: ProfileView }) {
  const links: { label: string; url: string; host?: string }[] = profile.links.map(({ key, url }) => ({
    label: linkLabels[key],
    url,
    host: key === "website" ? hostOf(url) : undefined,
  }));
  if (profile.portfolioUrl)
    links.unshift({ label: "Portfolio", url: profile.portfolioUrl, host: hostOf(profile.portfolioUrl) });
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="links">
      <h2 id="links">Links</h2>
      <ul className="row">
        {links.map(({ label, url, host }) => (
          <li key={label}>
            <ExternalLink href={url}>{label}</ExternalLink> {host && <span className="hint">{host}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Advantage() {
  return (
    <section className="stack" aria-labelledby="advantage">
      <h2 id="advantage">The Matchcut advantage</h2>
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
    </section>
  );
}

/** The profile is missing or hidden. `signInTo` is where a guest returns after signing in. */
export function ProfileNotFound({ reference, signInTo }: { reference?: string; signInTo?: string }) {
  return (
    <div className="message-page cut-page">
      <h1>Profile not found</h1>
      <p className="muted">We couldn't find this profile.</p>
      <div className="row">
        <ButtonLink to={paths.discover()}>Discover people</ButtonLink>
        {signInTo && (
          <ButtonLink kind="secondary" to={paths.login({ redirectTo: signInTo })}>
            Sign In
          </ButtonLink>
        )}
      </div>
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
