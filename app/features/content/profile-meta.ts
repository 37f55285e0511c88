import type { MetaDescriptor } from "@remix-run/react";
import { type UserType, userTypeLabels } from "~/features/profiles/user-type";
import type { ProfileView } from "~/features/profiles/viewing.server";
import { shortened } from "~/graphemes";
import { paths } from "~/paths";
import { type At, metaAt, type Thing } from "./page-meta";

interface PersonFacts {
  name: string;
  /** What the person does, such as "Video Editor, Colorist". */
  role: string;
  description: string;
  path: string;
  picturePath: string;
  services: readonly string[];
  location: string;
  /** URLs of the person's pages elsewhere. */
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

/** What a person does, as in "Video Editor, Colorist"; without services, their type. */
export function roleOf({ services, userType }: { services: readonly string[]; userType: UserType }): string {
  return services.slice(0, 2).join(", ") || userTypeLabels[userType];
}

/** The description quotes the bio up to this many characters. */
const mostAbout = 150;

/**
 * The `meta` of a person's profile. Its loader calls this, so that members' script doesn't contain it. Search engines
 * may index only contributors guests can find.
 * @param picture URL of the preview picture; null if search engines may not index the profile
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
    picture: { path: picture, alt: `Work by ${name}` },
    things: (at) => [profilePage(at, facts)],
  });
}
