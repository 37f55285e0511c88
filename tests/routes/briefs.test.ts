import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrief } from "~/features/projects/attaching.server";
import { blankBrief } from "~/features/projects/brief";
import { findOwnBrief } from "~/features/projects/posting.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, makeMember, type Person } from "../support/people";
import { makeFullProject, makeProject } from "../support/projects";
import { as, type Visitor } from "../support/request";
import { picture } from "../support/sample-files";
import { type Changes, fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const details = { Title: "Edit six episodes", Description: "About <rivers>" };
const timeline = { Timeline: "Six weeks" };
const step = (name: "details" | "requirements" | "budget") => paths.projectBrief({ step: name });
const previewPath = paths.projectBrief({ step: "preview" });
const projectOf = ({ userId }: Person) => db.projectBrief.findFirst({ where: { creatorId: userId } });
const still = async () => new File([Uint8Array.from(await picture(40, 40).png().toBuffer())], "still.png");
const draft = (visitor: Visitor, changes: Changes = details) =>
  press(visitor, step("details"), "Next", changes);

describe("who can write a brief", () => {
  test("a guest is asked to sign in, and returns", async () => {
    const page = await as(null).get(paths.projectBrief());
    expect(page.text).toContain("Please log in to create a project brief.");
    expect(page.text).toContain("Log In / Sign Up");
    expect(page.html).toContain(`href="${paths.login({ redirectTo: paths.projectBrief() })}"`);
  });

  test("contributors are told that briefs are for creators, and newcomers start with a profile", async () => {
    const refused = await as(await makeContributor()).get(paths.projectBrief());
    expect([refused.status, refused.text.includes("This page is for creators.")]).toEqual([403, true]);
    const newcomer = await as(await makeMember()).get(paths.projectBrief());
    expect(newcomer.text).toContain("Build your profile first");
    expect(newcomer.html).toContain(`href="${paths.onboarding()}"`);
  });
});

describe("the steps without script", () => {
  test("keep what was typed when moving in either direction, and post the brief once", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const one = await draft(visitor, { ...details, "Brand link": "example.com" });
    expect([one.status, one.location]).toEqual([303, step("requirements")]);
    const requirements = { "Services needed": ["Video Editor"], "Question 2": "Why?" };
    const two = await press(visitor, one.location, "Back", requirements);
    expect([two.status, two.location]).toEqual([303, step("details")]);
    expect((await visitor.get(step("details"))).html).toContain('value="Edit six episodes"');
    const three = await press(visitor, step("requirements"), "Next");
    const budget = { "Budget type": "Hourly Rate", ...timeline, "Project type": "Ongoing" };
    const form = fillIn(await visitor.get(three.location), "Post Project", budget);
    const posts = await Promise.all([1, 2, 3].map(() => send(visitor, form)));
    const project = await projectOf(creator);
    for (const posted of [...posts, await send(visitor, form)])
      expect([posted.status, posted.location]).toEqual([303, paths.project(project?.id ?? "")]);
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId } })).toBe(1);
    expect(await findOwnBrief(creator, project?.id ?? "")).toMatchObject({
      title: "Edit six episodes",
      brandLink: "https://example.com/",
      questions: ["Why?"],
      serviceIds: [20],
      budgetTypeId: 2,
      isOngoing: true,
    });
    expect((await visitor.get(step("details"))).html).not.toContain("Edit six episodes");
  });

  test("Next shows what's wrong next to its field, and Back keeps the field as it is", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const wrong = { ...details, "Brand link": "javascript:alert(1)", Title: "t".repeat(201) };
    const page = await draft(visitor, wrong);
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter a web address that starts with https://");
    expect(page.text).toContain("Please use at most 200 characters");
    expect(page.html).toContain('value="javascript:alert(1)"');
    expect(await findBrief(creator)).toBeNull();
    const budget = await visitor.get(step("budget"));
    const dated = (button: string) => forge(fillIn(budget, button, timeline), "startDate", "2027-02-30");
    const posted = await send(visitor, dated("Post Project"));
    expect(posted.text).toContain("Please enter a date like 2027-03-31");
    const back = await send(visitor, dated("Back"));
    expect([back.status, back.location]).toEqual([303, step("requirements")]);
    expect((await visitor.get(step("budget"))).html).toContain('value="2027-02-30"');
  });

  test("posting goes back to the step with the error, and shows it there", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const form = fillIn(await visitor.get(step("budget")), "Post Project", timeline);
    await draft(visitor, { Title: " " });
    const posted = await send(visitor, form);
    expect([posted.status, posted.location]).toEqual([
      303,
      paths.projectBrief({ step: "details", check: "1" }),
    ]);
    const page = await visitor.get(posted.location);
    expect(page.text).toContain("Please check your brief");
    expect(page.text).toContain("Please enter a title");
    expect((await visitor.get(previewPath)).text).toMatch(/Project Details Open Your title \S+ Posted by/);
    expect((await findBrief(creator))?.typed).toMatchObject({ timeline: "Six weeks" });
    expect(await projectOf(creator)).toBeNull();
  });

  test("at the post limit nothing is posted, the draft is kept, and the page says how to continue", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const before = await visitor.get(step("budget"));
    expect(before.text).toContain(
      "This is the last active post your plan allows. Complete or cancel a project to make room. Expired ones don't count.",
    );
    const projectId = await makeProject(creator);
    await db.projectBrief.update({ where: { id: projectId }, data: { status: "in_progress" } });
    const full = await visitor.get(step("budget"));
    expect(full.text).toContain("Project Limit Reached You're using 1 of 1 active posts.");
    expect(full.text).toContain("Continue with Limitations");
    expect([before.text, full.text].map((text) => text.includes("Post Project"))).toEqual([true, false]);
    const posted = await press(visitor, before, "Post Project");
    expect([posted.status, posted.location]).toEqual([
      303,
      paths.projectBrief({ step: "budget", limit: "post" }),
    ]);
    const page = await visitor.get(posted.location);
    expect(page.text).toContain("Project Limit Reached");
    expect(page.text).toContain("You've reached your project post limit.");
    expect(page.text).toContain("You're using 1 of 1 active posts.");
    // The link opens the projects that count toward the limit, which include those in progress.
    const [, list = ""] = /href="([^"]*)"[^>]*>View your projects</.exec(page.html) ?? [];
    expect((await visitor.get(list)).text).toContain("Edit six episodes");
    expect((await findBrief(creator))?.typed.title).toBe(details.Title);
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId } })).toBe(1);
    await db.projectBrief.deleteMany({ where: { creatorId: creator.userId } });
    expect((await visitor.get(posted.location)).text).not.toContain("active posts.");
  });

  test("another tab's draft is neither posted nor changed, and the page keeps what was typed", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const other = await visitor.get(step("budget"));
    await press(visitor, paths.discardBrief(), "Discard draft");
    const first = await visitor.get(step("details"));
    await press(visitor, first, "Next", details);
    const page = await press(visitor, other, "Post Project", timeline);
    expect(page.status).toBe(409);
    expect(page.text).toContain("A draft from another tab replaced this one");
    expect(page.text).toContain("Six weeks");
    const retry = await press(visitor, page, "Post Project");
    expect(retry.status).toBe(303);
    expect(await projectOf(creator)).toMatchObject({ title: details.Title, timeline: "Six weeks" });
    const late = await press(visitor, first, "Next", details);
    expect([
      late.status,
      late.text.includes("You've already posted this brief, maybe in another tab."),
    ]).toEqual([409, true]);
    expect(late.html).toContain('value="Edit six episodes"');
  });

  test("a step of a draft that was discarded in another tab isn't saved until it's sent again", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const [open, preview] = [await visitor.get(step("budget")), await visitor.get(previewPath)];
    await press(visitor, paths.discardBrief(), "Discard draft");
    for (const button of ["Back", "Preview", "References", "Post Project"]) {
      const page = await press(visitor, open, button, timeline);
      expect([button, page.status]).toEqual([button, 409]);
      expect(page.text).toContain("You discarded this draft, maybe in another tab.");
      expect(page.text).toContain("Six weeks");
      expect(await findBrief(creator)).toBeNull();
    }
    const posted = await press(visitor, preview, "Post Project");
    expect([posted.status, posted.location]).toEqual([303, previewPath]);
    expect((await visitor.get(posted.location)).text).toContain("You discarded this draft");
    const page = await press(visitor, open, "Back", timeline);
    expect((await press(visitor, page, "Back")).status).toBe(303);
    expect((await findBrief(creator))?.typed).toEqual({ ...blankBrief, timeline: "Six weeks" });
  });

  test("a step of a draft that was replaced in another tab is saved over the new draft only when it's sent again", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const [open, preview] = [await visitor.get(step("budget")), await visitor.get(previewPath)];
    await press(visitor, paths.discardBrief(), "Discard draft");
    await draft(visitor, { Title: "Another" });
    const page = await press(visitor, open, "Back", timeline);
    expect([page.status, page.text.includes("Six weeks")]).toEqual([409, true]);
    expect(page.text).toContain("A draft from another tab replaced this one, so nothing was saved.");
    expect((await findBrief(creator))?.typed).toEqual({ ...blankBrief, title: "Another" });
    expect((await press(visitor, preview, "Post Project")).location).toBe(previewPath);
    const other = await visitor.get(previewPath);
    expect(other.text).toContain("A draft from another tab replaced the one you previewed");
    expect(other.text).toContain("Another");
    expect(await projectOf(creator)).toBeNull();
    expect((await press(visitor, page, "Back")).status).toBe(303);
    expect((await findBrief(creator))?.typed).toMatchObject({ title: "Another", timeline: "Six weeks" });
  });

  test("changes made after the draft was posted in another tab don't count as posted", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const open = await visitor.get(step("budget"));
    const posted = await press(visitor, open, "Post Project", timeline);
    expect((await press(visitor, open, "Post Project", timeline)).location).toBe(posted.location);
    const page = await press(visitor, open, "Post Project", { Timeline: "Seven weeks" });
    expect([page.status, page.text.includes("Seven weeks")]).toEqual([409, true]);
    expect(page.text).toContain("You've already posted this brief, maybe in another tab.");
    expect((await press(visitor, page, "Back")).status).toBe(303);
    expect((await findBrief(creator))?.typed).toEqual({ ...blankBrief, timeline: "Seven weeks" });
  });

  test("a file isn't added to a draft that was discarded in another tab", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await draft(visitor);
    const files = await visitor.get(paths.briefFiles());
    await press(visitor, paths.discardBrief(), "Discard draft");
    const added = await press(visitor, files, "Add to brief", { "Add files": await still() });
    expect([added.status, added.location]).toEqual([303, paths.briefFiles()]);
    const page = await visitor.get(added.location);
    expect(page.text).toContain("You discarded this draft, maybe in another tab.");
    expect(await findBrief(creator)).toBeNull();
    expect((await press(visitor, page, "Add to brief", { "Add files": await still() })).status).toBe(303);
    expect(await findBrief(creator)).toMatchObject({ files: 1 });
    const late = await press(visitor, files, "Add to brief", { "Add files": await still() });
    expect((await visitor.get(late.location)).text).toContain(
      "Nothing changed A draft from another tab replaced this one. These are its files.",
    );
  });
});

test("a session that ends on the third step loses nothing, in any writing system: the brief can be posted after signing in again", async () => {
  const creator = await makeCreator();
  await draft(as(creator));
  const page = await as(creator).get(step("budget"));
  const long = { Timeline: "四".repeat(1_000), "Budget details": "五".repeat(2_000) };
  const form = fillIn(page, "Post Project", long);
  form.fields.push(["description", "六".repeat(9_000)]);
  const over = await send(as({ cookie: "session=over" }), form);
  expect([over.status, over.text.includes("You're signed out")]).toEqual([401, true]);
  const kept = fillIn(over, "Send again");
  // With percent-encoding, the form would be larger than a form may be.
  expect(kept.enctype).toBe("multipart/form-data");
  expect((await send(as(creator), kept)).status).toBe(303);
  expect(await projectOf(creator)).toMatchObject({
    ...{ title: details.Title, timeline: long.Timeline, budgetDetails: long["Budget details"] },
  });
});

test("a draft can be discarded after a confirmation", async () => {
  const creator = await makeCreator();
  const visitor = as(creator);
  await draft(visitor);
  const page = await visitor.get(paths.discardBrief());
  expect(page.text).toContain("“Edit six episodes” hasn't been posted.");
  const gone = await press(visitor, page, "Discard draft");
  expect([gone.status, gone.location]).toEqual([303, paths.projectBrief()]);
  expect(await findBrief(creator)).toBeNull();
  expect((await visitor.get(paths.projectBrief())).text).toContain("Draft discarded");
});

test("a draft that's saved while its confirmation is open is discarded, too, but another one stays", async () => {
  const creator = await makeCreator();
  const visitor = as(creator);
  const brief = await visitor.get(step("details"));
  const [, href = ""] = /href="([^"]*)"[^>]*>Discard draft</.exec(brief.html) ?? [];
  const page = await visitor.get(href);
  await press(visitor, brief, "Next", details);
  const gone = await press(visitor, page, "Discard draft");
  expect([gone.status, gone.location]).toEqual([303, paths.projectBrief()]);
  expect(await findBrief(creator)).toBeNull();
  expect((await visitor.get(paths.projectBrief())).text).toContain("Draft discarded");
  await draft(visitor, { ...details, Title: "Another" });
  await press(visitor, page, "Discard draft");
  expect((await findBrief(creator))?.typed.title).toBe("Another");
  expect((await visitor.get(paths.projectBrief())).text).not.toContain("Draft discarded");
});

describe("editing a posted project", () => {
  const edit = { Title: "Edit seven episodes", "Project type": "Ongoing", "Start date": "2027-02-27" };

  test("shows every field, saves it, and returns to the project", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, await makeFullProject());
    const before = await findOwnBrief(creator, projectId);
    const saved = await press(as(creator), paths.editProject(projectId), "Save Changes", edit);
    expect([saved.status, saved.location]).toEqual([303, paths.project(projectId)]);
    expect((await as(creator).get(saved.location)).text).toMatch(/\$800.* Starts Feb 27, 2027 Posted/);
    expect(await findOwnBrief(creator, projectId)).toEqual({
      ...before,
      ...{ title: edit.Title, startDate: edit["Start date"] },
    });
  });

  test.each([
    ["an empty title", ["title", ""], "Please enter a title"],
    ["an invalid link", ["brandLink", "javascript:alert(1)"], "Please enter a web address"],
    ["a forged ID", ["serviceIds", "99999"], "Please choose from the list"],
  ] satisfies [string, [string, string], string][])(
    "refuses %s with an explanation, and changes nothing",
    async (_what, change, words) => {
      const creator = await makeCreator();
      const projectId = await makeProject(creator);
      const form = fillIn(await as(creator).get(paths.editProject(projectId)), "Save Changes", edit);
      const page = await send(as(creator), forge(form, ...change));
      expect([page.status, page.text.includes(words)]).toEqual([400, true]);
      expect(await projectOf(creator)).toMatchObject({ title: "Edit six episodes" });
    },
  );

  test("shows the questions as fixed, and why, once someone has applied; a closed project has no form", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, await makeFullProject());
    const unapplied = await as(creator).get(paths.editProject(projectId));
    const contributor = await makeContributor();
    const application = { projectId, contributorId: contributor.userId, note: "Hello", answers: ["a", "b"] };
    await db.projectApplication.create({ data: application });
    const visitor = as(creator);
    const page = await visitor.get(paths.editProject(projectId));
    expect(page.text).toContain("Someone has already applied, so you can't change these questions");
    expect(page.html).not.toContain("Question 1");
    const refused = await press(visitor, unapplied, "Save Changes", { "Question 1": "Other?" });
    expect([refused.status, refused.text.includes("you can't change the screening questions")]).toEqual([
      409,
      true,
    ]);
    const saved = await press(visitor, page, "Save Changes", edit);
    expect(saved.status).toBe(303);
    await db.projectBrief.update({ where: { id: projectId }, data: { status: "completed" } });
    const closed = await visitor.get(paths.editProject(projectId));
    expect(closed.text).toContain("Reopen it to make changes.");
    expect(closed.html).not.toContain('name="title"');
    const late = await press(visitor, page, "Save Changes", edit);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("This project is closed")]);
    expect(late.text, "what the creator wrote").toContain("Edit seven episodes");
  });
});

test("copying a project asks before it replaces a draft, and the preview then shows all of it", async () => {
  const creator = await makeCreator();
  const projectId = await makeProject(creator, await makeFullProject());
  const visitor = as(creator);
  const again = paths.repostProject(projectId);
  const early = await visitor.get(again);
  await draft(visitor, { Title: "Unfinished" });
  expect((await press(visitor, early, "Copy to draft")).location).toBe(again);
  const page = await visitor.get(again);
  expect(page.text).toContain("You already have a draft called “Unfinished”.");
  const copied = await press(visitor, page, "Replace draft");
  expect([copied.status, copied.location]).toEqual([303, paths.projectBrief()]);
  expect((await visitor.get(paths.projectBrief())).html).toContain('value="Edit &lt;twelve&gt; episodes"');
  const preview = (await visitor.get(previewPath)).text;
  for (const part of [
    "This is a preview. Only you can see it until you post it.",
    "Start date Feb 28, 2027 Timeline Six weeks Project type Ongoing Budget type Fixed Price",
    "Budget details $800–$900 per project $900 in all",
    "Deliverables Twelve files Services needed Web Developer Mobile Developer",
    "Tools required Canva Photoshop Visual style Hormozi-style Aesthetic Reels",
    "Screening questions Which reel are you proud of? When can you start?",
  ])
    expect(preview).toContain(part);
});
