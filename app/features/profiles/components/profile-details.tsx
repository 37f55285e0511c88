import { hostOf } from "~/features/portfolio/sample";
import { ChipList } from "~/ui/chip-list";
import { ExternalLink } from "~/ui/external-link";
import { Icon } from "~/ui/icon";
import { type ExperienceLevel, experienceLabels, linkLabels } from "../profile";
import type { ProfileView } from "../viewing.server";

/** What the viewer shares or asks for, by name. */
export interface SharedNames {
  services: readonly string[];
  styles: readonly string[];
  tools: readonly string[];
}

/** The words of a profile, after the work. */
export function ProfileDetails({ profile, shared }: { profile: ProfileView; shared?: SharedNames }) {
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
  // A contributor's price stands beside their name.
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
