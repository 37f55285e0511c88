import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { saveContributor } from "~/features/favorites/saving.server";
import { decideCase } from "~/features/moderation/deciding.server";
import { reportThing } from "~/features/moderation/reporting.server";
import { addLink } from "~/features/portfolio/adding.server";
import { apply } from "~/features/projects/applying.server";
import { invitationLimits } from "~/features/referrals/invite";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { type LimitedAct, networkOf } from "~/platform/rate-limit.server";
import { startApp } from "../support/app";
import { exhaust } from "../support/limits";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  newClient,
  type Person,
  personPassword,
} from "../support/people";
import { makeProject } from "../support/projects";
import { as, type Visitor } from "../support/request";
import { picture } from "../support/sample-files";
import { type Changes, fillIn, forge, press, send, unmarked } from "../support/submitting";
import { makeTalk, say } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const warn = ({ userId }: Person) =>
  db.warning.create({ data: { userId, reason: "respect", words: "Please be kind." } });

test("a warned person is redirected from every page to the warning and back, and keeps what they sent", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const browser = as(creator);
  const name = fillIn(await browser.get(paths.account()), "Save name", { "Full name": "Kept Name" });
  const { id } = await warn(creator);
  for (const path of [paths.dashboard(), paths.messages(), paths.account(), paths.howItWorks(), "/nothing"])
    expect((await browser.get(path)).location).toBe(paths.warning({ redirectTo: path }));
  const refused = await send(browser, name);
  expect([refused.status, refused.text.includes("You have a warning to read")]).toEqual([403, true]);
  expect(refused.html).toContain('value="Kept Name"');
  expect((await db.profile.findUniqueOrThrow({ where: { id: creator.userId } })).fullName).toBe(creator.name);

  const script = { headers: { Accept: "application/json" } };
  expect((await browser.get(paths.unread(), script)).status).toBe(200);
  expect((await browser.get(paths.conversationNow(conversationId), script)).status).toBe(200);
  expect((await browser.post(paths.conversationNow(conversationId), say("Hi"), script)).status).toBe(403);
  expect(await db.message.count({ where: { conversationId } })).toBe(1);
  expect((await as(contributor).get(paths.messages())).status).toBe(200);

  const page = await browser.get(paths.warning({ redirectTo: paths.messages() }));
  expect(page.text).toContain("Please be kind.");
  const appeal = { "Why do you think it's a mistake?": "It wasn't me." };
  const appealing = fillIn(await browser.get(paths.appeal("warning", id)), "Send appeal", appeal);
  expect(await send(browser, appealing)).toMatchObject({
    status: 303,
    location: paths.appeal("warning", id),
  });
  expect((await browser.get(paths.appeal("warning", id))).text).toContain("Appeal sent");
  const twice = await send(browser, forge(appealing, "words", "It really wasn't me."));
  expect([twice.status, twice.text]).toEqual([
    ...[
      409,
      expect.stringMatching(
        /You've already appealed this decision .*This wasn't sent.*It really wasn't me\./s,
      ),
    ],
  ]);
  // Someone else's form is a 404, even if it's empty.
  for (const form of [appealing, forge(appealing, "words", "")])
    expect((await send(as(contributor), unmarked(form))).status).toBe(404);
  // Only the warning that the page showed is marked as read.
  const reading = fillIn(page, "I've read this");
  await send(browser, forge(reading, "warningId", conversationId));
  expect((await browser.get(paths.messages())).status).toBe(302);
  const read = await send(browser, reading);
  expect([read.status, read.location]).toEqual([303, paths.messages()]);
  expect((await browser.get(paths.messages())).status).toBe(200);
  await warn(creator);
  const evil = await press(browser, paths.warning({ redirectTo: "//evil.example" }), "I've read this");
  expect(evil.location).toBe(paths.dashboard());
});

test("a warned person can sign out", async () => {
  const person = await makeCreator();
  await warn(person);
  expect((await press(as(person), paths.warning(), "Sign out")).location).toBe(paths.home());
  expect(await db.session.count({ where: { userId: person.userId } })).toBe(0);
});

test("pages with something that an admin has hidden link their owner to the appeal", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const projectId = await makeProject(creator);
  const admin = await makeAdmin();
  const places = [
    [
      "project",
      projectId,
      [paths.project(projectId)],
      "We hid your project. It's no longer listed and doesn't accept applications. You and people who've already applied can still see it.",
    ],
    [
      "conversation",
      conversationId,
      [paths.conversation(conversationId)],
      "We hid your conversation. Everyone in it can still read it, but no one can write in it.",
    ],
    // The profile comes last, because hiding it hides the other things from the people who report them.
    [
      "profile",
      creator.userId,
      [paths.ownProfile(), paths.profile(creator.userId)],
      "We hid your profile. No one else can find or open it.",
    ],
  ] as const;
  for (const [kind, id, pages, words] of places) {
    const thing = { kind, id, seq: null, by: null };
    const input = { reason: "stolen", details: "", block: false } as const;
    expect(await reportThing(contributor, newClient().address, thing, input)).toEqual({ ok: true });
    const { caseId } = await db.report.findFirstOrThrow({
      where: { reporterId: contributor.userId },
      orderBy: { createdAt: "desc" },
    });
    await decideCase(admin, caseId, { decision: "hide", reason: "honesty", words: "Not yours." });
    for (const path of pages) {
      const page = await as(creator).get(path);
      expect([path, page.text]).toEqual([path, expect.stringContaining("Not yours. Appeal this decision")]);
      expect(page.html).toContain(`href="${paths.appeal("hiding", caseId)}"`);
    }
    expect((await as(creator).get(paths.appeal("hiding", caseId))).text).toContain(`${words} Not yours.`);
  }
});

test("signing in to a suspended account opens its appeal without opening a session", async () => {
  const person = await makeCreator({ timeZone: "Asia/Tokyo" });
  const until = new Date("2030-12-05T18:30:00Z");
  await db.user.update({
    where: { id: person.userId },
    data: { suspendedAt: new Date(), suspendedUntil: until },
  });
  await db.suspension.create({
    data: { userId: person.userId, reason: "spam", words: "No advertising.", until },
  });
  const browser = as(null, { "X-Forwarded-For": newClient().address });
  const wrong = await press(browser, paths.login(), "Sign In", { Email: person.email, Password: "a guess" });
  expect(wrong.html).not.toContain("/appeal/");
  const told = await press(browser, wrong, "Sign In", { Password: personPassword });
  expect([told.status, told.location]).toEqual([303, expect.stringMatching(/^\/appeal\/./)]);
  const path = told.location;
  const appeal = await browser.get(path);
  for (const words of ["Until Dec 6, 2030, 3:30 AM Tokyo time", "Spam or advertising", "No advertising."])
    expect(appeal.text).toContain(words);
  expect(appeal.headers["referrer-policy"]).toBe("strict-origin");
  const say = (words: string) =>
    press(browser, appeal, "Send appeal", { "Why do you think it's a mistake?": words });
  expect((await say("  ")).status).toBe(400);
  expect((await say("I only said hello.")).status).toBe(303);
  expect((await browser.get(path)).text).toContain("Appeal sent");
  const blank = await say("  ");
  expect([blank.status, blank.text.includes("Your appeal wasn't sent")]).toEqual([400, true]);
  const again = await say("And again.");
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining("You've already appealed this decision"),
  ]);
  expect(again.html).toContain(">And again.</textarea>");
  expect(await db.appeal.count({ where: { userId: person.userId } })).toBe(1);
  expect(browser.cookies.has("session")).toBe(false);
  // Once the suspension has ended, an admin whose page is older can only close the appeal, and their text is kept.
  const { id } = await db.appeal.findFirstOrThrow({ where: { userId: person.userId } });
  const [page, desk] = [adminPaths.decideAppeal(id), as(await makeAdmin())];
  const open = await desk.get(page);
  await db.suspension.updateMany({ where: { userId: person.userId }, data: { endedAt: new Date() } });
  const answer = { [`Message to ${person.name}`]: "We looked at it." };
  const late = await press(desk, open, "Deny", answer);
  expect([late.status, late.text.includes("We looked at it.")]).toEqual([409, true]);
  expect(late.text).toContain("Close appeal");
  expect(late.text).not.toContain("Deny");
  expect((await press(desk, late, "Close appeal")).status).toBe(303);
  expect((await desk.get(page)).text).toContain(`${person.name}'s appeal closed`);
  expect(await db.session.count({ where: { userId: person.userId, id: { not: person.sessionId } } })).toBe(0);
});

async function addSample(person: Person): Promise<string> {
  const facts = { title: "A trailer", part: "Edit", alt: null, serviceId: null, madeOn: null };
  const done = await addLink(person, randomUUID(), facts, "https://example.com/");
  if (!done.ok) throw new Error(done.refused);
  return done.sampleId;
}

interface Counted {
  browser: Visitor;
  subject: string;
}

test("each form that's limited says when to try again, and keeps what was typed", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const other = await makeContributor();
  const projectId = await makeProject(creator);
  await apply(contributor, projectId, { note: "Hello", portfolioLink: null, answers: [] });
  const us = { browser: as(creator), subject: creator.userId };
  const session = { ...us, subject: creator.sessionId };
  const them = { browser: as(contributor), subject: contributor.userId };
  const free = await makeCreator();
  const poster = { browser: as(free), subject: free.userId };
  const guest = { browser: as(null), subject: networkOf("127.0.0.1") };
  const [profile, report] = [paths.profile(other.userId), paths.reportThing("profile", other.userId)];
  const decline = paths.applicant(projectId, contributor.userId, { ask: "decline" });
  const group = paths.newGroup([creator.userId, other.userId]);
  const others = paths.newGroup([contributor.userId, other.userId]);
  const { location: started } = await press(us.browser, others, "Send", { Message: "Hello" });
  await press(as(other), started, "Accept");
  const sampleId = await addSample(contributor);
  await saveContributor(creator, contributor.userId);
  const file = new File([Uint8Array.from(await picture(96, 96).png().toBuffer())], "work.png");
  const [kept, email] = ["Kept words", "kept@example.com"];
  const complaint = { "What's wrong?": "Spam or advertising", "Tell us more (optional)": kept };
  const message = { Name: kept, Email: email, Subject: "General", Message: kept };
  const address = { "New email address": email, "Current password": personPassword };
  const work = { "Choose a file": file, Title: kept };
  const forms: [LimitedAct, Counted, string, string, Changes?][] = [
    ["change-address", us, paths.changeAddress(), "Send the link", address],
    ["change-password", session, paths.deleteAccount(), "Delete my account", { Password: personPassword }],
    ["report", us, report, "Send report", complaint],
    ["guest-report", guest, report, "Send report", complaint],
    ["contact", guest, paths.contact(), "Send message", message],
    ["newsletter", guest, paths.newsletter(), "Subscribe", { Email: email }],
    ["draft-address", guest, paths.onboarding(), "Contributor Service Provider"],
    ["upload", us, paths.avatar(), "Save picture", { Picture: file }],
    ["media", them, paths.newSample(), "Add to your work", work],
    ["save", us, profile, "Save to Favorites"],
    ["save", us, paths.favorite(contributor.userId), "Save note", { "Only you can see this": kept }],
    ["swipe", us, profile, "Pass"],
    ["profile-change", us, paths.editProfile(), "Save"],
    ["profile-change", us, started, "Save name", { "Group name": kept }],
    ["post", poster, paths.projectBrief({ step: "budget" }), "Post Project", { Timeline: kept }],
    ["project-change", us, paths.editProject(projectId), "Save Changes", { Title: kept }],
    ["project-status", us, paths.project(projectId), "Extend"],
    ["decision", us, decline, "Decline", { "Note to the applicant": kept }],
    ["media", us, paths.briefFiles(), "Add to brief", { "Add files": file }],
    ["media", them, paths.sample(sampleId), "Save picture", { Picture: file }],
    ["conversation", them, group, "Send", { Message: kept }],
    ["message-change", them, paths.changeMessage(conversationId, 1), "Save", { Message: kept }],
  ];
  const wrong: unknown[] = [];
  for (const [act, { browser, subject }, path, button, changes = {}] of forms) {
    const form = fillIn(await browser.get(path), button, changes);
    await exhaust(act, subject);
    const { status, text, html } = await send(browser, form);
    const says = /[Tt]ry again in (?:an hour|\d+ \w+)\./.test(text);
    const keeps = Object.values(changes).every(
      (typed) => (typed !== kept && typed !== email) || html.includes(typed),
    );
    if (status !== 429 || !says || !keeps) wrong.push([act, status, text]);
  }
  expect(wrong).toEqual([]);
  const undone = await us.browser.post(paths.undoSwipe(), { undo: other.userId });
  expect([undone.status, undone.text]).toEqual([429, expect.stringMatching(/try again in/)]);
});

test("a fourth copy of a person's data in a day has to wait, and so does an eleventh invitation, whose address is kept", async () => {
  const person = await makeCreator();
  const browser = as(person);
  const copy = fillIn(await browser.get(paths.ownData()), "Make a copy");
  const made = { userId: person.userId, state: "ready", fileKey: "exports/made.zip", endedAt: new Date() };
  await db.export.createMany({ data: [made, made, made] });
  const refused = await send(browser, copy);
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining("You can get three copies a day. Please try again in"),
  ]);
  expect(await db.export.count({ where: { userId: person.userId } })).toBe(3);

  const invitations = await browser.get(paths.invitePeople({ tab: "email" }));
  const invite = (email: string) => press(browser, invitations, "Send", { "Their email address": email });
  for (let count = 0; count < invitationLimits.aDay; count += 1)
    expect((await invite(`guest-${count}-${person.userId}@example.com`)).status).toBe(303);
  const last = await invite("kept@example.com");
  expect([last.status, last.html]).toEqual([429, expect.stringContaining('value="kept@example.com"')]);
  expect(last.text).toContain("You've reached the limit of 10 invitations in 24 hours.");
  await db.mailedInvitation.updateMany({
    where: { inviterId: person.userId },
    data: { createdAt: new Date(Date.now() - 2 * 86_400_000) },
  });
  await db.$executeRaw`
    INSERT INTO mailed_invitations (inviter_id, address_hash, masked, code, created_at)
    SELECT ${person.userId}::uuid, uuid_send(gen_random_uuid()), 'x', gen_random_uuid()::text, now() - interval '3 days'
      FROM generate_series(1, ${invitationLimits.inAll - invitationLimits.aDay}::int)`;
  const over = await invite("kept@example.com");
  expect([over.status, over.text]).toEqual([
    429,
    expect.stringContaining("You've reached the limit of 100 invitations."),
  ]);
});

test("a report that's refused keeps what was chosen, including to block the person", async () => {
  const [person, other] = [await makeCreator(), await makeContributor()];
  const browser = as(person);
  const refused = await press(browser, paths.reportThing("profile", other.userId), "Send report", {
    "What's wrong?": "Something else",
    "Also block this person": true,
  });
  expect([refused.status, await db.block.count({ where: { blockerId: person.userId } })]).toEqual([400, 0]);
  const sent = await press(browser, refused, "Send report", {
    "Tell us more": "They asked for my password.",
  });
  expect(sent.status).toBe(303);
  expect(await db.block.count({ where: { blockerId: person.userId } })).toBe(1);
  expect(await db.report.findMany({ where: { reporterId: person.userId } })).toMatchObject([
    { reason: "other", details: "They asked for my password." },
  ]);
  // The blocked person's profile is gone, but a report about someone else can be added to until it's decided.
  const path = paths.reportThing("profile", (await makeContributor()).userId);
  const adding = "If there's more to say, we'll add it to your report.";
  const spam = (details: string) =>
    press(browser, path, "Send report", { "What's wrong?": "Spam or advertising", "Tell us more": details });
  expect((await browser.get(path)).text).not.toContain(adding);
  for (const letter of ["a", "b"]) expect((await spam(letter.repeat(2_000))).status).toBe(303);
  expect((await browser.get(path)).text).toContain(adding);
  const full = await spam("c".repeat(1_500));
  expect([full.status, full.html.includes("c".repeat(1_500))]).toEqual([400, true]);
  expect(full.text).toContain("This doesn't fit next to what you've already sent. Please shorten it.");
});

test("a member who blocks, unblocks, renames or applies too often has to wait, and keeps the form", async () => {
  const [person, other] = [await makeCreator(), await makeContributor()];
  const browser = as(person);
  const block = fillIn(await browser.get(paths.blockPerson(other.userId)), `Block ${other.name}`);
  await exhaust("block", person.userId);
  const refused = await send(browser, block);
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("Please try again in")]);
  expect(await db.block.count({ where: { blockerId: person.userId } })).toBe(0);
  await db.block.create({ data: { blockerId: person.userId, blockedId: other.userId } });
  expect((await press(browser, paths.blocked(), `Unblock ${other.name}`)).status).toBe(429);
  expect(await db.block.count({ where: { blockerId: person.userId } })).toBe(1);

  await exhaust("rename", person.userId);
  const name = fillIn(await browser.get(paths.account()), "Save name", { "Full name": "Kept Name" });
  const kept = await send(browser, name);
  expect([kept.status, kept.html]).toEqual([429, expect.stringContaining('value="Kept Name"')]);

  const projectId = await makeProject(await makeCreator());
  const application = fillIn(await as(other).get(paths.project(projectId)), "Submit Application", {
    "Application Note": "I would love to.",
  });
  await exhaust("application", other.userId);
  expect((await send(as(other), application)).status).toBe(429);
  expect(await db.projectApplication.count({ where: { projectId } })).toBe(0);
});
