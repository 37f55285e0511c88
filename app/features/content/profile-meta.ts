import type { MetaDescriptor } from "@remix-run/react";
import { type UserType, userTypeLabels } from "~/features/profiles/user-type";
import type { ProfileView } from "~/features/profiles/viewing.server";
import { shortened } from "~/graphemes";
import { paths } from "~/paths";
import { type At, metaAt, type Thing } from "./page-meta";

interface PersonFacts {
  name: string;
  /** The person's role, followed by a few words about them. */
  role: string;
  description: string;
  path: string;
  picturePath: string;
  services: readonly string[];
  location: string;
  /** The person's pages on other sites. */
  links: readonly string[];
}

export function profilePage(at: At, person: PersonFacts): Thing {
  return {
    "@type": "ProfilePage",
    url: at(person.path),
    mainEntity: {
      "@type": "Person",
      name: person.name,
      jobTitle: person.role,
      description: person.description,
      url: at(person.path),
      image: at(person.picturePath),
      ...(person.services.length > 0 && { knowsAbout: person.services }),
      ...(person.location && { homeLocation: { "@type": "Place", name: person.location } }),
      ...(person.links.length > 0 && { sameAs: person.links }),
    },
  };
}

/** "Video Editor, Colorist"; without services, the type. */
export function roleOf({ services, userType }: { services: readonly string[]; userType: UserType }): string {
  return services.slice(0, 2).join(", ") || userTypeLabels[userType];
}

/** How many characters of the bio the description quotes. */
const mostAbout = 150;

/**
 * The `meta` of someone's profile, built by its loader to keep it out of members' script. Search engines only index
 * contributors who appear in search.
 * @param picture the address of the picture for shared links; null if search engines may not index the profile
 */
export function profileMeta(origin: string, profile: ProfileView, picture: string | null): MetaDescriptor[] {
  const { id, name, location, bio, services, portfolioUrl } = profile;
  const role = roleOf(profile);
  const title = `${name}, ${role} · Matchcut`;
  if (!picture) return [{ title }, { name: "robots", content: "noindex" }];
  const place = location ? ` in ${location}` : "";
  const about = shortened(bio, mostAbout);
  const description = `${role}${place}, vetted by Matchcut. ${about}`.trim();
  const path = paths.profile(id);
  const links = profile.links.map(({ url }) => url).concat(portfolioUrl ?? []);
  const facts = { name, role, description, path, picturePath: picture, services, location, links };
  return metaAt(origin, {
    title,
    description,
    path,
    kind: "profile",
    picture: { path: picture, alt: `Work of ${name}` },
    things: (at) => [profilePage(at, facts)],
  });
}
