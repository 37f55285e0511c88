import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textLimits } from "~/features/profiles/builder";
import { networks } from "~/features/profiles/network-links";
import { type LinkKey, linkKeys } from "~/features/profiles/profile";
import { apply } from "~/features/projects/applying.server";
import { cancelProject } from "~/features/projects/closing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { givePlan, makeAdmin, makeContributor, makeCreator, makeMember } from "../support/people";
import { makeProject } from "../support/projects";
import { as } from "../support/request";
import { type Changes, fillIn, forge, press, send, unmarked } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe("a profile", () => {
  test("of an approved contributor is public and indexable", async () => {
    const person = await makeContributor({
      name: "Ada Cut",
      bio: "I cut travel films.",
      location: "Austin, TX",
      services: ["Video Editor"],
      tools: ["Figma"],
      styles: ["Cinematic"],
    });
    await db.profileLink.create({
      data: { profileId: person.userId, key: "behance", url: "https://behance.net/ada" },
    });
    const page = await as(null).get(paths.profile(person.userId));
    expect(page.status).toBe(200);
    for (const words of [
      "Ada Cut",
      "Video Editor · Austin, TX",
      "Service Provider · Verified",
      "Services",
      "Video Editor",
      "Figma",
      "Cinematic",
      "Vetted contributors",
      "100% U.S. based",
      "Message",
      "Save to Favorites",
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.html).toContain("<title>Ada Cut, Video Editor · Matchcut</title>");
    expect(page.html).toMatch(
      /<meta name="description" content="Video Editor in Austin, TX, vetted by Matchcut\. I cut travel films\."/,
    );
    expect(page.html).toMatch(
      new RegExp(`<link rel="canonical" href="http[^"]*${paths.profile(person.userId)}"`),
    );
    expect(page.html).not.toContain("noindex");
    expect(page.html).toMatch(
      /<a href="https:\/\/behance\.net\/ada" target="_blank" rel="noopener nofollow"/,
    );
    expect(page.html).not.toContain(person.email);
    expect(page.text).not.toContain("Sign Out");
  });

  test("of anyone else isn't found for guests, who can sign in", async () => {
    const hidden = [
      await makeCreator(),
      await makeContributor({ status: "pending" }),
      await makeContributor({ status: "rejected" }),
      await makeMember(),
    ];
    const pages = [];
    for (const id of [
      ...hidden.map(({ userId }) => userId),
      "00000000-0000-0000-0000-000000000000",
      "nobody",
    ]) {
      const page = await as(null).get(paths.profile(id));
      expect(page.status).toBe(404);
      expect(page.text).toContain("Profile not found");
      expect(page.text).toContain("We couldn't find this profile.");
      expect(page.html).toContain(`href="${paths.discover()}"`);
      expect(page.text).toContain("Reference:");
      pages.push(page.text.replace(/Reference: \S+/, ""));
    }
    expect(new Set(pages).size).toBe(1);
  });

  test("of a pending contributor is visible only to admins, without the badge for approved ones", async () => {
    const person = await makeContributor({ name: "Pia Wait", status: "pending" });
    for (const other of [await makeCreator(), await makeContributor(), null]) {
      const absent = await as(other).get(paths.profile(person.userId));
      expect(absent.status).toBe(404);
      expect(absent.text).not.toContain("Pia Wait");
    }
    const page = await as(await makeAdmin()).get(paths.profile(person.userId));
    expect(page.status).toBe(200);
    expect(page.text).toContain("Pia Wait");
    expect(page.text).not.toContain("Verified");
    expect(page.text).not.toContain("100% U.S. based");
    expect(page.text).not.toContain("Save to Favorites");
    expect(page.text).not.toContain("Under review");
    expect(page.html).toContain("noindex");
  });

  test("shows the match percentage, and whether the contributor is a favorite", async () => {
    const creator = await makeCreator({ services: ["Video Editor"], styles: ["Cinematic"] });
    const person = await makeContributor({ services: ["Video Editor", "Writer"], styles: ["Cinematic"] });
    const browser = as(creator);
    const page = await browser.get(paths.profile(person.userId));
    expect(page.text).toMatch(/\d\d% match/);
    expect(page.text).toMatch(/Why \d\d% 1 of 1 service Cinematic /);
    expect(page.text).toMatch(/Services Video Editor \(shared\) Writer/);
    expect(page.text).toMatch(/Styles Cinematic \(shared\)/);
    expect(page.text).toContain("Save to Favorites");
    expect(page.text).toMatch(/More for Person \d+ Block/);
    const saved = await press(browser, page, "Save to Favorites");
    expect(saved).toMatchObject({ status: 303, location: paths.profile(person.userId) });
    const after = await browser.get(paths.profile(person.userId));
    expect(after.text).toContain("Contributor saved");
    expect(after.text).toContain("Remove from Favorites");
  });

  test("of a creator lists the services they need", async () => {
    const creator = await makeCreator({ services: ["Writer"] });
    const page = await as(await makeContributor()).get(paths.profile(creator.userId));
    expect(page.text).toContain("Hiring User");
    expect(page.text).toContain("Looking for Writer");
    expect(page.text).not.toContain("Save to Favorites");
    expect(page.text).not.toContain("Open briefs");
  });

  test("of a creator lists open projects that approved contributors can apply for", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const [open, applied, closed] = [
      await makeProject(creator, { title: "A river series", budgetDetails: "$600 an episode" }),
      await makeProject(creator, { title: "Sound for trailers" }),
      await makeProject(creator, { title: "An old series" }),
    ];
    await cancelProject(creator, closed);
    const contributor = await makeContributor();
    await apply(contributor, applied, { note: "Hello", portfolioLink: null, answers: [] });
    const page = await as(contributor).get(paths.profile(creator.userId));
    expect(page.text).toContain("Open brief");
    expect(page.text).toContain("A river series $600 an episode Apply for A river series");
    expect(page.text).toContain("Sound for trailers Applied");
    expect(page.html).toContain(`href="${paths.project(open, { apply: "1" })}"`);
    expect(page.text).not.toContain("An old series");
    const pending = await as(await makeContributor({ status: "pending" })).get(paths.profile(creator.userId));
    expect(pending.text).toContain("A river series");
    expect(pending.html).not.toContain("apply=1");
    const own = await as(creator).get(paths.ownProfile());
    expect(own.text).toContain("Manage Project A river series");
  });

  test("isn't found after a block, in either direction", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    expect((await as(creator).get(paths.profile(contributor.userId))).status).toBe(404);
    expect((await as(contributor).get(paths.profile(creator.userId))).status).toBe(404);
  });
});

describe("your own profile", () => {
  test("redirects to sign-in and back when signed out", async () => {
    for (const path of [paths.ownProfile(), paths.editProfile()]) {
      expect(await as(null).get(path)).toMatchObject({
        status: 302,
        location: paths.login({ redirectTo: path }),
      });
    }
  });

  test("has Sign Out, but no Message and no Save", async () => {
    const person = await makeContributor({ name: "Ada Cut" });
    for (const path of [paths.ownProfile(), paths.profile(person.userId)]) {
      const page = await as(person).get(path);
      expect(page.status).toBe(200);
      expect(page.html).toMatch(/<form[^>]*action="\/logout"[^>]*>.*?Sign Out/s);
      expect(page.text).toContain("My Projects");
      expect(page.html).not.toContain(paths.newMessage({ to: person.userId }));
      expect(page.text).not.toContain("Save to Favorites");
    }
    expect((await as(await makeCreator()).get(paths.ownProfile())).text).not.toContain("My Projects");
  });

  test("says what's still missing, and links to each field", async () => {
    const person = await makeContributor({ name: "Ada Cut", bio: "I cut.", services: ["Video Editor"] });
    const browser = as(person);
    const page = await browser.get(paths.ownProfile());
    expect(page.text).toContain("22% complete. Still missing:");
    expect(page.text).not.toContain("Say what you do best");
    expect(page.html).toContain(`href="${paths.newSample()}"`);
    const anchors = [...page.html.matchAll(/href="(\/profile\/edit\?section=\w+)#([\w-]+)"/g)];
    expect(anchors.map(([, , id]) => id).toSorted()).toEqual(
      ["portfolio", "priceFrom", "tools", "visualStyle", "location"]
        .map((name) => `profile-${name}`)
        .toSorted(),
    );
    for (const [, path = "", id] of anchors) expect((await browser.get(path)).html).toContain(`id="${id}"`);
    expect(page.html).toContain(`href="${paths.avatar()}"`);
    expect((await as(await makeCreator()).get(paths.profile(person.userId))).text).not.toContain(
      "Still missing",
    );
  });

  test("shows the review's status only to its owner", async () => {
    expect((await as(await makeContributor({ status: "pending" })).get(paths.ownProfile())).text).toContain(
      "Under review",
    );
    expect((await as(await makeContributor({ status: "rejected" })).get(paths.ownProfile())).text).toContain(
      "Not approved",
    );
  });
});

const inSection = (section: string) => paths.editProfile({ section });

describe("editing", () => {
  test("opens one section at a time, and closed ones show their values", async () => {
    const person = await makeContributor({
      name: "Ada Cut",
      services: ["Video Editor", "Writer", "Audio Engineer"],
      location: "Austin, TX",
    });
    const browser = as(person);
    const page = await browser.get(paths.editProfile());
    expect(page.html).toContain('value="Ada Cut"');
    expect(page.html).not.toContain('name="servicesOffered"');
    expect(page.text).toMatch(/Services [A-Z][\w ]+, [\w ]+ and 1 more/);
    expect(page.text).toMatch(/Terms .*Available now/);
    expect(page.text).toMatch(/Links .*Nothing yet/);
    const services = await browser.get(inSection("services"));
    expect(services.html).toMatch(/<input[^>]*name="servicesOffered"[^>]*checked=""[^>]*value="20"/);
    expect(services.text).toContain("Ada Cut · Austin, TX");
    expect((await browser.get(inSection("none"))).html).not.toContain('name="version"');
    const creator = as(await makeCreator({ name: "Ben" }));
    for (const [id, label] of [
      ["services", "Creative services you need"],
      ["styles", "Brand tone"],
      ["about", "What do you create?"],
    ] as const)
      expect((await creator.get(inSection(id))).text).toContain(label);
    expect((await creator.get(inSection("links"))).text).not.toContain("Link to your work");
  });

  test("saves the fields that the section sends, and nothing else", async () => {
    const person = await makeContributor({
      name: "Ada Cut",
      bio: "Old",
      services: ["Video Editor"],
      location: "Austin, TX",
    });
    const browser = as(person);
    const sections: [string, Changes][] = [
      ["about", { Name: "Ada New", Bio: "New <b>words</b>", Location: "" }],
      ["services", { "Services you offer": ["Video Editor", "Graphic Designer"] }],
      ["tools", { "Other tools": "A paper notebook" }],
      ["terms", { From: "$65", To: "85", Per: "hour", Availability: "Limited availability" }],
      ["links", { "Portfolio link": "cut.example.com" }],
    ];
    const forged: [string, string][] = [
      ["userType", "creator"],
      ["isAdmin", "true"],
      ["status", "approved"],
      ["otherTools", "From another section"],
    ];
    for (const [section, changes] of sections) {
      const edit = fillIn(await browser.get(inSection(section)), "Save", changes);
      const fields = section === "tools" ? edit.fields : [...edit.fields, ...forged];
      const done = await send(browser, { ...edit, fields });
      expect(done).toMatchObject({ status: 303, location: paths.editProfile({ saved: section }) });
      expect((await browser.get(done.location)).text).toContain("Profile updated");
    }
    const page = await browser.get(paths.ownProfile());
    expect(page.text).toContain("Ada New");
    expect(page.html).toContain("New &lt;b&gt;words&lt;/b&gt;");
    expect(page.text).toContain("Graphic Designer");
    expect(page.text).toContain("$65–$85 per hour");
    expect(page.text).not.toContain("Austin");
    expect(page.html).toContain('href="https://cut.example.com/"');
    expect(await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).toMatchObject({
      userType: "contributor",
      otherTools: "A paper notebook",
    });
  });

  test("says what's wrong, keeps what was typed and changes nothing", async () => {
    const person = await makeCreator({ name: "Ben", bio: "Mine" });
    const about = fillIn(await as(person).get(inSection("about")), "Save", {
      Name: " ",
      Location: "Austin, TX",
    });
    const page = await send(as(person), forge(about, "bio", "b".repeat(2001)));
    expect(page.status).toBe(400);
    for (const words of [
      "Error updating profile",
      "Please enter your full name",
      "Please use at most 2000 characters",
    ])
      expect(page.text).toContain(words);
    expect(page.html).toContain('value="Austin, TX"');
    const links = await press(as(person), inSection("links"), "Save", { Website: "javascript:alert(1)" });
    expect([links.status, links.text]).toEqual([400, expect.stringContaining("starts with https://")]);
    const tools = fillIn(await as(person).get(inSection("tools")), "Save", { "Tools you use": ["Canva"] });
    tools.fields.push(["tools", "999"]);
    const refused = await send(as(person), tools);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("Please choose from the list"),
    ]);
    expect(await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).toMatchObject({
      fullName: "Ben",
      bio: "Mine",
    });
  });

  test("shows a second tab what the first one has changed in the meantime, and lets the person choose", async () => {
    const person = await makeContributor({ name: "Ada Cut", bio: "Old", location: "Austin, TX" });
    const browser = as(person);
    const [first, second] = [await browser.get(inSection("about")), await browser.get(inSection("about"))];
    await send(browser, fillIn(first, "Save", { Bio: "From the first tab" }));
    const told = await send(browser, fillIn(second, "Save", { Bio: "From the second tab" }));
    expect(told.status).toBe(409);
    expect(told.text).toContain("This changed while you were editing");
    expect(told.text).toContain("Bio is now: From the first tab");
    expect(told.text).not.toContain("Location is now");
    expect(told.html).toContain(">From the second tab</textarea>");
    expect(told.html).toContain(`href="${inSection("about")}"`);
    expect(told.text).toContain("Keep what's saved");
    expect((await browser.get(inSection("about"))).html).toContain(">From the first tab</textarea>");

    // A third tab saves before the person has chosen in the second one.
    await press(browser, inSection("about"), "Save", { Location: "" });
    const empty = await send(browser, fillIn(told, "Save mine"));
    expect([empty.status, empty.text]).toEqual([409, expect.stringContaining("Location is now: empty")]);
    await press(browser, inSection("about"), "Save", { Location: "Reno, NV" });
    const again = await send(browser, fillIn(empty, "Save mine"));
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("Location is now: Reno, NV")]);
    expect(again.text).not.toContain("Bio is now");
    expect((await send(browser, fillIn(again, "Save mine"))).status).toBe(303);
    const stored = await db.profile.findUniqueOrThrow({ where: { id: person.userId } });
    expect(stored).toMatchObject({ bio: "From the second tab", location: "Austin, TX" });
  });

  test.each(["A Name", ""])(
    "from another account's page, with the name '%s', changes neither account and signs out",
    async (name) => {
      const [before, now] = [await makeContributor({ bio: "Before" }), await makeContributor({ bio: "Now" })];
      const page = await as(before).get(paths.editProfile());
      const form = fillIn(page, "Save", { Bio: "Mixed" });
      const browser = as(now);
      const done = await send(browser, unmarked(forge(form, "name", name)));
      expect(done).toMatchObject({ status: 303, location: paths.login() });
      expect((await browser.get(paths.login())).text).toContain(
        "Session mismatch detected. Please sign in again.",
      );
      expect(await db.session.count({ where: { userId: now.userId } })).toBe(0);
      const bios = await db.profile.findMany({
        where: { id: { in: [before.userId, now.userId] } },
        select: { bio: true },
      });
      expect(bios.map(({ bio }) => bio).sort()).toEqual(["Before", "Now"]);
    },
  );

  test("accepts the longest texts in any writing system, and every choice", async () => {
    const person = await makeContributor();
    const browser = as(person);
    const longest = (name: string) => {
      if (["portfolio", ...linkKeys].includes(name)) {
        const [host] = networks[name as LinkKey]?.hosts ?? ["example.com"];
        return `https://${host}/${"a".repeat(1_900)}`;
      }
      return name in textLimits ? "\u7de8".repeat(textLimits[name as keyof typeof textLimits]) : null;
    };
    for (const section of ["about", "services", "styles", "tools", "terms", "links"]) {
      const page = await browser.get(inSection(section));
      const form = fillIn(page, "Save");
      for (const field of form.fields) field[1] = longest(field[0]) ?? field[1];
      for (const [, name = "", value = ""] of page.html.matchAll(
        /<input[^>]*type="checkbox"[^>]*name="(\w+)"[^>]*value="(\d+)"/g,
      )) {
        form.fields.push([name, value]);
      }
      expect([section, (await send(browser, form)).status]).toEqual([section, 303]);
    }
    const stored = await db.profile.findUniqueOrThrow({ where: { id: person.userId } });
    expect(stored.bio).toHaveLength(textLimits.bio);
    expect(stored.projectsGoodAt).toHaveLength(textLimits.projectsGoodAt);
  });

  test("needs a session and a role, and edits only the member's own profile", async () => {
    const member = as(await makeMember());
    expect((await member.get(paths.editProfile())).location).toBe(paths.onboarding());
    const page = await as(await makeContributor()).get(paths.editProfile());
    const form = fillIn(page, "Save", { Bio: "before the session ended" });
    expect((await send(member, unmarked(form))).location).toBe(paths.onboarding());
    const guest = await send(as({ cookie: "session=over" }), form);
    expect(guest.status).toBe(401);
    expect(guest.html).toContain(">before the session ended</textarea>");
    // The page shows only fields that people fill in themselves.
    expect(guest.text).not.toContain("Version");
  });
});
