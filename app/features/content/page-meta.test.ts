import { describe, expect, it } from "vitest";
import { minutesOf } from "./blog";
import { type At, pageMeta, type Thing } from "./page-meta";
import { profilePage } from "./profile-meta";
import { blogPosting, faqPage, jobPosting, organization } from "./structured-data";

const at: At = (path) => new URL(path, "https://matchcut.test").href;
const site = { matches: [{ data: null }, { data: { signedIn: false, origin: "https://matchcut.test" } }] };
const words = { title: "Pricing · Matchcut", description: "What it costs.", path: "/pricing" };

describe("the meta of a public page", () => {
  it("has a canonical URL, Open Graph tags with absolute URLs, and JSON-LD", () => {
    const meta = pageMeta(site, { ...words, things: () => [organization(at)] });
    expect(meta).toEqual(
      expect.arrayContaining([
        { title: "Pricing · Matchcut" },
        { name: "description", content: "What it costs." },
        { tagName: "link", rel: "canonical", href: "https://matchcut.test/pricing" },
        { property: "og:site_name", content: "Matchcut" },
        { property: "og:type", content: "website" },
        { property: "og:title", content: "Pricing" },
        { property: "og:description", content: "What it costs." },
        { property: "og:url", content: "https://matchcut.test/pricing" },
        { property: "og:image", content: expect.stringMatching(/^https:\/\/matchcut\.test\//) },
        { property: "og:image:width", content: "1200" },
        { property: "og:image:height", content: "630" },
        { name: "twitter:card", content: "summary_large_image" },
        { "script:ld+json": expect.objectContaining({ "@context": "https://schema.org" }) },
      ]),
    );
  });

  it("has no absolute URLs if the origin is unknown", () => {
    expect(pageMeta({ matches: [{ data: undefined }] }, words)).toEqual([
      { title: words.title },
      { name: "description", content: words.description },
    ]);
  });
});

/** The properties that Google's documentation of rich results requires. `a.b` is property `b` of property `a`. */
const required: [Thing, string[]][] = [
  [organization(at), ["name", "url", "logo"]],
  [
    faqPage([{ question: "What is it?", text: "A marketplace." }]),
    ["mainEntity.0.name", "mainEntity.0.acceptedAnswer.text"],
  ],
  [
    blogPosting(at, {
      id: "cut-on-action",
      title: "Cut on action",
      description: "Why it works.",
      date: "2026-10-01",
      author: "jo",
      authorName: "Jo Sample",
    }),
    ["headline", "image", "datePublished", "dateModified", "author.name", "author.url", "publisher.name"],
  ],
  [
    jobPosting(at, {
      id: "support-lead",
      title: "Support lead",
      posted: "2026-10-01",
      employment: "Full-time",
      body: [{ tag: "p", children: ["Helps people."] }],
    }),
    [
      ...["title", "description", "datePosted", "employmentType", "hiringOrganization.name"],
      ...["jobLocationType", "applicantLocationRequirements.name"],
    ],
  ],
  [
    profilePage(at, {
      name: "Rafa Moor",
      role: "Video Editor",
      description: "Cuts documentaries.",
      path: "/profile/1",
      picturePath: "/icon-512.png",
      services: ["Video Editor"],
      location: "Austin, TX",
      links: [],
    }),
    ["mainEntity.name", "mainEntity.url", "mainEntity.image", "mainEntity.jobTitle"],
  ],
];

it.each(required)("structured data has every required property: %o", (thing, properties) => {
  const readAt = (path: string) =>
    path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], thing);
  for (const property of properties)
    expect([property, readAt(property)]).toEqual([property, expect.stringMatching(/./)]);
  expect(JSON.stringify(thing)).not.toContain("undefined");
});

it("a post's reading time is rounded, and at least a minute", () => {
  expect([10, 230, 500, 690].map(minutesOf)).toEqual([1, 1, 2, 3]);
});
