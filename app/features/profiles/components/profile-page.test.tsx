import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { picture, sample } from "../../../../tests/support/samples";
import type { ProfileView } from "../viewing.server";
import { ProfileNotFound, ProfilePage } from "./profile-page";

const bare: ProfileView = {
  ...{ id: "p", isOwn: false, isPublic: true, isIndexed: true, name: "Ana Reyes", avatarUrl: null },
  ...{ userType: "contributor", isVerified: false, isChampion: false, ownStatus: null, location: "" },
  ...{ bio: "", contentTypes: [], styles: [], tones: [], services: [], tools: [], facts: [] },
  ...{ price: { amount: null, note: "" }, experienceLevel: null, availability: "", links: [] },
  ...{ portfolioUrl: null, samples: [], briefs: [], styleIds: [] },
};
const brief = (id: string, change: Partial<ProfileView["briefs"][number]> = {}) =>
  ({
    ...{ id, title: `Brief ${id}`, budget: "", pictures: [], applied: false, takesMine: false, ...change },
  }) as ProfileView["briefs"][number];
type Given = Omit<Parameters<typeof ProfilePage>[0], "profile">;
const shown = (change: Partial<ProfileView>, given: Given = {}) =>
  outline(<ProfilePage profile={{ ...bare, ...change }} {...given} />).filter(
    (line) => !line.startsWith("section{"),
  );

const full: Partial<ProfileView> = {
  ...{ isVerified: true, isChampion: true, location: "Austin, TX", bio: "Lead.\nRest of it." },
  ...{ styles: ["Cinematic"], tones: ["Calm"], services: ["Editor", "Colorist", "Writer"] },
  ...{ tools: ["Resolve"], price: { amount: null, note: "Ask me" }, experienceLevel: "expert" },
  facts: [
    ["Turnaround time", "3 days"],
    ["Works on", "Documentaries"],
  ],
  availability: "limited",
  links: [
    { key: "youtube", url: "https://youtube.com/@a" },
    { key: "website", url: "https://www.ana.test/x" },
  ],
  portfolioUrl: "https://www.folio.test/",
  samples: [
    sample("1"),
    sample("2", { isCover: true, service: "Colorist" }),
    sample("3", { part: "Edit", service: "Editor", madeOn: "2025-03-01" }),
  ],
};
const work = [
  "[(/media/2/640.webp) (Work 2) ](/view/sample/2?from=%2F%23work-2)",
  ...["AR SCORE", "Ana Reyes", "Editor, Colorist · Austin, TX"],
];
const otherWork = [
  ...["ul{aria-label=More work by Ana Reyes}"],
  ...["[(/media/1/640.webp) Work 1 ](/view/sample/1?from=%2F%23work-1)", "Work 1"],
  ...["[(/media/3/640.webp) Work 3 ](/view/sample/3?from=%2F%23work-3)", "Work 3 Edit · 2025"],
];
const facts = [
  ...["Lead.", "aside{aria-label=Profile summary}", "Price", "Ask me", "Availability"],
  ...["Limited availability", "Turnaround time", "3 days", "Experience", "Expert"],
];
const newTab = "( (opens in a new tab))";
const rest = [
  ...["Tones", "Calm", "Tools"],
  ...["How I work", "Works on", "Documentaries", "Links"],
  `[Portfolio${newTab}](https://www.folio.test/){target=_blank, rel=noopener nofollow} folio.test`,
  `[YouTube${newTab}](https://youtube.com/@a){target=_blank, rel=noopener nofollow}`,
  `[Website${newTab}](https://www.ana.test/x){target=_blank, rel=noopener nofollow} ana.test`,
  ...["The Matchcut advantage", "Vetted contributors", "100% U.S. based"],
];
const report = "[ Report this profile](/report/profile/p)";
const menu = ["(More for Ana Reyes)", "[Block](/profile/p/block)"];

test("a contributor's profile begins with the cover, and says everything they filled in", () => {
  const given = {
    ...{ score: "SCORE", reasons: "REASONS ", projects: "PROJECTS", decision: "DECIDE", saved: false },
    ...{ back: "/discover", favorites: { used: 4, limit: 5, resets: "Monday." } },
    shared: { services: ["Editor"], styles: ["Cinematic"], tools: ["Resolve"] },
  };
  expect(shown(full, given)).toEqual([
    ...["[(Back to Discover)](/discover)", ...work, "Service Provider · Verified Growth Champion"],
    ...[...otherWork, ...facts, "DECIDE", "[Message](/messages/new?to=p)"],
    "form{action=/profile/p/save} [ Save to Favorites]{name=intent, value=save}",
    "This is the last favorite your plan allows. Monday.",
    ...["[Invite to a project](/profile/p/invite)", ...menu, "REASONS PROJECTS", "About", "Rest of it."],
    ...["Services", "Editor( (shared))", "Colorist", "Writer", "Styles", "Cinematic( (shared))"],
    ...rest.flatMap((line) => (line === "Tools" ? ["Tools", "Resolve( (shared))"] : [line])),
    report,
  ]);
});

test("one's own profile leads to what's missing and to editing, and not to what others can do", () => {
  const ownMissing = { percent: 80, missing: [{ label: "Bio", to: "/bio" }], done: [] };
  expect(shown({ ...full, isOwn: true, ownStatus: "pending" }, { ownMissing, score: "SCORE" })).toEqual([
    ...["Your profile", ...work, "Service Provider · Verified Growth Champion Under review"],
    ...[...otherWork, "[Edit your work](/profile/work)", ...facts],
    ...["80% complete. Still missing:", "progress{max=100, value=80}", "[Bio](/bio)"],
    ...["[Edit Profile](/profile/edit)"],
    "form{action=/logout} {type=hidden, name=from, value=profile} [Sign Out]{pending=Signing out...}",
    ...["[Analytics](/analytics) [Settings](/settings)", "About", "Rest of it."],
    ...["Services", "Editor", "Colorist", "Writer", "Styles", "Cinematic"],
    ...rest.flatMap((line) => (line === "Tools" ? ["Tools", "Resolve"] : [line])),
  ]);
  const empty = { percent: 100, missing: [], done: [] };
  expect(shown({ isOwn: true, ownStatus: "rejected" }, { ownMissing: empty })).toEqual([
    ...["Your profile", "Service Provider", "AR", "Ana Reyes", "Service Provider Not approved"],
    "Show what you've made",
    "People decide by looking at your work. Add a picture, a video, a PDF or a link.",
    ...["[Add a sample](/profile/work/new)", "aside{aria-label=Profile summary}"],
    "[Edit Profile](/profile/edit)",
    "form{action=/logout} {type=hidden, name=from, value=profile} [Sign Out]{pending=Signing out...}",
    "[Analytics](/analytics) [Settings](/settings)",
  ]);
});

const save = (words: string, value: string) =>
  `form{action=/profile/p/save} [ ${words}]{name=intent, value=${value}}`;
const invite = "[Invite to a project](/profile/p/invite)";
const message = "[Message](/messages/new?to=p)";
const noRoom =
  "Your plan doesn't have room for more favorites. Monday. [See your favorites](/saved) [See Pricing Options](/pricing?from=%2Fprofile%2Fp)";
const at = (used: number) => ({ used, limit: 5, resets: "Monday." });

test.each<[Partial<ProfileView>, Given, string[]]>([
  [{}, {}, [message, ...menu]],
  [
    {},
    { isGuest: true },
    [
      "[Message](/login?tab=create&redirectTo=%2Fmessages%2Fnew%3Fto%3Dp) [ Save to Favorites](/login?tab=create&redirectTo=%2F)",
    ],
  ],
  [{ isPublic: false }, { isGuest: true }, ["[ Save to Favorites](/login?tab=create&redirectTo=%2F)"]],
  [{ isPublic: false }, {}, menu],
  [{ isPublic: false, userType: "creator" }, {}, [message, ...menu]],
  [
    { isPublic: false },
    { saved: true, favorites: at(5) },
    [save("Remove from Favorites", "remove"), invite, ...menu],
  ],
  [{ isPublic: false }, { saved: false, favorites: at(5) }, [noRoom, invite, ...menu]],
  [{}, { saved: false, favorites: at(5) }, [message, noRoom, invite, ...menu]],
  [{}, { saved: false, favorites: at(3) }, [message, save("Save to Favorites", "save"), invite, ...menu]],
  [{}, { saved: false, favorites: null }, [message, save("Save to Favorites", "save"), invite, ...menu]],
])("a visitor of a profile %j with %j can do what the plan and the person allow", (change, given, lines) => {
  const all = shown(change, given);
  expect(all.slice(all.indexOf("aside{aria-label=Profile summary}") + 1)).toEqual([...lines, report]);
});

const creator: Partial<ProfileView> = {
  ...{ userType: "creator", contentTypes: ["YouTube", "Podcast"], experienceLevel: "beginner" },
  ...{ availability: "limited", services: ["Editor"], location: "Austin, TX" },
  briefs: [
    brief("b1", { budget: "$60", pictures: [{ ...picture("m1"), name: "river.png" }] }),
    brief("b2", { applied: true, takesMine: true }),
    brief("b3", { takesMine: true, pictures: [{ ...picture("m2"), name: "" }] }),
  ],
};

test("a creator's profile shows their open briefs, which a contributor can apply for once", () => {
  const lines = shown({ ...creator, price: { amount: null, note: "$500" } });
  expect(lines).toEqual([
    "[(/media/m1/640.webp) (River) ](/view/reference/m1?from=%2F%23work-m1)",
    ...["AR", "Ana Reyes", "Austin, TX", "Hiring User", "ul{aria-label=More work by Ana Reyes}"],
    ...["[(/media/m2/640.webp) Brief b3 ](/view/reference/m2?from=%2F%23work-m2)", "Brief b3"],
    ...["aside{aria-label=Profile summary}", "Budget", "$500", "Publishes on", "YouTube, Podcast"],
    ...["Experience", "Beginner", message, ...menu, "Open briefs"],
    ...["(/media/m1/320.webp) (Ana Reyes)", "[Brief b1](/projects/b1)", "$60"],
    ...["Ana Reyes", "[Brief b2](/projects/b2)", "Applied"],
    ...["(/media/m2/320.webp) (Ana Reyes)", "[Brief b3](/projects/b3)"],
    ...["[Apply( for Brief b3)](/projects/b3?apply=1)", "Looking for", "Editor", report],
  ]);
  expect(shown({ ...creator, briefs: [brief("b9")] })[0]).toBe("[Brief b9 Open brief ](/projects/b9)");
  expect(shown({ services: ["Editor"] })[0]).toBe("Editor");
  expect(shown({ ...creator, briefs: [] })).not.toContain("Open briefs");
});

test("a creator manages their own briefs", () => {
  const ownMissing = { percent: 100, missing: [], done: [] };
  const lines = shown({ ...creator, isOwn: true }, { ownMissing });
  expect(lines.slice(lines.indexOf("Open briefs"), lines.indexOf("Looking for"))).toEqual([
    ...["Open briefs", "[My Projects](/projects)"],
    ...["(/media/m1/320.webp) (Ana Reyes)", "[Brief b1](/projects/b1)", "$60"],
    ...["[Manage Project( Brief b1)](/projects/b1)", "Ana Reyes", "[Brief b2](/projects/b2)"],
    ...["[Manage Project( Brief b2)](/projects/b2)", "(/media/m2/320.webp) (Ana Reyes)"],
    ...["[Brief b3](/projects/b3)", "[Manage Project( Brief b3)](/projects/b3)"],
  ]);
  // The pictures of their briefs aren't samples, so there's nothing to edit.
  expect(lines.join()).not.toContain("Edit your work");
});

test("a profile with more than five pieces of work links to all of them", () => {
  const all = (count: number) =>
    shown({ samples: Array.from({ length: count }, (_, n) => sample(`${n}`)) }).filter((line) =>
      line.startsWith("[All"),
    );
  expect([all(5), all(6)]).toEqual([[], ["[All 6 samples](/view/sample/0?from=%2F)"]]);
  expect(shown({ samples: [sample("1")] }).join()).not.toContain("More work");
});

test("a price with an amount and a note shows both", () => {
  const price = { amount: { unit: "hour" as const, low: 5_000, high: 5_000 }, note: "Rush: double" };
  expect(shown({ price }).slice(5)).toEqual([
    "Price",
    expect.stringMatching(/^\$50 per hour.*Rush: double$/),
    message,
    ...menu,
    report,
  ]);
});

test("a profile that isn't there leads back, and a guest to signing in", () => {
  const lines = ["(/pictures/styles/cinematic.avif)", "Profile not found", "We couldn't find this profile."];
  expect(outline(<ProfileNotFound />)).toEqual([...lines, "[Back to Discover](/discover)"]);
  expect(outline(<ProfileNotFound reference="r" signInTo="/profile/x" />)).toEqual([
    ...[...lines, "[Back to Discover](/discover) [Sign In](/login?redirectTo=%2Fprofile%2Fx)"],
    "Reference: r",
  ]);
});
