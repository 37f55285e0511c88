import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { reviewTakes, whatToChange } from "~/features/profiles/review-words";
import { apply, withdraw } from "~/features/projects/applying.server";
import { cancelProject } from "~/features/projects/closing.server";
import {
  acceptApplication,
  declineApplication,
  sortApplication,
  writePrivateNote,
} from "~/features/projects/deciding.server";
import { invite } from "~/features/projects/inviting.server";
import { editProject } from "~/features/projects/posting.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { addCover } from "../support/covers";
import { hostileTexts } from "../support/hostile-texts";
import { makeContributor, makeCreator, makeCrowd, type Person } from "../support/people";
import { announceNow, bareProject, makeProject } from "../support/projects";
import { as, type Reply } from "../support/request";
import { type Changes, fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const bare = { note: "Hello", portfolioLink: null, answers: [] };
const unknown = "00000000-0000-4000-8000-000000000000";

async function newProject(questions: string[] = []) {
  const creator = await makeCreator({ name: "Cleo Creator" });
  return { creator, projectId: await makeProject(creator, { questions }) };
}

async function submit(person: Person, shown: Reply | string, button: string, changes: Changes = {}) {
  const visitor = as(person);
  const reply = await press(visitor, shown, button, changes);
  expect(reply.status).toBe(303);
  return { location: reply.location, page: await visitor.get(reply.location) };
}

const asked = ["Which reel?", "When?"];
const typed = { "Application Note": "My note", "Which reel?": "This", "When?": "Now" };

describe("applying", () => {
  test("returns to the list, and the project then shows the application instead of the form", async () => {
    const { projectId } = await newProject(asked);
    const person = await makeContributor();
    const path = paths.project(projectId);
    const visitor = as(person);
    const answers = {
      ...typed,
      "Application Note": "I am <b>here</b>",
      "Portfolio Link": "https://example.com/reel",
    };
    const shown = await visitor.get(path);
    expect(shown.text).toMatch(/Project type One-time Open until \w{3} \d/);
    const form = fillIn(shown, "Submit Application", answers);
    const [first, second] = await Promise.all([send(visitor, form), send(visitor, form)]);
    expect([first.location, second.location]).toEqual([paths.projects(), paths.projects()]);
    expect(await db.projectApplication.count({ where: { projectId } })).toBe(1);
    const page = await as(person).get(path);
    expect(page.text).toMatch(
      /Pending Already applied on .*, waiting for .* Everything you sent Which reel\? This When\? Now https:\/\/example\.com\/reel/,
    );
    expect(page.html).toContain("I am &lt;b&gt;here&lt;/b&gt;");
    expect(page.html).not.toContain("Submit Application");
  });

  test.each<[string, [name: string, value: string, ...others: string[]], string]>([
    ["a blank note", ["note", "  "], "Please write a note"],
    ["an empty answer", ["answers", "This", ""], "Please answer this question"],
    ["a missing answer", ["answers", "This"], "Please answer every question."],
    ["an invalid link", ["portfolioLink", "javascript:1"], "https://"],
    ["a note that's too long", ["note", "x".repeat(5_001)], "at most 5000"],
  ])("with %s shows the form again, with what was typed", async (_, wrong, words) => {
    const { projectId } = await newProject(asked);
    const visitor = as(await makeContributor());
    const form = fillIn(await visitor.get(paths.project(projectId)), "Submit Application", typed);
    const reply = await send(visitor, forge(form, ...wrong));
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
    expect(reply.html).toContain(">This</textarea>");
    if (wrong[1].trim()) expect(reply.html).toContain(wrong[0] === "note" ? wrong[1] : "My note");
    expect(await db.projectApplication.count({ where: { projectId } })).toBe(0);
  });

  test("to questions that have changed shows the new ones, and keeps what was typed", async () => {
    const { creator, projectId } = await newProject(asked);
    const person = await makeContributor();
    const path = paths.project(projectId);
    const read = fillIn(await as(person).get(path), "Submit Application", typed);
    await editProject(creator, projectId, { ...bareProject, questions: ["Which hours?"] });
    let again: Reply | undefined;
    for (const form of [read, forge(read, "questionsVersion")]) {
      const refused = await send(as(person), form);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain("The creator changed the questions after you opened this page");
      expect(refused.html).toMatch(/Which hours\?.*>This<\/textarea>/s);
      expect(refused.text).toContain("The creator removed some questions. These answers won't be sent: Now");
      again = refused;
    }
    expect(await db.projectApplication.count({ where: { projectId } })).toBe(0);
    const sent = await press(as(person), again ?? path, "Submit Application", { "Which hours?": "Mornings" });
    expect(sent.location).toBe(paths.projects());
    expect(await db.projectApplication.findMany({ where: { projectId } })).toMatchObject([
      { answers: ["Mornings"] },
    ]);
  });

  test("keeps the text if the project has closed or the session has ended", async () => {
    const { creator, projectId } = await newProject(asked);
    const person = await makeContributor();
    const other = await makeContributor();
    const note = { ...typed, "Application Note": "A long and careful note" };
    const [own, others] = await Promise.all(
      [person, other].map((one) => as(one).get(paths.project(projectId))),
    );
    if (!own || !others) throw new Error("the page wasn't loaded");
    await db.session.deleteMany({ where: { userId: person.userId } });
    const signedOut = await press(as(person), own, "Submit Application", note);
    expect(signedOut.status).toBe(401);
    expect(signedOut.html).toContain("A long and careful note");
    expect(signedOut.html).toContain("<title>You&#x27;re signed out · Matchcut</title>");
    // The form also sends a hidden field with the version of the questions.
    expect(signedOut.text).not.toContain("Questions version");
    await cancelProject(creator, projectId);
    const late = await press(as(other), others, "Submit Application", note);
    expect(late.status).toBe(409);
    expect(late.text).toContain("This project is no longer accepting applications");
    for (const text of Object.values(note)) expect(late.html).toContain(`>${text}</textarea>`);
    expect(await db.projectApplication.count({ where: { projectId } })).toBe(0);
  });

  test("shows a second application that differs from the first, because it isn't stored", async () => {
    const { projectId } = await newProject();
    const visitor = as(await makeContributor());
    const shown = await visitor.get(paths.project(projectId));
    const [first, second] = ["My first note", "My second note"].map((note) => ({ "Application Note": note }));
    expect((await press(visitor, shown, "Submit Application", first)).location).toBe(paths.projects());
    const again = await press(visitor, shown, "Submit Application", second);
    expect([again.status, again.text]).toEqual([
      ...[409, expect.stringContaining("Already applied You can apply only once to each project.")],
    ]);
    expect(again.html).toContain(">My second note</textarea>");
  });

  test("says how quickly the creator decides, once they've made five decisions", async () => {
    const { creator, projectId } = await newProject();
    const [waiting, ...decided] = await makeCrowd(6, { user_type: "contributor", status: "approved" });
    const createdAt = new Date(Date.now() - 100 * 3_600_000);
    const application = { projectId, note: "Hello", createdAt };
    const declined = { ...application, status: "declined" as const };
    const decidedAt = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);
    await db.projectApplication.create({ data: { ...application, contributorId: waiting ?? "" } });
    const decide = (contributorId = "") =>
      db.projectApplication.create({ data: { ...declined, contributorId, decidedAt: decidedAt(1) } });
    for (const id of decided.slice(1)) await decide(id);
    const reader = as(await makeContributor());
    const read = async () => (await reader.get(paths.project(projectId))).text;
    expect(await read()).not.toContain("Applications to Cleo Creator");
    await decide(decided[0]);
    for (const [hours, words] of [
      [0.5, "an hour"],
      [30, "30 hours"],
      [49, "3 days"],
    ] as const) {
      await db.projectApplication.updateMany({
        where: { projectId, status: "declined" },
        data: { decidedAt: decidedAt(hours) },
      });
      expect(await read()).toContain(
        `Applications to Cleo Creator: 5 decided, 1 waiting. Half of their recent decisions came within ${words}.`,
      );
    }
    await cancelProject(creator, projectId);
    expect(await read()).toContain("5 decided, 0 waiting, 1 undecided when the project closed.");
  });

  test("needs approval, and creators see no form", async () => {
    const { projectId } = await newProject();
    const pending = await as(await makeContributor({ status: "pending" })).get(paths.project(projectId));
    expect(pending.text).toContain("You can apply once your profile is approved");
    expect(pending.text).toContain(reviewTakes);
    const rejected = as(await makeContributor({ status: "rejected" }));
    for (const path of [paths.project(projectId), paths.projects(), paths.discover()]) {
      const { text } = await rejected.get(path);
      expect(text).toContain(whatToChange);
      expect(text).not.toContain(reviewTakes);
    }
    const other = await as(await makeCreator()).get(paths.project(projectId));
    expect(other.html).not.toContain("Application Note");
    expect(other.status).toBe(200);
  });
});

describe("a project that a person may not see", () => {
  test("looks like one that doesn't exist", async () => {
    const { creator, projectId } = await newProject();
    const blocked = await makeContributor();
    const note = { "Application Note": "Hello" };
    const form = fillIn(await as(blocked).get(paths.project(projectId)), "Submit Application", note);
    await blockPerson(creator, blocked.userId);
    const read = async (id: string) => {
      const { status, html } = await as(blocked).get(paths.project(id));
      // The reference and the time differ on each page, so they're removed.
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      return { status, main: main.replace(/[\da-f]{8}-[\da-f]{4}/, "REFERENCE") };
    };
    const hidden = await read(projectId);
    expect(hidden.status).toBe(404);
    expect(hidden.main).toContain("Project not found.");
    const absent = await read(unknown);
    expect([absent.status, absent.main]).toEqual([hidden.status, hidden.main]);
    for (const intent of ["apply", "withdraw", "decline-invitation"]) {
      const reply = await send(as(blocked), forge(form, "intent", intent));
      expect(reply.status, intent).toBe(404);
    }
  });

  test("asks guests to sign in", async () => {
    const { projectId } = await newProject();
    const page = await as(null).get(paths.project(projectId));
    expect(page.text).toContain("Please log in to view project details.");
    expect(page.html).toContain(`/login?redirectTo=${encodeURIComponent(paths.project(projectId))}`);
  });
});

/** The names of the stylesheets that a page links. */
const sheetsOf = ({ html }: { html: string }) =>
  [...html.matchAll(/rel="stylesheet" href="\/assets\/([\w-]+)-\w+\.css"/g)].map(([, name]) => name);

describe("a project's owner", () => {
  test("sees who offers what the project needs until someone applies", async () => {
    const [none, some] = await db.service.findMany({ take: 2, orderBy: { id: "desc" } });
    const creator = await makeCreator();
    const projectId = await makeProject(creator, { serviceIds: [none?.id ?? 0, some?.id ?? 0] });
    const load = () => as(creator).get(paths.project(projectId));
    const read = async () => (await load()).text;
    expect(await read()).not.toContain("They offer what you need");
    const { userId } = await makeContributor({ name: "Offa Offering", services: [some?.name ?? ""] });
    await addCover(userId);
    expect(await read()).toMatch(/They offer what you need.*Offa Offering/s);
    expect(sheetsOf(await load())).toEqual(["project-page"]);
    await apply(await makeContributor(), projectId, bare);
    expect(await read()).not.toContain("Offa Offering");
    expect(sheetsOf(await load())).toEqual(["desk-page"]);
  });

  test("isn't told that contributors see a project that accepts no applications", async () => {
    const { creator, projectId } = await newProject();
    const read = async () => (await as(creator).get(paths.project(projectId))).text;
    const offers = /see the project in their list.* Find people to invite/;
    expect(await read()).toMatch(offers);
    const at = (expiresAt: Date, hiddenAt: Date | null) =>
      db.projectBrief.update({ where: { id: projectId }, data: { expiresAt, hiddenAt } });
    const closings = [
      () => at(new Date(0), null),
      () => at(new Date(Date.now() + 3_600_000), new Date()),
      () => cancelProject(creator, projectId),
    ];
    for (const close of closings) {
      await close();
      expect(await read()).toContain(
        "No applications yet The project isn't accepting applications right now",
      );
      expect(await read()).not.toMatch(/see the project in their list|Find people to invite/);
    }
  });

  test("reads the applications by folder, sorts them, and returns to the same list", async () => {
    const { creator, projectId } = await newProject();
    const person = await makeContributor({
      name: "Ari Applicant",
      location: "Reno, NV",
      services: ["Copywriter"],
      priceRange: "$50 an hour",
      availability: "limited",
    });
    expect((await as(creator).get(paths.project(projectId))).text).toContain("No applications yet");
    await apply(person, projectId, bare);
    const list = paths.project(projectId, { folder: "waiting", sort: "date" });
    const page = await as(creator).get(list);
    expect(page.text).toContain("Applications (1)");
    expect(page.text).toMatch(/All 1 New 1 .*Sort by match AA Ari Applicant New Applied/);
    expect(page.text).toMatch(/Ari Applicant Copywriter · Reno, NV .*Pending · waiting on you for/);
    expect(page.text).toMatch(/Price \$50.* Availability Limited availability/);
    expect(page.text).toContain("View Profile");
    expect(page.text).not.toContain("Compare up to");
    const applicant = paths.applicant(projectId, person.userId, { folder: "waiting", sort: "date" });
    const { location, page: after } = await submit(creator, page, "Shortlist Ari Applicant");
    expect(location).toBe(`${applicant}#applicant`);
    expect(after.text).toContain("No applications here.");
    expect(after.text).not.toContain("Shortlist Ari Applicant");
    const shortlisted = await as(creator).get(paths.project(projectId));
    expect(shortlisted.text).toMatch(/Sort by date AA Ari Applicant Applied .* Pending Shortlisted/);
    expect(after.html).toContain(`${list.replaceAll("&", "&amp;")}#a-${person.userId}`);
    const restore = fillIn(after, "Move back to New Ari Applicant");
    const forged = forge(restore, "back", "https://evil.example/");
    expect((await send(as(creator), forged)).location).toBe(location);
  });

  test("decides, and a late decision is refused with the reason", async () => {
    const { creator, projectId } = await newProject();
    const person = await makeContributor({ name: "Ari" });
    await apply(person, projectId, bare);
    const applicant = paths.applicant(projectId, person.userId);
    const page = await as(creator).get(applicant);
    const asked = await as(creator).get(paths.applicant(projectId, person.userId, { ask: "accept" }));
    expect(asked.text).toContain("You can't undo this.");
    const declining = await as(creator).get(paths.applicant(projectId, person.userId, { ask: "decline" }));
    const accepted = await submit(creator, asked, "Accept");
    expect(accepted.page.text).toContain("Ari accepted");
    const late = await press(as(creator), declining, "Decline", { "Note to the applicant": "A kind no" });
    expect([late.status, late.text]).toEqual([
      ...[409, expect.stringContaining("This application was already decided or withdrawn.")],
    ]);
    expect(late.html).toContain(">A kind no</textarea>");
    const noted = await submit(creator, page, "Save note", { "Only you can see this": "Kind" });
    expect(noted.page.text).toContain("Note saved");
    expect(noted.page.html).toMatch(/<details open="">\s*<summary>Private note<.*>Kind<\/textarea>/s);
    expect((await as(person).get(paths.project(projectId))).html).not.toContain("Kind");
    const note = fillIn(page, "Save note", { "Only you can see this": "Kind" });
    const tooLong = await send(as(creator), forge(note, "privateNote", "x".repeat(2_001)));
    expect(tooLong.status).toBe(400);
    expect(tooLong.html).toContain("x".repeat(2_001));
    const project = await as(creator).get(paths.project(projectId, { ask: "cancel" }));
    const completed = await submit(creator, project, "Mark as completed");
    expect(completed.page.text).toContain("Project completed");
    const wrong = await submit(creator, project, "Cancel project");
    expect(wrong.page.text).toContain("The project's status has changed.");
    const over = await submit(creator, asked, "Accept");
    expect(over.page.text).toContain("The project's status has changed, so this isn't possible anymore.");
  });

  test("learns why someone can't be accepted or let go", async () => {
    const { creator, projectId } = await newProject();
    const [person, other] = [await makeContributor(), await makeContributor()];
    for (const one of [person, other]) await apply(one, projectId, bare);
    const accepting = paths.applicant(projectId, person.userId, { ask: "accept" });
    const releasing = paths.applicant(projectId, person.userId, { ask: "release" });
    const owner = as(creator);
    const form = fillIn(await owner.get(accepting), "Accept");
    const hide = (profileHiddenAt: Date | null) =>
      db.user.update({ where: { id: creator.userId }, data: { profileHiddenAt } });
    await hide(new Date());
    const hidden = await owner.get((await send(owner, form)).location);
    expect(hidden.text).toContain("Your profile is hidden, so you can't accept applications right now.");
    await hide(null);
    await send(owner, form);
    const release = fillIn(await owner.get(releasing), "Let them go", { Reason: "Done" });
    const path = paths.applicant(projectId, other.userId);
    const pending = await send(owner, { ...release, path });
    expect([pending.status, pending.text]).toEqual([
      ...[409, expect.stringContaining("This person isn't part of the project anymore.")],
    ]);
  });

  test("learns that an applicant isn't available anymore, and keeps what they wrote", async () => {
    const { creator, projectId } = await newProject();
    const words = "This application isn't available. The contributor may have withdrawn it or left.";
    const owner = as(creator);
    for (const leave of [
      (person: Person) => withdraw(person, projectId),
      (person: Person) => db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } }),
    ]) {
      const person = await makeContributor();
      await apply(person, projectId, bare);
      const [accepting, declining] = await Promise.all(
        (["accept", "decline"] as const).map((ask) =>
          owner.get(paths.applicant(projectId, person.userId, { ask })),
        ),
      );
      if (!accepting || !declining) throw new Error("the page wasn't loaded");
      await leave(person);
      const accepted = await press(owner, accepting, "Accept");
      expect(accepted.location).toBe(paths.project(projectId));
      expect((await owner.get(accepted.location)).text).toContain(words);
      const opened = await owner.get(paths.applicant(projectId, person.userId, { folder: "waiting" }));
      expect([opened.status, opened.location]).toEqual([
        303,
        paths.project(projectId, { folder: "waiting" }),
      ]);
      expect((await owner.get(opened.location)).text).toContain("This application isn't available");
      for (const [button, field] of [
        ["Decline", "Note to the applicant"],
        ["Save note", "Only you can see this"],
      ] as const) {
        const late = await press(owner, declining, button, { [field]: "A kind no" });
        expect([late.status, late.text]).toEqual([410, expect.stringContaining(words)]);
        expect(late.html).toContain(">A kind no</textarea>");
        expect(late.text).not.toContain("Open the page again");
      }
    }
  });

  test("keeps the text of changes that are sent after the project has closed or is gone", async () => {
    const { creator, projectId } = await newProject();
    const shown = await as(creator).get(paths.editProject(projectId));
    const changes = { Title: "A better title", Description: "A long and careful brief" };
    await cancelProject(creator, projectId);
    const late = await press(as(creator), shown, "Save Changes", changes);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("This project is closed")]);
    const invalid = await press(as(creator), shown, "Save Changes", { ...changes, Title: " " });
    expect(invalid.status).toBe(400);
    expect(invalid.html).toContain("A long and careful brief</textarea>");
    const stranger = await makeCreator();
    const form = fillIn(shown, "Save Changes", changes);
    const gone = await send(as(stranger), forge(form, "_account", ""));
    expect(gone.status).toBe(404);
    for (const reply of [late, gone]) {
      for (const text of Object.values(changes)) expect(reply.html).toContain(`>${text}</textarea>`);
    }
  });

  test("doesn't replace changes that were saved from another page without saying so", async () => {
    const { creator, projectId } = await newProject();
    const owner = as(creator);
    const [phone, desktop] = await Promise.all([1, 2].map(() => owner.get(paths.editProject(projectId))));
    if (!phone || !desktop) throw new Error("the page wasn't loaded");
    const stored = () => db.projectBrief.findUnique({ where: { id: projectId } });
    const first = fillIn(desktop, "Save Changes", { Description: "Written on the desktop" });
    for (let time = 0; time < 2; time += 1)
      expect((await send(owner, first)).location).toBe(paths.project(projectId));
    const invalid = await press(owner, phone, "Save Changes", { Title: " " });
    expect(invalid.status).toBe(400);
    const late = await press(owner, invalid, "Save Changes", { Title: "Named on the phone" });
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("Nothing from this page has been saved."),
    ]);
    expect(late.html).toContain('value="Named on the phone"');
    expect(await stored()).toMatchObject({ description: "Written on the desktop" });
    expect((await press(owner, late, "Save Changes")).location).toBe(paths.project(projectId));
    expect(await stored()).toMatchObject({ title: "Named on the phone" });
  });

  test("is warned of the plan's limit before reopening and extending, and sees a dialog if it's reached in the meantime", async () => {
    const { creator, projectId } = await newProject();
    const read = () => as(creator).get(paths.project(projectId));
    const page = async () => (await read()).html;
    await cancelProject(creator, projectId);
    const reopenable = await read();
    expect(reopenable.html).toMatch(
      />Reopen<.*This is the last active post your plan allows\. Complete or cancel a project/s,
    );
    const asked = paths.project(projectId, { limit: "post" });
    expect((await as(creator).get(asked)).html).not.toContain("<dialog");
    const set = (data: Parameters<typeof db.projectBrief.update>[0]["data"]) =>
      db.projectBrief.update({ where: { id: projectId }, data });
    const expired = { status: "open" as const, expiresAt: new Date(0) };
    await set(expired);
    const extendable = await read();
    await set({ status: "cancelled" });
    const other = await makeProject(creator);
    const earlier: Record<string, Reply> = { Reopen: reopenable, Extend: extendable };
    for (const [button, shown] of Object.entries(earlier)) {
      const notice = await page();
      expect(notice).toMatch(
        /Project Limit Reached.*You&#x27;re using 1 of 1 active posts\. Complete or cancel a project/s,
      );
      expect(notice).not.toMatch(/>(Reopen|Extend)</);
      expect(notice).not.toContain("Extending restarts");
      const late = await submit(creator, shown, button);
      expect(late.location).toBe(asked);
      expect(late.page.text).toContain("You've reached your project post limit.");
      const [dialog = ""] = /<dialog.*<\/dialog>/s.exec(late.page.html) ?? [];
      for (const words of [
        "Limit Reached",
        "You&#x27;re using 1 of 1 active posts.",
        "Continue with Limitations",
      ])
        expect(dialog).toContain(words);
      expect(dialog).toContain(`href="${paths.pricing()}?from=`);
      await set(expired);
    }
    await cancelProject(creator, other);
    expect(await page()).toMatch(/>Extend<.*This is the last active post your plan allows\./s);
  });

  test("declines only the applications that the page showed, and tells the owner about later ones", async () => {
    const { creator, projectId } = await newProject();
    const waiting = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
    for (const person of waiting) await apply(person, projectId, bare);
    const [shortlisted, archived, ...kept] = waiting.slice(2) as [Person, Person, ...Person[]];
    await sortApplication(creator, projectId, shortlisted.userId, "shortlisted");
    await sortApplication(creator, projectId, archived.userId, "archived");
    const ids = kept.map(({ userId }) => userId);
    await db.user.updateMany({ where: { id: { in: ids } }, data: { suspendedAt: new Date() } });
    const page = await as(creator).get(paths.project(projectId));
    expect(page.text).toContain("Decline the rest (4)");
    expect(page.text.match(/Application unavailable Pending Applied/g)).toHaveLength(2);
    expect(page.text).toContain("All 5 New 4 Shortlisted 1 Archived 1");
    const asked = await as(creator).get(paths.project(projectId, { ask: "decline-rest" }));
    expect(asked.text).toContain("2 stay pending because they aren't available right now.");
    const rest = fillIn(asked, "Decline the rest", { "Note to everyone you decline": "Thank you" });
    await apply(await makeContributor(), projectId, bare);
    for (const wrong of ["", "yesterday", "0000-01-01T00:00:00Z"]) {
      const reply = await send(as(creator), forge(rest, "upTo", wrong));
      expect(reply.status, wrong).toBe(400);
    }
    const visitor = as(creator);
    const after = await visitor.get((await send(visitor, rest)).location);
    expect(after.text).toContain(
      "4 applications declined 2 stay pending because they aren't available right now. 1 more came in after you opened the page. It's still pending.",
    );
    const waits = { projectId, status: "pending" as const, stage: { not: "declining" as const } };
    expect(await db.projectApplication.count({ where: waits })).toBe(3);
    const gone = await makeContributor();
    await apply(gone, projectId, bare);
    const askedAgain = await visitor.get(paths.project(projectId, { ask: "decline-rest" }));
    const last = fillIn(askedAgain, "Decline the rest");
    await withdraw(gone, projectId);
    expect((await visitor.get((await send(visitor, last)).location)).text).toContain(
      "1 application declined 2 stay pending",
    );
    expect((await send(visitor, rest)).status, "the same form again").toBe(303);
    const late = await send(visitor, forge(rest, "note", "A kind no"));
    expect([late.status, late.text]).toEqual([
      ...[
        409,
        expect.stringMatching(/No applications declined 2 stay pending .* what you wrote: Note A kind no/),
      ],
    ]);
    await cancelProject(creator, projectId);
    const closed = await send(visitor, rest);
    expect([closed.status, closed.text]).toEqual([
      ...[409, expect.stringMatching(/The project's status has changed\. .* wrote: Note Thank you/)],
    ]);
    expect((await send(visitor, last)).status).toBe(303);
    expect(await db.projectApplication.count({ where: waits })).toBe(2);
  });

  test("continues with the next undecided person, and can undo the decline, which the contributor doesn't see yet", async () => {
    const { creator, projectId } = await newProject();
    const people = await Promise.all(["Ann", "Bea", "Cyd"].map((name) => makeContributor({ name })));
    for (const person of people) await apply(person, projectId, bare);
    const [first, second, third] = people as [Person, Person, Person];
    const place = { sort: "date" as const };
    const decide = async ({ userId, name }: Person, act: "Decline" | "Accept") => {
      const ask = act === "Accept" ? ("accept" as const) : undefined;
      const page = await as(creator).get(paths.applicant(projectId, userId, { ...place, ask }));
      return submit(creator, page, act === "Accept" ? act : `${act} ${name}`);
    };
    const declined = await decide(third, "Decline");
    expect(declined.location).toBe(
      `${paths.applicant(projectId, second.userId, { ...place, declined: third.userId })}#applicant`,
    );
    expect(declined.page.text).toContain("Cyd declined. We'll let them know at");
    const theirs = async () => (await as(third).get(paths.project(projectId))).text;
    expect(await theirs()).toContain("Pending Already applied");
    expect((await as(third).get(paths.projects({ view: "applications" }))).text).not.toContain("Declined");
    expect(declined.page.text).toContain("2 of 3 Previous applicant: Cyd Next applicant: Ann");
    const undone = await submit(creator, declined.page, "Undo declining Cyd");
    expect(undone.page.text).toContain("The application is pending again");
    for (const [button, words] of [
      ["Shortlist Cyd", "Added to the shortlist"],
      ["Move back to New Cyd", "Moved back to New"],
      ["Archive Cyd", "Cyd archived"],
    ] as const) {
      const page = await as(creator).get(paths.applicant(projectId, third.userId, place));
      expect((await submit(creator, page, button)).page.text).toContain(words);
    }
    await decide(third, "Decline");
    expect((await decide(second, "Accept")).location).toContain(first.userId);
    const last = await decide(first, "Decline");
    expect(last.page.text).toContain("That was the last one.");
    expect(last.page.text).toContain("Undo decline of Ann");
    expect(last.page.text).toContain("· we'll let them know at");
    await announceNow(projectId);
    expect(await theirs()).toContain("Declined Already applied");
  });

  test("lets an accepted contributor go with a reason, which both read, and can't do so twice", async () => {
    const { creator, projectId } = await newProject();
    const person = await makeContributor({ name: "Bea" });
    await apply(person, projectId, bare);
    await acceptApplication(creator, projectId, person.userId);
    const page = await as(creator).get(paths.applicant(projectId, person.userId));
    expect(page.text).toContain("Let them go");
    const asking = paths.applicant(projectId, person.userId, { ask: "release" });
    const asked = await as(creator).get(asking);
    expect(asked.text).toMatch(/Let Bea go\? .*You can't undo this, but you can still message each other\./);
    const silent = await press(as(creator), asked, "Let them go", { Reason: " " });
    expect([silent.status, silent.text]).toEqual([400, expect.stringContaining("Please write a reason")]);
    const released = await submit(creator, silent, "Let them go", { Reason: "The <series> is off" });
    expect(released.page.text).toContain(
      "They aren't part of the project anymore We've let the contributor know.",
    );
    expect(released.page.text).toMatch(/Released .*You wrote: The <series> is off/);
    expect(released.page.text).not.toContain("Let them go");
    expect((await as(creator).get(asking)).text).not.toContain("Let Bea go?");
    const theirs = await as(person).get(paths.project(projectId));
    expect(theirs.text).toMatch(/Released Already applied .*The <series> is off .*You were let go\./);
  });

  test("compares up to three applicants, with their answers", async () => {
    const { creator, projectId } = await newProject(["Which reel?"]);
    const people = await Promise.all(
      ["One", "Two", "Three", "Four"].map((name) => makeContributor({ name })),
    );
    for (const [index, person] of people.entries()) {
      await apply(person, projectId, { ...bare, answers: [`Answer ${index}`] });
    }
    const query = people.map(({ userId }) => `with=${userId}`).join("&");
    const path = `${paths.compareApplicants(projectId)}?${query}`;
    const page = await as(creator).get(path);
    for (const words of ["Answer 0", "Answer 1", "Answer 2", "These are the first three"]) {
      expect(page.text).toContain(words);
    }
    expect(page.text).not.toContain("Answer 3");
    const three = await as(creator).get(path.slice(0, path.lastIndexOf("&")));
    expect(three.text).toContain("Answer 2");
    expect(three.text).not.toContain("These are the first three");
    // The link back to the list keeps the selected applicants.
    const back = /class="page-back"><a[^>]* href="([^"]*)"/.exec(page.html)?.[1] ?? "";
    const list = await as(creator).get(back.replaceAll("&amp;", "&"));
    const selected = [...list.html.matchAll(/<input[^>]* name="with"[^>]*>/g)].filter(([box]) =>
      box.includes("checked"),
    );
    expect(selected.map(([box]) => /value="([^"]*)"/.exec(box)?.[1]).sort()).toEqual(
      people.map(({ userId }) => userId).sort(),
    );
    const crowd = Array.from({ length: 13 }, () => randomUUID());
    const crowded = await as(creator).get(paths.project(projectId, { ticked: crowd.join(",") }));
    const kept = [...crowded.html.matchAll(/type="hidden" name="with" value="([^"]*)"/g)].map(([, id]) => id);
    expect(kept).toEqual(crowd.slice(0, 12));
    // Decisions lead back to the comparison, which keeps as many selected applicants as the list.
    const [one, two] = people as [Person, Person];
    const full = `${path}${Array.from({ length: 8 }, () => `&with=${randomUUID()}`).join("")}`;
    const asking = await as(creator).get(`${full}&accept=${two.userId}`);
    expect(asking.text).toContain("Accept Two?");
    expect(asking.html).toContain(`href="${full.replaceAll("&", "&amp;")}"`);
    const accepted = await submit(creator, asking, "Accept");
    expect(accepted.location).toBe(`${full}#c-${two.userId}`);
    expect(accepted.page.text).toContain("Two accepted You've matched");
    expect(accepted.page.html).toContain(`/applicants/${two.userId}?ticked=${one.userId}`);
    expect((await as(creator).get(`${full}&accept=${two.userId}`)).text).not.toContain("Accept Two?");
    // A decline can be undone until we've told the contributor.
    const declined = await submit(creator, accepted.page, "Decline One");
    expect(declined.location).toBe(`${full}#c-${one.userId}`);
    expect(declined.page.text).toContain("One declined");
    expect(declined.page.text).toContain("Undo decline of One");
    await announceNow(projectId);
    expect((await as(creator).get(path)).text).not.toContain("Undo decline");
    const nobody = await as(creator).get(`${paths.compareApplicants(projectId)}?with=${unknown}&with='`);
    expect(nobody.text).toContain("No one selected");
  });
});

test("an application can be withdrawn until the creator decides", async () => {
  const { creator, projectId } = await newProject();
  const [early, late] = [await makeContributor({ name: "Ari" }), await makeContributor({ name: "Lou" })];
  for (const person of [early, late]) await apply(person, projectId, bare);
  const page = paths.project(projectId);
  const shown = await as(late).get(page);
  await acceptApplication(creator, projectId, late.userId);
  const withdrawn = (await submit(early, page, "Withdraw application")).page.text;
  expect(withdrawn).toMatch(/Application withdrawn .*You withdrew it, so you can't apply again\./);
  expect((await submit(late, shown, "Withdraw application")).page.text).toContain(
    "The creator has already decided, so you can't withdraw anymore.",
  );
  const stored = await db.projectApplication.findMany({
    where: { projectId },
    select: { status: true, contributorId: true },
  });
  expect(Object.fromEntries(stored.map(({ contributorId, status }) => [contributorId, status]))).toEqual({
    [early.userId]: "withdrawn",
    [late.userId]: "accepted",
  });
});

describe("an invitation", () => {
  test("is sent once and can be declined on the project's page", async () => {
    const { creator, projectId } = await newProject();
    const person = await makeContributor({ name: "Ari" });
    const shown = await as(creator).get(paths.invite(person.userId));
    const invitation = { Project: "Edit six episodes", "Why you're inviting them": "Your <reel>" };
    const { location } = await submit(creator, shown, "Send invitation", invitation);
    expect(location).toBe(paths.project(projectId));
    const more = { "Why you're inviting them": "Once more" };
    const again = await press(as(creator), shown, "Send invitation", more);
    expect(again.status).toBe(400);
    expect(again.text).toContain("You've already invited them to this project.");
    expect(again.html).toContain("Once more");
    const page = await as(person).get(paths.project(projectId));
    expect(page.html).toContain("Your &lt;reel&gt;");
    const list = await as(person).get(paths.projects());
    expect(list.text).toContain("Cleo Creator invited you to apply for Edit six episodes");
    await submit(person, page, "Decline invitation");
    expect((await as(person).get(paths.project(projectId))).text).not.toContain("invites you");
    const invited = paths.project(projectId, { tab: "invited" });
    expect((await as(creator).get(invited)).text).toContain("declined");
  });

  test("is refused with the reason, and the page keeps the note", async () => {
    const { creator, projectId } = await newProject();
    const [person, ...crowd] = await makeCrowd(21, { user_type: "contributor", status: "approved" });
    const shown = await as(creator).get(paths.invite(person ?? ""));
    const refusals: [words: string, begin: () => unknown, end?: () => unknown][] = [
      [
        "Your profile is hidden, so you can't send invitations right now.",
        () => hide(true),
        () => hide(false),
      ],
      [
        "You can invite up to 20 people in 24 hours. Please try again tomorrow.",
        () =>
          db.projectInvitation.createMany({
            data: crowd.map((contributorId) => ({ projectId, contributorId })),
          }),
      ],
      ["This project is no longer accepting applications.", () => cancelProject(creator, projectId)],
      [
        "They've already applied for this project.",
        () => db.projectApplication.create({ data: { projectId, contributorId: person ?? "", note: "" } }),
      ],
    ];
    const hide = (isHidden: boolean) =>
      db.user.update({
        where: { id: creator.userId },
        data: { profileHiddenAt: isHidden ? new Date() : null },
      });
    for (const [words, begin, end] of refusals) {
      await begin();
      const reply = await press(as(creator), shown, "Send invitation", {
        "Why you're inviting": "Your reel",
      });
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(words)]);
      expect(reply.html).toContain(">Your reel</textarea>");
      await end?.();
    }
  });

  test("needs an open project", async () => {
    const page = await as(await makeCreator()).get(paths.invite((await makeContributor()).userId));
    expect(page.text).toContain("You don't have an open project");
  });
});

test("an accepted application starts a conversation", async () => {
  const { creator, projectId } = await newProject();
  const person = await makeContributor({ name: "Ari" });
  await apply(person, projectId, bare);
  await acceptApplication(creator, projectId, person.userId);
  for (const [one, other] of [
    [creator, person],
    [person, creator],
  ] as const) {
    const page = await as(one).get(paths.newMessage({ to: other.userId }));
    expect([200, 302]).toContain(page.status);
    const { html, text } = await as(one).get(paths.matches());
    expect(text).toContain(one === creator ? "Ari" : "Cleo Creator");
    const match = await as(one).get(/\/matches\/[0-9a-f-]{36}/.exec(html)?.[0] ?? "");
    expect(match.text).toContain(
      one === creator ? "You accepted Ari's application." : "Cleo Creator accepted your application.",
    );
    expect(match.text).not.toContain("like each other");
  }
});

test("a contributor's own profile lists what they've applied to", async () => {
  const { projectId } = await newProject();
  const person = await makeContributor();
  expect((await as(person).get(paths.ownProfile())).text).toContain("Projects you apply for show up here.");
  await apply(person, projectId, bare);
  const page = await as(person).get(paths.ownProfile());
  expect(page.text).toMatch(/Edit six episodes .*Pending/);
  expect(page.html).toContain(paths.project(projectId));
});

test("a contributor who filters their list of applications stays in that list", async () => {
  const here = await as(await makeContributor()).get(paths.projects({ view: "applications" }));
  const form = here.html.slice(here.html.indexOf('role="search"')).split("</form>")[0];
  expect(form).toContain('<input type="hidden" name="view" value="applications"/>');
});

test("a contributor reads why a project matches them; no one else reads that reason", async () => {
  const [writer, other] = [
    await makeContributor({ services: ["Copywriter"] }),
    await makeContributor({ services: ["Video Editor"] }),
  ];
  const service = await db.service.findFirstOrThrow({ where: { name: "Copywriter" } });
  const creator = await makeCreator();
  const path = paths.project(await makeProject(creator, { serviceIds: [service.id] }));
  const read = async (person: Person) => (await as(person).get(path)).text;
  expect(await read(writer)).toMatch(/Why \d\d% 1 of 1 service /);
  expect(await read(other)).not.toContain("1 of 1 service");
  expect(await read(creator)).not.toMatch(/Why \d+%/);
});

test("a contributor's services are links next to the filters until one is chosen", async () => {
  const visitor = as(await makeContributor({ services: ["Copywriter", "Video Editor"] }));
  const linksOf = ({ html }: Reply) =>
    [...html.matchAll(/<nav class="taps"[^>]*>(.*?)<\/nav>/gs)].flatMap(([, nav = ""]) =>
      [...nav.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to = "", words = ""]) => [
        words.trim(),
        to,
      ]),
    );
  const [[, copy = ""] = [], [, video = ""] = [], ...more] = linksOf(
    await visitor.get(paths.projects({ q: "reel" })),
  ).filter(([words]) => words === "Copywriter" || words === "Video Editor");
  expect(more).toEqual([]);
  expect([copy, video]).toEqual([
    expect.stringMatching(/q=reel&amp;service=\d+$/),
    expect.stringMatching(/q=reel&amp;service=\d+$/),
  ]);
  const chosen = linksOf(await visitor.get(copy.replaceAll("&amp;", "&")));
  expect(chosen).toContainEqual(["Copywriter", paths.projects({ q: "reel" })]);
  expect(chosen.map(([words]) => words)).not.toContain("Video Editor");
  const alone = as(await makeContributor({ services: ["Copywriter"] }));
  expect(linksOf(await alone.get(paths.projects()))).toEqual([]);
});

/**
 * Opens every page that shows what either side of a project has written, after storing the text in all of it. Returns
 * the pages by name.
 */
async function pagesWith(text: string): Promise<Record<string, string>> {
  const cut = (most: number) => [...text].slice(0, most).join("").slice(0, most).trim();
  const creator = await makeCreator();
  const applicant = await makeContributor();
  const declined = await makeContributor();
  const invited = await makeContributor();
  const projectId = await makeProject(creator, {
    title: cut(200),
    description: cut(10_000),
    deliverables: cut(5_000),
    budgetDetails: cut(2_000),
    timeline: cut(1_000),
    questions: [cut(500)],
  });
  const application = { note: cut(5_000), portfolioLink: null, answers: [cut(2_000)] };
  for (const person of [applicant, declined]) await apply(person, projectId, application);
  await writePrivateNote(creator, projectId, applicant.userId, cut(2_000));
  await declineApplication(creator, projectId, declined.userId, cut(2_000));
  await invite(creator, projectId, invited.userId, cut(1_000));
  const project = paths.project(projectId);
  const asked: [string, Person, string][] = [
    ["owner", creator, project],
    ["list of their projects", creator, paths.projects()],
    ["edit", creator, paths.editProject(projectId)],
    ["one applicant", creator, paths.applicant(projectId, applicant.userId)],
    [
      "compare",
      creator,
      `${paths.compareApplicants(projectId)}?with=${applicant.userId}&with=${declined.userId}`,
    ],
    ["applicant", applicant, project],
    ["declined", declined, project],
    ["applications", declined, paths.projects({ view: "applications" })],
    ["invited", invited, project],
    ["notifications", declined, paths.notifications()],
  ];
  const pages: Record<string, string> = {};
  for (const [name, person, path] of asked) pages[name] = (await as(person).get(path)).html;
  return pages;
}

const tagsIn = (html: string) => (html.match(/<[a-z!/]/gi) ?? []).length;

test("no text that a person writes adds a tag to a page", async () => {
  const plain = await pagesWith("plain");
  for (const [what, text] of hostileTexts) {
    const pages = await pagesWith(text);
    for (const [name, html] of Object.entries(pages)) {
      expect([what, name, tagsIn(html)]).toEqual([what, name, tagsIn(plain[name] ?? "")]);
      expect(html, name).toContain("</html>");
    }
  }
});
