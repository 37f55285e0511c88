import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { wholePrice } from "~/features/catalog/amount";
import { PriceText } from "~/features/catalog/components/price-text";
import { StyleFrame } from "~/features/catalog/components/stills";
import { Frame } from "~/features/media/components/frame";
import { lastUseWords, type UsageView, usesLeft } from "~/features/plans/plan";
import { hostOf } from "~/features/portfolio/sample";
import { championWords } from "~/features/referrals/rewards";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { clearOnSignOut } from "~/ui/local-storage";
import { MoreMenu } from "~/ui/more-menu";
import { Badge, ButtonLink, EmptyState, Link, SubmitButton } from "~/ui/parts";
import type { missingFrom } from "../completeness";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
  leadOf,
  linkLabels,
  turnaroundLabel,
} from "../profile";
import { userTypeLabels } from "../user-type";
import type { ProfileView } from "../viewing.server";
import { ProfileHero, ProfileStrip, workOf } from "./profile-work";

/** Tells the owner that an admin hides their profile. */
export const hiddenProfileWords =
  "We've hidden your profile. Other people can't find or open it. Until it's back, you can't swipe, apply, send invitations, accept applications or message anyone new.";

interface VisitProps {
  profile: ProfileView;
  saved?: boolean;
  favorites?: Pick<UsageView, "used" | "limit" | "resets"> | null;
  isGuest?: boolean;
}

/**
 * A person's profile. The cover and the other work come first, then the bio, the facts and the actions, then everything
 * else. From 1024 px on, the facts and actions stay in view next to the text.
 * @param score the viewer's match percentage
 * @param reasons what the percentage consists of
 * @param shared what both people have in common, to be highlighted
 * @param decision Like and Pass, if the viewer may swipe; they become the page's main action
 * @param saved whether it's among the viewer's favorites; undefined if they can't save it
 * @param favorites how many favorites the viewer's plan allows and how many are used
 * @param ownMissing what the viewer's own profile lacks; required on that page
 * @param projects shown on the viewer's own profile
 * @param back URL for the link back, if the viewer probably came from there
 */
export function ProfilePage({
  profile,
  score,
  reasons,
  shared,
  decision,
  saved,
  favorites,
  isGuest,
  ownMissing,
  projects,
  back,
}: VisitProps & {
  score?: ReactNode;
  reasons?: ReactNode;
  shared?: SharedNames;
  decision?: ReactNode;
  projects?: ReactNode;
  ownMissing?: ReturnType<typeof missingFrom> | null;
  back?: string;
}) {
  const work = workOf(profile);
  const { lead, rest } = leadOf(profile.bio);
  return (
    <div className="profile">
      {back && (
        <Link to={back} className="icon-link profile-back">
          <Icon name="arrow-left" label="Back to Discover" />
        </Link>
      )}{" "}
      {profile.isOwn && <p className="profile-title">Your profile</p>}
      <ProfileHero profile={profile} work={work} />
      <div className="profile-intro">
        <Who profile={profile} score={score} />
        <ProfileStrip work={work} name={profile.name} />
        {profile.isOwn && (work.length === 0 || profile.samples.length > 0) && <OwnWork profile={profile} />}
        {lead && <p className="profile-lead">{lead}</p>}
      </div>
      <aside className="profile-side" aria-label="Profile summary">
        <Facts profile={profile} />
        {decision}
        {ownMissing ? (
          <OwnPanel {...ownMissing} />
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
        {reasons}
        {projects}
        {profile.userType === "creator" && <OpenBriefs profile={profile} />}
        <ProfileDetails profile={profile} about={rest} shared={shared} />
        {!profile.isOwn && (
          <p className="part">
            <Link to={paths.reportThing("profile", profile.id)} className="hint profile-report">
              <Icon name="flag" /> Report this profile
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function Who({ profile, score }: { profile: ProfileView; score?: ReactNode }) {
  const role = profile.userType === "contributor" ? profile.services.slice(0, 2).join(", ") : "";
  return (
    <div className="profile-who">
      <Avatar name={profile.name} src={profile.avatarUrl} size="large" />
      {score}
      <h1 className={headingFace(profile.name)}>{profile.name}</h1>
      <div>
        {(role || profile.location) && <p>{[role, profile.location].filter(Boolean).join(" · ")}</p>}
        <p className="muted">
          {userTypeLabels[profile.userType]}
          {profile.isVerified && (
            <>
              {" · "}
              <span className="profile-ok">
                <Icon name="check" />
                Verified
              </span>
            </>
          )}{" "}
          {profile.isChampion && <Badge tone="info">{championWords}</Badge>}{" "}
          <OwnStatus status={profile.ownStatus} />
        </p>
      </div>
    </div>
  );
}

/** The facts that visitors compare first: price, availability and so on. */
function Facts({ profile }: { profile: ProfileView }) {
  const { userType, price, experienceLevel, contentTypes } = profile;
  const turnaround = profile.facts.find(([label]) => label === turnaroundLabel)?.[1];
  const isCreator = userType === "creator";
  const shownPrice = price.amount && price.note ? <PriceText price={price} /> : wholePrice(price);
  const facts: [string, ReactNode][] = [
    [isCreator ? "Budget" : "Price", shownPrice],
    ["Availability", isCreator ? null : availabilityLabels[profile.availability as Availability]],
    ["Publishes on", isCreator ? contentTypes.join(", ") : null],
    [turnaroundLabel, turnaround],
    ["Experience", experienceLevel && experienceLabels[experienceLevel as ExperienceLevel]],
  ];
  const known = facts.filter(([, text]) => text);
  if (known.length === 0) return null;
  return (
    <dl className="profile-facts">
      {known.map(([label, text]) => (
        <div key={label} className={typeof text === "string" ? undefined : "col-span-full"}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The owner's link to edit their samples or, if they have none, to add the first one. */
function OwnWork({ profile }: { profile: ProfileView }) {
  return profile.samples.length > 0 ? (
    <p className="row">
      <ButtonLink kind="secondary" small to={paths.samples()}>
        Edit your work
      </ButtonLink>
    </p>
  ) : (
    <EmptyState
      title="Show what you've made"
      action={
        <ButtonLink kind="secondary" to={paths.newSample()}>
          Add a sample
        </ButtonLink>
      }
    >
      People decide by looking at your work. Add a picture, a video, a PDF or a link.
    </EmptyState>
  );
}

function OpenBriefs({ profile: { briefs, isOwn, name } }: { profile: ProfileView }) {
  if (briefs.length === 0) return null;
  return (
    <section className="part" aria-labelledby="briefs">
      <div className="row justify-between">
        <h2 id="briefs">Open briefs</h2>
        {isOwn && <Link to={paths.projects()}>My Projects</Link>}
      </div>
      <ul className="projs">
        {briefs.map(({ id, title, budget, pictures, applied, takesMine }) => (
          <li key={id} className="proj">
            <Frame title={name} picture={pictures[0] ?? null} />
            <div>
              <Link to={paths.project(id)}>{title}</Link>
              {budget && <p className="hint">{budget}</p>}
            </div>{" "}
            {isOwn ? (
              <ButtonLink kind="secondary" small to={paths.project(id)}>
                Manage Project<span className="visually-hidden"> {title}</span>
              </ButtonLink>
            ) : applied ? (
              <Badge tone="info">Applied</Badge>
            ) : (
              takesMine && (
                <ButtonLink kind="secondary" small to={paths.project(id, { apply: "1" })}>
                  Apply<span className="visually-hidden"> for {title}</span>
                </ButtonLink>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnStatus({ status }: { status: ProfileView["ownStatus"] }) {
  if (status === "pending") return <Badge tone="warning">Under review</Badge>;
  return status === "rejected" ? <Badge tone="negative">Not approved</Badge> : null;
}

/** What owners see instead of the actions: what's missing, and links to their account. */
function OwnPanel({ percent, missing }: ReturnType<typeof missingFrom>) {
  return (
    <div className="stack profile-actions">
      {missing.length > 0 && (
        <div className="profile-missing">
          <label className="usage">
            <span>
              <strong>{percent}% complete.</strong> Still missing:
            </span>{" "}
            <progress className="bar tone-positive" max={100} value={percent} />
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
      <Form action={paths.logout()} onSubmit={clearOnSignOut}>
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

/** What a visitor can do: message, save, and so on. `isQuiet` is set if the page has another main action. */
function OthersActions({ profile, saved, favorites, isGuest, isQuiet }: VisitProps & { isQuiet: boolean }) {
  const favoritesLeft = favorites && !saved ? usesLeft(favorites) : null;
  const { pathname, search } = useLocation();
  // Until they're approved, only a contributor's matches can message them.
  const canMessage = profile.userType !== "contributor" || profile.isPublic;
  const canSave = saved !== undefined && favoritesLeft !== 0;
  return (
    <>
      {(canMessage || canSave || isGuest) && (
        <div className="profile-dock">
          {canMessage && (
            <ButtonLink
              kind={isQuiet ? "secondary" : "primary"}
              to={
                isGuest
                  ? signUpPath(paths.newMessage({ to: profile.id }))
                  : paths.newMessage({ to: profile.id })
              }
            >
              Message
            </ButtonLink>
          )}
          {isGuest && (
            <ButtonLink kind="secondary" className="profile-save" to={signUpPath(pathname + search)}>
              <Icon name="heart" /> <span>Save to Favorites</span>
            </ButtonLink>
          )}
          {canSave && (
            <Form action={paths.saveContributor(profile.id)} className="profile-save-form">
              <SubmitButton
                kind="secondary"
                className="profile-save"
                name="intent"
                value={saved ? "remove" : "save"}
              >
                <Icon name="heart" /> <span>{saved ? "Remove from Favorites" : "Save to Favorites"}</span>
              </SubmitButton>
            </Form>
          )}
        </div>
      )}
      {favorites && favoritesLeft === 1 && <p className="hint">{lastUseWords("save", favorites.resets)}</p>}
      {favorites && favoritesLeft === 0 && (
        <p className="hint">
          Your plan doesn't have room for more favorites. {favorites.resets}{" "}
          <Link to={paths.saved()}>See your favorites</Link>{" "}
          <Link to={paths.pricing({ from: paths.profile(profile.id) })} reloadDocument>
            See Pricing Options
          </Link>
        </p>
      )}
      {!isGuest && (
        <div className="profile-more">
          {saved !== undefined && <Link to={paths.invite(profile.id)}>Invite to a project</Link>}{" "}
          <MoreMenu label="More" of={profile.name}>
            <Link to={paths.blockPerson(profile.id)}>Block</Link>
          </MoreMenu>
        </div>
      )}
    </>
  );
}

/**
 * Links to the sign-up tab, because most guests here don't have an account yet. Those who do can switch to the
 * other tab.
 */
const signUpPath = (redirectTo: string) => paths.login({ tab: "create", redirectTo });

interface SharedNames {
  services: readonly string[];
  styles: readonly string[];
  tools: readonly string[];
}

function ProfileDetails({
  profile,
  about,
  shared,
}: {
  profile: ProfileView;
  about: string;
  shared?: SharedNames;
}) {
  const isCreator = profile.userType === "creator";
  const lists: [title: string, names: string[], shared?: readonly string[]][] = [
    [isCreator ? "Looking for" : "Services", profile.services, shared?.services],
    ["Styles", profile.styles, shared?.styles],
    ["Tones", profile.tones],
    ["Tools", profile.tools, shared?.tools],
  ];
  const filled = lists.filter(([, names]) => names.length > 0);
  return (
    <>
      {about && (
        <section className="part" aria-labelledby="about">
          <h2 id="about">About</h2>
          <p className="whitespace-pre-line">{about}</p>
        </section>
      )}
      {filled.length > 0 && (
        <div className="part profile-lists">
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

/** What the person wrote about how they work. */
function Terms({ profile }: { profile: ProfileView }) {
  const facts = profile.facts.filter(([label]) => label !== turnaroundLabel);
  if (facts.length === 0) return null;
  return (
    <section className="part" aria-labelledby="terms">
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
    <section className="part" aria-labelledby="links">
      <h2 id="links">Links</h2>
      <ul className="profile-links">
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
    <section className="part" aria-labelledby="advantage">
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

/**
 * Shown if the profile doesn't exist or the viewer may not see it. `signInTo` is where a guest returns after signing
 * in.
 */
export function ProfileNotFound({ reference, signInTo }: { reference?: string; signInTo?: string }) {
  return (
    <div className="moment">
      <div className="cutpair" aria-hidden="true">
        <span className="frame profile-blank" />
        <StyleFrame style="Cinematic" />
      </div>
      <h1>Profile not found</h1>
      <p className="muted">We couldn't find this profile.</p>
      <div className="row">
        <ButtonLink to={paths.discover()}>Back to Discover</ButtonLink>
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
