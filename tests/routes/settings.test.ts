import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forbiddenNameWords, wrongPassword } from "~/features/accounts/account-words";
import { mailAddressLink } from "~/features/accounts/address.server";
import { mailedReturn } from "~/features/accounts/departing.server";
import { createRecoveryLink } from "~/features/accounts/recovering.server";
import { makeExport } from "~/features/leaving/exporting.server";
import { remind } from "~/features/messaging/inbox.server";
import { type OptionalKind, optionalKinds } from "~/features/notifications/kinds";
import { openText } from "~/features/notifications/mailing.server";
import { unsubscribeLink } from "~/features/notifications/preferences.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
  personPassword,
  signInAgain,
} from "../support/people";
import { as, type Visitor } from "../support/request";
import { giveFactor } from "../support/second-factor";
import { fillIn, forge, press, type Submission, send } from "../support/submitting";
import { makeTalk } from "../support/talks";
import { until } from "../support/until";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const givePasskey = ({ userId }: Person, name: string) =>
  db.passkey.create({
    data: { userId, credentialId: userId, publicKey: new Uint8Array(77), counter: 0n, transports: [], name },
  });

describe("times", () => {
  const sentAt = async (conversationId: string, time: string) =>
    db.$executeRaw`WITH m AS (UPDATE messages SET created_at = ${time}::timestamptz WHERE conversation_id = ${conversationId}::uuid)
      UPDATE conversation_participants SET active_at = ${time}::timestamptz WHERE conversation_id = ${conversationId}::uuid`;

  test("are in UTC until the browser's time zone is known, and then in that zone", async () => {
    const { creator, conversationId, place } = await makeTalk();
    await sentAt(conversationId, "2025-07-01T03:42:00Z");
    const browser = as(creator);
    const before = await browser.get(place);
    expect(before.text.match(/Times are in UTC/g)).toHaveLength(1);
    expect(before.text).toMatch(/Jul 1, 2025 .*3:42 AM/);
    const say = (timeZone: string) => browser.post(paths.browserTimeZone(), { timeZone });
    expect((await say("Mars/Olympus")).status).toBe(204);
    expect((await browser.get(place)).text).toContain("Times are in UTC");
    for (const zone of ["America/New_York", "Asia/Tokyo"]) expect((await say(zone)).status).toBe(204);
    const after = await browser.get(place);
    expect(after.text).toMatch(/Jun 30, 2025 .*11:42 PM/);
    expect(after.text).not.toContain("UTC");
    expect((await browser.get(paths.messages())).text).toContain("Jun 30, 2025");
    // The deck's limit resets at midnight in the same zone.
    expect(await db.user.findFirst({ where: { id: creator.userId } })).toMatchObject({
      timeZone: "America/New_York",
    });
  });

  test("are in the chosen time zone; an unknown one is refused", async () => {
    const { creator, conversationId, place } = await makeTalk();
    await sentAt(conversationId, "2025-07-01T03:42:00Z");
    const browser = as(creator);
    const settings = await browser.get(paths.timeZone());
    const refused = await send(browser, forge(fillIn(settings, "Save"), "timeZone", "Mars/Olympus"));
    expect([refused.status, refused.text.includes("Please choose a time zone from the list")]).toEqual([
      400,
      true,
    ]);
    expect(await press(browser, settings, "Save", { "Your time zone": "Tokyo, Seoul" })).toMatchObject({
      status: 303,
    });
    expect((await browser.get(place)).text).toMatch(/Jul 1, 2025 .*12:42 PM/);
    expect((await browser.get(paths.timeZone())).html).toMatch(/<option[^>]* selected[^>]*>Asia\/Tokyo/);
  });

  test("are in a zone that's shown by its current name and can also be found by its former one", async () => {
    const { creator } = await makeTalk();
    const browser = as(creator);
    // Browsers may report the zone's former name, and older rows have it.
    await db.user.update({ where: { id: creator.userId }, data: { timeZone: "Asia/Calcutta" } });
    const chosen = /<option[^>]* selected[^>]*>([^<]*)/;
    expect(chosen.exec((await browser.get(paths.timeZone())).html)?.[1]).toBe("Asia/Kolkata");
    const nothing = await press(browser, paths.timeZone(), "Search", { "Find another time zone": "Mars" });
    expect(nothing.text).toContain("No time zone matches “Mars”.");
    expect(chosen.exec(nothing.html)?.[1]).toBe("Asia/Kolkata");
    const found = await press(browser, nothing, "Search", { "Find another time zone": "kiev" });
    expect(found.text).toContain("Showing time zones that match “kiev”.");
    await press(browser, found, "Save", { "Your time zone": "Europe/Kiev (now Europe/Kyiv)" });
    expect(chosen.exec((await browser.get(paths.timeZone())).html)?.[1]).toBe("Europe/Kyiv");
  });

  test("say 'today' and 'yesterday'", async () => {
    const { creator, conversationId } = await makeTalk();
    // Days begin at 10:00 UTC in this zone.
    const found = await press(as(creator), paths.timeZone(), "Search", {
      "Find another time zone": "Kiritimati",
    });
    await press(as(creator), found, "Save", { "Your time zone": "Pacific/Kiritimati" });
    const hour = 3_600_000;
    const began = Math.floor((Date.now() - 10 * hour) / (24 * hour)) * 24 * hour + 10 * hour;
    await sentAt(conversationId, new Date(began - 60_000).toISOString());
    expect((await as(creator).get(paths.messages())).text).toContain("Yesterday");
    // Until 10:00 UTC on the next day, the message is from today in this zone, but UTC calls it yesterday.
    await sentAt(conversationId, new Date(Math.min(Date.now(), began + 13 * hour)).toISOString());
    const page = await as(creator).get(paths.messages());
    expect(page.text).toMatch(/\d{1,2}:\d\d (AM|PM)/);
    expect(page.text).not.toContain("Yesterday");
    expect((await as(await makeMember()).get(paths.sessions())).text).toContain("Times are in UTC");
  });
});

describe("/settings/notifications", () => {
  const checked = async (person: Person, name: "onPage" | "byMail" | "pace") => {
    const { html } = await as(person).get(paths.notificationSettings());
    const boxes = [...html.matchAll(/<input[^>]*>/g)].filter(([box]) => box.includes(`name="${name}"`));
    return boxes.filter(([box]) => box.includes("checked")).map(([box]) => /value="([^"]*)"/.exec(box)?.[1]);
  };
  const choosing = (kinds: OptionalKind[], channels: ("Here" | "Email")[]) =>
    Object.fromEntries(kinds.map((kind) => [optionalKinds[kind].label, channels]));
  const forAll: OptionalKind[] = ["referral", "saved-search"];
  const shown: OptionalKind[] = [
    "match",
    "message",
    "application",
    "application-withdrawn",
    "project-expiring",
    ...forAll,
  ];
  const stored = (person: Person) =>
    db.notificationSetting.findMany({
      where: { userId: person.userId },
      orderBy: { kind: "asc" },
      select: { kind: true, onPage: true, byMail: true },
    });

  test("lists what can happen to the member, and stores the choices for the site and emails, and how often emails are sent", async () => {
    const creator = await makeCreator();
    const browser = as(creator);
    expect(await checked(creator, "onPage")).toEqual(shown);
    expect(await checked(creator, "byMail")).toEqual(
      shown.filter((kind) => kind !== "application-withdrawn"),
    );
    expect(await checked(creator, "pace")).toEqual(["each"]);
    expect(await checked(await makeContributor(), "onPage")).toEqual([
      ...["match", "message", "application-accepted", "application-declined", "invitation"],
      "project-changed",
      ...forAll,
    ]);
    expect((await as(await makeContributor()).get(paths.notificationSettings())).text).toContain(
      "We always tell you about your profile review, your payments,",
    );
    const saved = await press(browser, paths.notificationSettings(), "Save", {
      ...choosing(shown, []),
      ...choosing(["match"], ["Here"]),
      ...choosing(["application", "application-withdrawn"], ["Email"]),
      "When we email you": "Once a day",
    });
    expect([saved.status, saved.location]).toEqual([303, paths.notificationSettings()]);
    expect((await browser.get(paths.notificationSettings())).text).toContain("Saved");
    expect(await checked(creator, "onPage")).toEqual(["match"]);
    expect(await checked(creator, "byMail")).toEqual(["application", "application-withdrawn"]);
    expect(await checked(creator, "pace")).toEqual(["daily"]);
  });

  test("turns emails about unread messages off and on", async () => {
    const { creator, conversationId } = await makeTalk();
    await db.$executeRaw`UPDATE messages SET created_at = now() - interval '6 minutes' WHERE conversation_id = ${conversationId}::uuid`;
    const mails = () => db.outboxMail.count({ where: { userId: creator.userId, kind: "message" } });
    const browser = as(creator);
    const page = await browser.get(paths.notificationSettings());
    expect((await press(browser, page, "Save", choosing(["message"], ["Here"]))).status).toBe(303);
    await remind(conversationId);
    expect(await mails()).toBe(0);
    const mailed = { ...choosing(shown, []), ...choosing(["message"], ["Email"]) };
    for (let run = 0; run < 2; run += 1)
      expect((await press(browser, page, "Save", mailed)).status).toBe(303);
    expect(await checked(creator, "byMail")).toEqual(["message"]);
  });

  test("shows the same setting as the link in the email", async () => {
    const person = await makeMember();
    const link = new URL(unsubscribeLink(person.userId, "project-expiring") ?? "").pathname;
    const page = await as(null).get(link);
    expect(page.html).toContain(`href="${paths.notificationSettings()}"`);
    expect(page.text).toContain("We email you when one of your projects has five days left.");
    const toOther = await as(await makeMember()).get(link);
    expect(toOther.text).toContain(
      `These are the emails to ${person.email}. You're signed in to another account.`,
    );
    expect(toOther.html).not.toContain(`href="${paths.notificationSettings()}"`);
    for (const reader of [as(person), as(null)])
      expect((await reader.get(link)).text).not.toContain(person.email);
    await press(as(null), page, "Stop these emails");
    expect(await checked(person, "byMail")).not.toContain("project-expiring");
    expect((await as(null).get(link)).text).toContain(
      "You won't get any more emails about projects that expire soon",
    );
    await press(
      as(person),
      paths.notificationSettings(),
      "Save",
      choosing(["project-expiring"], ["Here", "Email"]),
    );
    expect((await as(null).get(link)).text).toContain("Stop these emails");
  });

  test("accepts no other value, and changes no one else's settings", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const page = await as(person).get(paths.notificationSettings());
    const form = fillIn(page, "Save");
    const withMore = (...more: [string, string][]) => ({ ...form, fields: [...form.fields, ...more] });
    const bad: Submission[] = [
      withMore(["byMail", "recovery"]),
      withMore(["onPage", "vetting"]),
      forge(form, "pace", "hourly"),
      // A form that's outdated or damaged must not turn anything off.
      { ...form, fields: [["pace", "each"]] },
      { ...form, fields: [["message", "on"]] },
      { ...form, fields: [] },
    ];
    for (const one of bad) expect((await send(as(person), one)).status).toBe(400);
    expect(await stored(person)).toEqual([]);
    const mine = forge(fillIn(page, "Save", choosing(shown, [])), "shown", "match");
    await send(as(person), forge(forge(mine, "userId", other.userId), "kind", "recovery"));
    expect(await stored(other)).toEqual([]);
    expect(await stored(person)).toEqual([{ kind: "match", onPage: false, byMail: false }]);
  });
});

const pagesOfAll = [
  ...[
    paths.editProfile(),
    paths.account(),
    paths.password(),
    paths.secondFactor(),
    paths.sessions(),
    paths.ownData(),
  ],
  ...[paths.appearance(), paths.timeZone(), paths.notificationSettings()],
  paths.searches(),
  ...[paths.privacy(), paths.blocked(), paths.billing()],
];
const pagesOfCreators = [...pagesOfAll, paths.usage()];

test.each([
  ["creator", makeCreator, pagesOfCreators],
  ["contributor", makeContributor, pagesOfAll],
])("each settings page of a %s links to the others, and marks the current one", async (_, make, pages) => {
  const person = await make();
  for (const here of [paths.settings(), ...pages]) {
    const { html } = await as(person).get(here);
    const parts = /<nav aria-label="Settings".*?<\/nav>/s.exec(html)?.[0] ?? "";
    const links = [...parts.matchAll(/<a\b[^>]*>/g)].map(([tag]) => ({
      to: /href="([^"]*)"/.exec(tag)?.[1],
      isCurrent: tag.includes('aria-current="page"'),
    }));
    expect(links).toEqual(pages.map((to) => ({ to, isCurrent: to === here })));
  }
  expect((await as(person).get(paths.ownProfile())).html).toContain(`href="${paths.settings()}"`);
});

describe("/settings/account", () => {
  test("changes the name that other people see", async () => {
    const person = await makeMember({ name: "Noor Haddad" });
    const browser = as(person);
    const page = await browser.get(paths.account());
    expect(page.html).toContain('value="Noor Haddad"');
    const refused = await press(browser, page, "Save name", { "Full name": " \u200b " });
    expect([refused.status, refused.text.includes("Please enter your full name")]).toEqual([400, true]);
    const done = await press(browser, refused, "Save name", { "Full name": "  Noor   El-Haddad " });
    expect([done.status, done.location]).toEqual([303, paths.account()]);
    expect((await browser.get(paths.account())).html).toContain('value="Noor El-Haddad"');
    expect((await as(await makeCreator()).get(paths.profile(person.userId))).text).toContain(
      "Noor El-Haddad",
    );
  });

  const ask = (person: Person, email: string, password = personPassword) => {
    const typed = { "New email address": email, "Current password": password };
    return press(as(person), paths.changeAddress(), "Send the link", typed);
  };
  const linkTo = async (toAddress: string, kind: string) => {
    const { id } = await db.addressChange.findFirstOrThrow({ orderBy: { id: "desc" } });
    await mailAddressLink(String(id));
    const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress, kind } });
    return /\/(confirm|undo)-address\/[\w-]+/.exec(openText(mail.textBody) ?? "")?.[0] ?? "";
  };

  test("moves to another address with an emailed link, in a browser that's signed in", async () => {
    const person = await makeMember();
    const email = `new-${person.email}`;
    const browser = as(person);
    const done = await ask(person, email);
    expect([done.status, done.location]).toEqual([303, paths.changeAddress()]);
    const waiting = await browser.get(paths.changeAddress());
    expect(waiting.text).toContain(`Open the link we sent to ${email} in a browser`);
    const link = await linkTo(email, "address-confirm");
    const guest = as(null);
    expect(await guest.get(link)).toMatchObject({ status: 302, location: paths.login({ redirectTo: link }) });
    expect((await as(await makeMember()).get(link)).status).toBe(404);
    const page = await browser.get(link);
    expect([page.status, page.text.includes(email)]).toEqual([200, true]);
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.headers["referrer-policy"]).toBe("strict-origin");
    const use = fillIn(page, "Use this address");
    expect(await send(browser, use)).toMatchObject({ status: 303, location: paths.account() });
    const account = await browser.get(paths.account());
    expect(account.text).toContain("Email address changed");
    expect(account.text).toContain(email);
    expect((await send(browser, use)).status).toBe(409);
    await giveFactor(person);
    await givePasskey(person, "Not hers");
    // The owner of the old address takes the account back with a browser that has never been signed in to it.
    const back = await linkTo(person.email, "address-changing");
    const undoing = await guest.get(back);
    expect(undoing.text).toContain(`This gives your account back to ${person.email}.`);
    const undone = await press(guest, undoing, "Undo the change");
    expect([undone.status, undone.location]).toEqual([303, expect.stringMatching(/^\/recover\/[\w-]{43}$/)]);
    expect((await browser.get(paths.account())).status).toBe(302);
    const recovering = await guest.get(undone.location);
    expect(recovering.text).toContain("Your email address is back");
    expect(recovering.text).toContain(
      "We also removed what was added recently: 1 passkey and an authenticator app. Now choose",
    );
    const chosen = { "New password": "a-new-harbour-41" };
    const recovered = await press(guest, recovering, "Save password", chosen);
    expect(recovered.location).toBe(paths.dashboard());
    expect((await guest.get(paths.account())).text).toContain(person.email);
    expect((await as(null).get(back)).status).toBe(404);
  });

  test("taken back by its owner mentions no second factor if none was removed", async () => {
    const person = await makeMember();
    const email = `new-${person.email}`;
    await ask(person, email);
    const browser = as(person);
    await press(browser, await browser.get(await linkTo(email, "address-confirm")), "Use this address");
    const guest = as(null);
    const back = await linkTo(person.email, "address-changing");
    const undone = await press(guest, await guest.get(back), "Undo the change");
    expect((await guest.get(undone.location)).text).toContain(
      "Everyone is signed out. Now choose a new password.",
    );
  });

  test("doesn't move to an address that someone else has taken in the meantime", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const email = `taken-${person.email}`;
    await ask(person, email);
    const page = await as(person).get(await linkTo(email, "address-confirm"));
    await db.user.update({ where: { id: other.userId }, data: { email } });
    const refused = await press(as(person), page, "Use this address");
    expect([refused.status, refused.text]).toEqual([
      ...[409, expect.stringContaining("Another account uses this address now, so nothing changed.")],
    ]);
    expect(await db.user.findUnique({ where: { id: person.userId } })).toMatchObject({ email: person.email });
  });

  test("gives the same response whether or not someone has the address, and keeps what was typed", async () => {
    const name = "Sam Same";
    const [asker, other] = [await makeMember({ name }), await makeMember({ name })];
    const owner = await makeMember();
    const free = `free-${owner.email}`;
    const pages = [];
    for (const [person, email] of [
      [asker, owner.email],
      [other, free],
    ] as const) {
      const { status, location } = await ask(person, email);
      const { text } = await as(person).get(location);
      pages.push([status, location, text.replaceAll(email, "it").replaceAll(person.email, "mine")]);
    }
    expect(pages[0]).toEqual(pages[1]);
    const wrong = await ask(asker, "typed@example.com", "not-the-password");
    expect([wrong.status, wrong.text.includes("That's not your current password.")]).toEqual([400, true]);
    expect(wrong.html).toContain('value="typed@example.com"');
    expect(wrong.html).not.toContain("not-the-password");
    await press(as(asker), paths.changeAddress(), "Cancel this change");
    expect((await as(asker).get(paths.changeAddress())).text).not.toContain(owner.email);
    const same = await ask(asker, asker.email.toUpperCase());
    expect([same.status, same.text.includes("This is already your email address.")]).toEqual([400, true]);
  });

  test("refuses a name that's reserved for us, and keeps it in the form", async () => {
    const person = await makeMember({ name: "Noor Haddad" });
    const refused = await press(as(person), paths.account(), "Save name", {
      "Full name": "Matchcut Support",
    });
    expect([refused.status, refused.text.includes(forbiddenNameWords)]).toEqual([400, true]);
    expect(refused.html).toContain('value="Matchcut Support"');
    expect((await as(person).get(paths.account())).html).toContain('value="Noor Haddad"');
  });
});

describe("/settings/account/type", () => {
  test("says what switching costs, and afterward when the member can switch again", async () => {
    const { creator } = await makeTalk("Hello");
    const browser = as(creator);
    const page = await browser.get(paths.accountType());
    expect(page.text).toMatch(/your match, and switching back doesn't restore them/);
    expect(page.text).toContain("That includes matches that end with the switch.");
    expect(page.text).toContain("You can switch again after 30 days");
    const switched = await press(browser, page, "Become a Service Provider");
    expect([switched.status, switched.location]).toEqual([303, paths.editProfile()]);
    const after = await browser.get(paths.accountType());
    expect(after.text).toMatch(/once every 30 days\. You can switch again on \w+ \d+/);
    expect(after.html).not.toContain('name="to"');
    // Sends the page that another tab had open before the switch.
    const late = await send(browser, {
      ...fillIn(page, "Become a Service Provider"),
      fields: [["to", "creator"]],
    });
    expect([late.status, late.text.includes("once every 30 days")]).toEqual([409, true]);
  });
});

describe("/settings/appearance", () => {
  const htmlOf = (html: string) => [
    /<html[^>]*>/.exec(html)?.[0].match(/class="([^"]*)"/)?.[1],
    /<meta name="color-scheme" content="([^"]*)"/.exec(html)?.[1],
  ];
  const asDevice = [undefined, "light dark"];
  /** The color of the browser's own bar, for each color scheme that the page names. */
  const barOf = (html: string) =>
    [...html.matchAll(/<meta name="theme-color" content="([^"]*)"(?: media="([^"]*)")?/g)].map((tag) =>
      tag.slice(1),
    );
  const [light, dark] = ["#fcfbf9", "#120b09"];
  const bars = new Map([
    ["Dark", [[dark, undefined]]],
    ["Light", [[light, undefined]]],
    [
      "Match my device",
      [
        [dark, "(prefers-color-scheme:dark)"],
        [light, undefined],
      ],
    ],
  ]);

  test("applies to every page as soon as it begins to load, including public pages and live frames, and to no one else's pages", async () => {
    const { creator, contributor, conversationId } = await makeTalk();
    const pages = [paths.dashboard(), paths.home(), paths.pricing(), paths.recover(), "/no/such/page"];
    const live = paths.conversationLive(conversationId, { after: 1 });
    const settings = await as(creator).get(paths.appearance());
    for (const [colors, expected] of [
      ["Dark", ["dark", "dark"]],
      ["Light", ["light", "light"]],
      ["Match my device", asDevice],
    ] as const) {
      const done = await press(as(creator), settings, "Save", { Colors: colors });
      expect([done.status, done.location]).toEqual([303, paths.appearance()]);
      for (const path of pages) {
        const { html } = await as(creator).get(path);
        expect(htmlOf(html), path).toEqual(expected);
        expect(barOf(html), path).toEqual(bars.get(colors));
      }
      const frame = await as(creator).open(live);
      await until(() => expect(frame.body()).toContain("New messages appear here."));
      expect(htmlOf(frame.body())).toEqual(expected);
      frame.leave();
    }
    await press(as(creator), settings, "Save", { Colors: "Dark" });
    expect((await as(creator).get(paths.appearance())).html).toMatch(/<input[^>]*checked[^>]*value="dark"/);
    for (const visitor of [as(null), as(contributor)])
      expect(htmlOf((await visitor.get(paths.home())).html)).toEqual(asDevice);
    for (const appearance of ["pink", ""]) {
      const forged = forge(fillIn(settings, "Save"), "appearance", appearance);
      expect((await send(as(creator), forged)).status).toBe(400);
    }
  });

  test("can save data on every page, as the browser's header does", async () => {
    const { creator, contributor, place } = await makeTalk();
    await db.profile.update({ where: { id: contributor.userId }, data: { avatarUrl: "/files/a/face.webp" } });
    const browser = as(creator);
    const weight = async (path: string, headers = {}) => {
      const { html } = await browser.get(path, { headers });
      return {
        pictures: html.includes("face.webp"),
        scripts: /<script(?! type="application\/ld)/.test(html),
      };
    };
    const settings = await browser.get(paths.appearance());
    for (const path of [place, paths.profile(contributor.userId)]) {
      await press(browser, settings, "Save");
      expect(await weight(path)).toEqual({ pictures: true, scripts: expect.any(Boolean) });
      const saved = await weight(path, { "Save-Data": "on" });
      await press(browser, settings, "Save", { "Always use data saver": true });
      expect(await weight(path)).toEqual(saved);
      expect(saved).toEqual({ pictures: false, scripts: false });
    }
  });
});

describe("/settings/privacy", () => {
  const checked = async (person: Person) =>
    [...(await as(person).get(paths.privacy())).html.matchAll(/<input[^>]*>/g)]
      .filter(([box]) => box.includes("checked"))
      .map(([box]) => /name="([^"]*)"/.exec(box)?.[1]);

  test("begins with everything allowed and keeps each choice; the former page about messages redirects to it", async () => {
    const person = await makeMember();
    expect(await checked(person)).toEqual(["showsOnline", "readReceipts", "appearsInSearch"]);
    const settings = await as(person).get(paths.privacy());
    const fewer = { "Show when I'm online": false, "Show “Seen”": false };
    expect(await press(as(person), settings, "Save", fewer)).toMatchObject({ status: 303 });
    expect(await checked(person)).toEqual(["appearsInSearch"]);
    await press(as(person), paths.privacy(), "Save", { "Show “Seen”": true });
    expect(await checked(person)).toEqual(["readReceipts", "appearsInSearch"]);
    const forged = forge(fillIn(settings, "Save"), "showsOnline", "yes");
    expect((await send(as(person), forged)).status).toBe(400);
    expect(await as(person).get("/settings/messages")).toMatchObject({ location: paths.privacy() });
  });

  test("removes a public profile from search engines, but not from the site", async () => {
    const person = await makeContributor();
    const read = () => as(null).get(paths.profile(person.userId));
    expect((await read()).html).not.toContain("noindex");
    await press(as(person), paths.privacy(), "Save", { "Appear in search": false });
    const page = await read();
    expect([page.status, page.html.includes('content="noindex"')]).toEqual([200, true]);
  });
});

describe("/settings/blocked", () => {
  test("is paged: everyone is on exactly one page, even if timestamps are equal", async () => {
    const person = await makeMember();
    const users = await db.user.createManyAndReturn({
      data: Array.from({ length: 45 }, (_, index) => ({
        email: `b${index}@blocked.example`,
        passwordHash: "",
      })),
    });
    await db.block.createMany({
      data: users.map((user, index) => ({
        blockerId: person.userId,
        blockedId: user.id,
        // More rows than fit on one page have the same timestamp.
        createdAt: new Date(Date.UTC(2026, 4, index < 30 ? 1 : index)),
      })),
    });
    const browser = as(person);
    const seen: string[][] = [];
    let path: string | undefined = paths.blocked();
    while (path) {
      const { html, status } = await browser.get(path);
      expect(status).toBe(200);
      seen.push([...html.matchAll(/name="personId" value="([^"]+)"/g)].map(([, id = ""]) => id));
      expect(html.includes(">First page</a>")).toBe(seen.length > 1);
      path = /rel="next"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="next"/.exec(html)?.slice(1).find(Boolean);
    }
    expect(seen.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(new Set(seen.flat())).toEqual(new Set(users.map((user) => user.id)));
    expect(seen[0]?.slice(0, 15)).toEqual(
      users
        .slice(30)
        .reverse()
        .map((user) => user.id),
    );
    for (const after of ["x", "2026-02-30T00:00:00.000Z_no-id", `0000-01-01T00:00:00Z_${person.userId}`]) {
      const { status, html } = await browser.get(paths.blocked({ after }));
      expect(status).toBe(200);
      expect(html).toContain(seen[0]?.[0]);
    }
  });
});

describe("/settings/password", () => {
  const fields = (oldPassword: string, password: string) => ({
    "Current password": oldPassword,
    "New password": password,
  });
  const chosen = fields(personPassword, "a-new-harbour-41");
  const button = "Change password";

  test("changes the password: starts a new session, and ends all others with their streams", async () => {
    const person = await makeMember();
    const elsewhere = await signInAgain(person);
    const browser = as(person);
    const before = await browser.get(paths.password());
    expect(before.text).toContain("Change your password");
    expect(before.html, "for password managers").toMatch(
      new RegExp(`"username"[^>]* value="${person.email}"`),
    );
    const done = await press(browser, before, button, chosen);
    expect([done.status, done.location]).toEqual([303, paths.password()]);
    expect(browser.cookies.get("session")).not.toBe(person.token);
    const page = await browser.get(paths.password());
    expect(page.text).toContain("You're signed in here and signed out everywhere else.");
    expect((await as(elsewhere).get(paths.password())).status).toBe(302);
    expect((await as(person).get(paths.password())).status).toBe(302);
    const outbox = await as(null).get(sitePaths.devOutbox());
    expect(outbox.text).toContain("Your Matchcut password was changed");
  });

  test("says how long to wait after too many wrong passwords, even with the right one", async () => {
    const browser = as(await makeMember());
    const guess = fillIn(await browser.get(paths.password()), button, fields("a guess", "a-new-harbour-41"));
    for (let turn = 0; turn < 10; turn += 1) await send(browser, guess);
    const refused = await press(browser, paths.password(), button, chosen);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Too many attempts\. Please try again in \d+ (seconds|minutes)\./);
  });

  test("names the passkeys that stay valid, on both pages and in the email", async () => {
    const person = await makeMember();
    const { userId, email } = person;
    await givePasskey(person, "Old phone");
    const words = "still sign you in without a password: Old phone.";
    const browser = as(person);
    const page = await browser.get(paths.password());
    expect(page.text).toContain(words);
    expect(page.html).toContain(`href="${paths.secondFactor()}"`);
    const { token } = await createRecoveryLink(db, userId);
    expect((await as(null).get(sitePaths.recoverWith(token))).text).toContain(words);
    await press(browser, page, button, chosen);
    const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress: email } });
    expect(mail.textBody).toContain(words);
  });

  test("explains a refusal, and shows neither password again", async () => {
    const browser = as(await makeMember({ name: "Noor Haddad" }));
    const refusals: [string, string, string][] = [
      ["", "a-new-harbour-41", "Please enter your current password"],
      ["not-the-password", "a-new-harbour-41", "That's not your current password."],
      [personPassword, "12345", "Password must be at least 6 characters"],
      [personPassword, personPassword, "That's your current password. Please choose another."],
      [personPassword, "haddad-41-river", "This password contains your name or email address."],
      [personPassword, "qwertyuiop", "This is one of the most common passwords."],
    ];
    const shown = await browser.get(paths.password());
    const form = fillIn(shown, button, chosen);
    for (const [oldPassword, password, words] of refusals) {
      const typed = forge(forge(form, "oldPassword", oldPassword), "password", password);
      const page = await send(browser, typed);
      expect(page.status).toBe(400);
      expect(page.text).toContain(words);
      for (const secret of [oldPassword, password])
        if (secret) expect(page.html).not.toContain(`value="${secret}"`);
    }
    const guess = fillIn(shown, button, fields("guess", "x-harbour-41"));
    for (let turn = 0; turn < 10; turn += 1) await send(browser, guess);
    expect((await press(browser, shown, button, chosen)).status).toBe(429);
  });
});

describe("an address that isn't confirmed", () => {
  const unconfirm = ({ userId }: Person) =>
    db.user.update({ where: { id: userId }, data: { confirmedAt: null }, select: { id: true } });

  test("is mentioned on each page: messages to new people are refused, keeping the text, until the emailed link is used", async () => {
    const [creator, stranger] = [await makeCreator(), await makeContributor()];
    await unconfirm(creator);
    const browser = as(creator);
    const note = "Please open the link in our email";
    for (const path of [paths.dashboard(), paths.account()])
      expect((await browser.get(path)).text).toContain(note);
    // The deck has room for only one line, so its note is shorter.
    expect((await browser.get(paths.discover())).text).toContain(
      "Open the link in our email. Didn't get it?",
    );
    const place = paths.newMessage({ to: stranger.userId });
    const refused = await press(browser, place, "Send", { Message: "A long letter" });
    expect([refused.status, refused.text.includes("Confirm your email address first")]).toEqual([409, true]);
    expect(refused.html).toContain("A long letter");

    expect((await browser.get(paths.changeAddress())).location).toBe(paths.confirmation());
    const page = await browser.get(paths.confirmation());
    expect(page.text).toContain(creator.email);
    expect(page.text).not.toContain(note);
    expect((await press(browser, page, "Resend the link")).status).toBe(303);
    const wrong = await press(browser, page, "Save and send a link", {
      "Your email address": "right@example.com",
      Password: "not-mine-at-all",
    });
    expect([wrong.status, wrong.text.includes(wrongPassword)]).toEqual([400, true]);
    for (const [email, status, words] of [
      [creator.email, 400, "This is already your email address."],
      [stranger.email, 409, "This email is already registered."],
    ] as const) {
      const correct = { "Your email address": email, Password: personPassword };
      const kept = await press(browser, page, "Save and send a link", correct);
      expect([kept.status, kept.text.includes(words)]).toEqual([status, true]);
      expect(kept.html).toContain(`value="${email}"`);
    }
    const mail = await db.outboxMail.findFirstOrThrow({
      where: { toAddress: creator.email, kind: "confirm-sign-up" },
    });
    const token = (openText(mail.textBody) ?? "").split(sitePaths.confirmSignUp(""))[1]?.split(/\s/)[0] ?? "";
    expect((await as(stranger).get(sitePaths.confirmSignUp(token))).status).toBe(404);
    const last = await browser.get(sitePaths.confirmSignUp(token));
    expect(last.text).toContain(creator.email);
    expect((await press(browser, last, "Yes, confirm it")).location).toBe(paths.dashboard());
    expect((await browser.get(paths.dashboard())).text).not.toContain(note);
    expect((await browser.get(sitePaths.confirmSignUp(token))).text).toContain("already confirmed");
  });
});

describe("a copy of a person's data", () => {
  test("can be downloaded only by that person", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const browser = as(person);
    expect((await press(browser, paths.ownData(), "Make a copy")).location).toBe(paths.ownData());
    const page = await browser.get(paths.ownData());
    expect(page.text).toContain("In progress");
    expect(page.text).toContain("Storage 0 KB of 2 GB used");
    const [made] = await db.export.findMany({ where: { userId: person.userId } });
    const place = paths.dataExport(made?.id ?? "");
    expect((await browser.get(place)).status).toBe(404);
    await makeExport(made?.id ?? "");
    expect((await browser.get(paths.ownData())).html).toContain(`href="${place}"`);
    const file = await fetch(app.origin + place, { headers: { Cookie: person.cookie } });
    expect(file.headers.get("content-disposition")).toContain("matchcut-data.zip");
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect((await as(other).get(place)).status).toBe(404);
  });

  test.each([
    ["waiting", 0, 0, "In progress Times are in UTC. Set your time zone Check again"],
    [
      "failed",
      0,
      0,
      "We couldn't make it. The problem is on our end; please try again. Times are in UTC. Set your time zone Make a copy",
    ],
    [
      "ready",
      0,
      400,
      "Available until Jan 8 Download (1 KB) Times are in UTC. Set your time zone Make a copy",
    ],
    ["ready", 0, 999_999, "Download (1000 KB)"],
    ["ready", 0, 1_000_000, "Download (1.0 MB)"],
    ["ready", 8, 1_000_000, "Expired Times are in UTC. Set your time zone Make a copy"],
  ])("that's %s after %i days and has %i bytes says what can be done", async (state, days, bytes, words) => {
    const person = await makeCreator();
    const endedAt = state === "waiting" ? null : new Date(Date.now() - days * 86_400_000);
    await db.export.create({
      data: { userId: person.userId, fileKey: person.userId, state, bytes, endedAt },
    });
    const { text } = await as(person).get(paths.ownData());
    expect(text.replace(/until [A-Z][a-z]{2} \d+(, \d+)?/, "until Jan 8")).toContain(words);
  });

  test("can be made three times a day", async () => {
    const person = await makeCreator();
    const browser = as(person);
    const ask = fillIn(await browser.get(paths.ownData()), "Make a copy");
    for (const _ of [1, 2, 3]) {
      expect((await send(browser, ask)).status).toBe(303);
      await db.export.updateMany({
        where: { userId: person.userId },
        data: { state: "failed", endedAt: new Date() },
      });
    }
    const refused = await send(browser, ask);
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(/You can get three copies a day\. Please try again in \d+ hours\./),
    ]);
    expect(await db.export.count({ where: { userId: person.userId } })).toBe(3);
  });

  test("is deleted with the account, and signing in opens the one page that can keep the account", async () => {
    const person = await makeCreator();
    const browser = as(person);
    const password = { Password: personPassword };
    const closed = await press(browser, paths.deleteAccount(), "Delete my account", password);
    expect([closed.status, closed.location]).toEqual([303, paths.home()]);
    expect((await browser.get(paths.home())).text).toContain("Your account is closed");
    const signIn = { Email: person.email, ...password };
    const entered = await press(browser, paths.login(), "Sign In", signIn);
    expect(entered.location).toMatch(/^\/come-back\//);
    const leaving = await browser.get(entered.location);
    expect(leaving.text).toContain("Your account is set to be deleted");
    expect((await browser.get(paths.dashboard())).text).toContain("Sign in to access your dashboard");
    // "Not now" links to a page that's open to someone who's signed out.
    const notNow = /<a[^>]*href="([^"]*)"[^>]*>\s*Not now\s*</.exec(leaving.html)?.[1] ?? "";
    expect((await browser.get(notNow)).status).toBe(200);
    const kept = await press(browser, leaving, "Keep my account");
    expect(kept).toMatchObject({ status: 303, location: paths.dashboard() });
    expect((await browser.get(paths.dashboard())).text).toContain("Your account is back");
    const over = await browser.get(entered.location);
    expect([over.status, over.html]).toEqual([404, expect.stringContaining("<title>This page has expired")]);
    // The emailed link says, too, what happened to a plan.
    const leavesAt = new Date(Date.now() + 86_400_000);
    await db.user.update({ where: { id: person.userId }, data: { leavesAt } });
    const guest = as(null);
    const link = paths.comeBack(mailedReturn(person.userId, leavesAt));
    expect((await press(guest, link, "Keep my account")).location).toBe(paths.login());
    expect((await guest.get(paths.login())).text).toContain(
      "Sign in to continue. If you had a plan, it won't renew until you turn renewal back on in Billing.",
    );
  });
});

test("the last admin can't delete their account", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const close = async ({ userId }: Person, browser = as(admin)) => {
    const page = await browser.get(paths.deleteAccount());
    const reply = await press(browser, page, "Delete my account", { Password: personPassword });
    const { leavesAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    return { ...reply, text: reply.text, isLeaving: leavesAt !== null };
  };
  expect(await close(other, as(other))).toMatchObject({ status: 303, isLeaving: true });
  const refused = await close(admin);
  expect(refused).toMatchObject({ status: 409, isLeaving: false });
  expect(refused.text).toContain("You're the last admin. Make someone else an admin first.");
});

describe("/settings/searches", () => {
  const save = async (browser: Visitor, page: string, name: string) =>
    press(browser, page, "Save this search", { Name: name });

  test("holds ten searches, each once, and says how to save another", async () => {
    const creator = await makeCreator();
    const browser = as(creator);
    const services = await db.service.findMany({ take: 11, orderBy: { id: "asc" } });
    const pages = services.map(({ id }) => paths.newSearch("directory", { service: id }));
    const [first = "", ...others] = pages;
    for (const words of ["Search saved", "You already saved this search"]) {
      expect((await save(browser, first, "One")).location).toBe(paths.searches());
      expect((await browser.get(paths.searches())).text).toContain(words);
    }
    for (const page of others.slice(0, 9)) expect((await save(browser, page, "More")).status).toBe(303);
    const refused = await save(browser, others[9] ?? "", "One more");
    expect([refused.status, refused.text]).toEqual([
      ...[403, expect.stringContaining("You've reached the limit of 10 saved searches. Remove one to save")],
    ]);
    expect(refused.html).toContain('value="One more"');
    expect(await db.savedSearch.count({ where: { userId: creator.userId } })).toBe(10);
  });

  test("keep another schedule, and are removed once: a page from before says that it's gone", async () => {
    const browser = as(await makeCreator());
    const emptyText = async (visitor: Visitor) => (await visitor.get(paths.searches())).text;
    expect(await emptyText(browser)).toContain("Choose filters on Discover, or a service under Contributors");
    expect(await emptyText(as(await makeContributor()))).toContain(
      "Choose filters on Discover or Projects, or a service under Contributors",
    );
    const service = await db.service.findFirstOrThrow();
    await save(browser, paths.newSearch("directory", { service: service.id }), "Mine");
    const list = await browser.get(paths.searches());
    const title = async (form: Submission) => (await browser.get((await send(browser, form)).location)).text;
    const weekly = fillIn(list, "Save the schedule for Mine", { "How often": "Weekly" });
    expect(await title(weekly)).toContain("Saved");
    const changed = await browser.get(paths.searches());
    expect(fillIn(changed, "Remove Mine").fields).toContainEqual(["pace", "weekly"]);
    expect(await title(fillIn(changed, "Remove Mine"))).toMatch(/Search removed.*No saved searches yet/s);
    for (const late of [weekly, fillIn(changed, "Remove Mine")])
      expect(await title(late)).toContain("This search was already removed");
  });

  test("takes advanced filters only with a plan that includes them", async () => {
    const [free, paying] = [await makeCreator(), await makeCreator()];
    await givePlan(paying, "pro");
    const page = paths.newSearch("people", { level: "expert" });
    const refused = await save(as(free), page, "Experts");
    expect([refused.status, refused.text.includes("Your plan doesn't include advanced filters.")]).toEqual([
      ...[403, true],
    ]);
    expect((await save(as(paying), page, "Experts")).location).toBe(paths.searches());
    expect(
      await db.savedSearch.findMany({ where: { userId: { in: [free.userId, paying.userId] } } }),
    ).toMatchObject([{ userId: paying.userId, name: "Experts", kind: "people" }]);
  });
});
