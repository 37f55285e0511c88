import type { MetaDescriptor } from "@remix-run/react";
import type { ProfileView } from "~/features/profiles/viewing.server";
import { paths } from "~/paths";
import { pageMeta } from "./page-meta";
import { profilePage } from "./person-data";
import { roleOf } from "./person-words";

/** Characters of a bio. */
const mostAbout = 150;

/**
 * The `meta` of someone's profile. Search engines keep contributors who appear in search alone.
 * @param picture the address of the one for shared links; null if search engines keep nothing
 */
export function profileMeta(
  matches: Parameters<typeof pageMeta>[0]["matches"],
  profile: ProfileView,
  picture: string | null,
): MetaDescriptor[] {
  const { id, name, location, bio, services, portfolioUrl } = profile;
  const role = roleOf(profile);
  const title = `${name}, ${role} · Matchcut`;
  if (!picture) return [{ title }, { name: "robots", content: "noindex" }];
  const place = location ? ` in ${location}` : "";
  const about = bio.length > mostAbout ? `${bio.slice(0, mostAbout - 3).trimEnd()}…` : bio;
  const description = `${role}${place}, vetted by Matchcut. ${about}`.trim();
  const path = paths.profile(id);
  const links = profile.links.map(({ url }) => url).concat(portfolioUrl ?? []);
  const facts = { name, role, description, path, picturePath: picture, services, location, links };
  return pageMeta(
    { matches },
    {
      title,
      description,
      path,
      kind: "profile",
      picture: { path: picture, alt: `Work of ${name}` },
      things: (at) => [profilePage(at, facts)],
    },
  );
}
