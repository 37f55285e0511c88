import { expect, test } from "vitest";
import type { DirectoryView } from "~/features/directory/components/directory-page";
import type { ProfileView } from "~/features/profiles/viewing.server";
import { directoryMeta } from "./directory-meta";
import { profileMeta } from "./profile-meta";

const noindex = { name: "robots", content: "noindex" };
const first = { service: null, people: [{}], isFirstPage: true };
const directory = (data: object | undefined) =>
  directoryMeta({
    data: data as DirectoryView | undefined,
    matches: [{ data: { origin: "https://a.test" } }],
  });
const withPath = (path: string) => ({ property: "og:url", content: `https://a.test${path}` });

test("only the first page of a service is indexed, and only if someone's on it", () => {
  expect(directory(undefined)).toEqual([{ title: "Page not found · Matchcut" }]);
  expect(directory(first)).toEqual(
    expect.arrayContaining([{ title: "Contributors · Matchcut" }, withPath("/contributors")]),
  );
  const editors = directory({ ...first, service: { id: 1, name: "Video Editor" } });
  expect(editors).toEqual(
    expect.arrayContaining([
      { title: "Video editors · Matchcut" },
      withPath("/contributors/video-editors"),
      { property: "og:image:alt", content: "Video editors on Matchcut" },
    ]),
  );
  expect([directory(first), editors].flat()).not.toContainEqual(noindex);
  expect(directory({ ...first, isFirstPage: false })).toContainEqual(noindex);
  expect(directory({ ...first, people: [] })).toContainEqual(noindex);
});

const bare = {
  id: "p",
  name: "Rae",
  userType: "contributor",
  location: "",
  bio: "",
  services: [],
  links: [],
  portfolioUrl: null,
};
const profile = (change: object, picture: string | null = "/p.png") =>
  profileMeta("https://a.test", { ...bare, ...change } as unknown as ProfileView, picture);

test("a profile's description and structured data say only what the person filled in", () => {
  const person = {
    ...{ "@type": "Person", name: "Rae", jobTitle: "Service Provider", url: "https://a.test/profile/p" },
    ...{ description: "Service Provider, vetted by Matchcut.", image: "https://a.test/p.png" },
  };
  const page = { "@context": "https://schema.org", "@type": "ProfilePage", url: "https://a.test/profile/p" };
  expect(profile({})[0]).toEqual({ title: "Rae, Service Provider · Matchcut" });
  expect(profile({})).toContainEqual({ "script:ld+json": { ...page, mainEntity: person } });
  const full = {
    location: "Austin",
    bio: "I cut.",
    services: ["A", "B", "C"],
    links: [{ url: "l" }],
    portfolioUrl: "f",
  };
  const description = "A, B in Austin, vetted by Matchcut. I cut.";
  expect(profile(full)).toContainEqual({
    "script:ld+json": {
      ...page,
      mainEntity: {
        ...{ ...person, jobTitle: "A, B", description, knowsAbout: ["A", "B", "C"], sameAs: ["l", "f"] },
        homeLocation: { "@type": "Place", name: "Austin" },
      },
    },
  });
  expect(profile({}, null)).toEqual([{ title: "Rae, Service Provider · Matchcut" }, noindex]);
});
