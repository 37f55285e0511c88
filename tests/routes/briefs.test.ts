import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrief } from "~/features/projects/drafting.server";
import { findOwnBrief } from "~/features/projects/editing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, makeMember, type Person } from "../support/people";
import { makeFullProject, makeProject } from "../support/projects";
import { as } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const details = { steps: "details", title: "Edit six episodes", description: "About <rivers>" };
const budget = { steps: "budget", budgetTypeId: "2", timeline: "Six weeks", projectType: "ongoing" };
const step = (name: "details" | "requirements" | "budget") => paths.projectBrief({ step: name });
const projectOf = ({ userId }: Person) => db.projectBrief.findFirst({ where: { creatorId: userId } });
const decode = (text = "") => text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");

/** The hidden fields of the page's form to this address. */
function hiddenIn(html: string, action: string): [string, string][] {
  const start = html.indexOf(`action="${action}"`);
  const form = html.slice(start, html.indexOf("</form>", start));
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = "", value]): [string, string] => [name, decode(value)],
  );
}

describe("who finds a brief to write", () => {
  test("a guest is asked to sign in, and comes back", async () => {
    const page = await as(null).get(paths.projectBrief());
    expect(page.text).toContain("Please log in to create a project brief.");
    expect(page.text).toContain("Log In / Sign Up");
    expect(page.html).toContain(`href="${paths.login({ redirectTo: paths.projectBrief() })}"`);
  });

  test("a contributor reads that it is for creators, and a newcomer begins with a profile", async () => {
    const refused = await as(await makeContributor()).get(paths.projectBrief());
    expect([refused.status, refused.text.includes("This page is for creators.")]).toEqual([403, true]);
    const newcomer = await as(await makeMember()).get(paths.projectBrief());
    expect(newcomer.text).toContain("Build your profile first");
    expect(newcomer.html).toContain(`href="${paths.onboarding()}"`);
  });
});

describe("the steps without script", () => {
  test("keep what was typed, in both directions, and post once", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const [[, key = ""] = []] = hiddenIn((await visitor.get(step("details"))).html, step("details"));
    const one = await visitor.post(step("details"), { key, ...details, brandLink: "example.com" });
    expect([one.status, one.location]).toEqual([303, step("requirements")]);
    const requirements = { key, steps: "requirements", serviceIds: ["20", "7"], questions: ["", "Why?", ""] };
    const two = await visitor.post(step("requirements"), { ...requirements, toDetails: "1" });
    expect([two.status, two.location]).toEqual([303, step("details")]);
    expect((await visitor.get(step("details"))).html).toContain('value="Edit six episodes"');
    const page = await visitor.get(step("requirements"));
    expect(page.html).toMatch(/name="serviceIds"[^>]*checked=""[^>]*value="20"|value="20"[^>]*checked/);
    expect(page.html).toContain('value="Why?"');
    const post = () => visitor.post(step("budget"), { key, ...budget, post: "1" });
    const posts = await Promise.all([post(), post(), post()]);
    const project = await projectOf(creator);
    for (const posted of [...posts, await post()])
      expect([posted.status, posted.location]).toEqual([303, paths.project(project?.id ?? "")]);
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId } })).toBe(1);
    expect(await findOwnBrief(creator, project?.id ?? "")).toMatchObject({
      title: "Edit six episodes",
      brandLink: "https://example.com/",
      questions: ["Why?"],
      budgetTypeId: 2,
      isOngoing: true,
    });
    expect((await visitor.get(step("details"))).html).not.toContain("Edit six episodes");
  });

  test("Next says what is wrong beside its field, and Back keeps it as it is", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const sent = { key: randomUUID(), ...details, brandLink: "javascript:alert(1)", title: "t".repeat(201) };
    const page = await visitor.post(step("details"), sent);
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter a web address that starts with https://");
    expect(page.text).toContain("Please use at most 200 characters");
    expect(page.html).toContain('value="javascript:alert(1)"');
    expect(await findBrief(creator)).toBeNull();
    const date = { key: sent.key, ...budget, startDate: "2027-02-30" };
    expect((await visitor.post(step("budget"), { ...date, post: "1" })).text).toContain(
      "Please enter a date like 2027-03-31",
    );
    const back = await visitor.post(step("budget"), { ...date, toRequirements: "1" });
    expect([back.status, back.location]).toEqual([303, step("requirements")]);
    expect((await visitor.get(step("budget"))).html).toContain('value="2027-02-30"');
  });

  test("posting leads to the step with the error, and says it there", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const key = randomUUID();
    await visitor.post(step("budget"), { key, ...budget, steps: "details", title: " ", toBudget: "1" });
    const posted = await visitor.post(step("budget"), { key, ...budget, post: "1" });
    expect([posted.status, posted.location]).toEqual([
      303,
      paths.projectBrief({ step: "details", check: "1" }),
    ]);
    const page = await visitor.get(posted.location);
    expect(page.text).toContain("Please check your brief");
    expect(page.text).toContain("Please enter a title");
    expect((await findBrief(creator))?.typed).toMatchObject({ timeline: "Six weeks" });
    expect(await projectOf(creator)).toBeNull();
  });

  test("at the post limit nothing is posted, the draft stays, and the page says how to go on", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const before = await visitor.get(step("budget"));
    expect(before.text).toContain(
      "This is the last post on your plan. A post that is completed, canceled or expired makes room.",
    );
    const projectId = await makeProject(creator);
    await db.projectBrief.update({ where: { id: projectId }, data: { status: "in_progress" } });
    const full = await visitor.get(step("budget"));
    expect(full.text).toContain("Project Limit Reached You have 1 of 1 active posts.");
    expect(full.text).toContain("Continue with Limitations");
    expect([before.text, full.text].map((text) => text.includes("Post Project"))).toEqual([true, false]);
    const posted = await visitor.post(step("budget"), { key: randomUUID(), ...details, post: "1" });
    expect([posted.status, posted.location]).toEqual([
      303,
      paths.projectBrief({ step: "budget", limit: "post" }),
    ]);
    const page = await visitor.get(posted.location);
    expect(page.text).toContain("Project Limit Reached");
    expect(page.text).toContain("You've reached your project post limit.");
    expect(page.text).toContain("You have 1 of 1 active posts.");
    // The list that it leads to shows what counts, also in progress.
    const [, list = ""] = /href="([^"]*)"[^>]*>See your projects</.exec(page.html) ?? [];
    expect((await visitor.get(list)).text).toContain("Edit six episodes");
    expect((await findBrief(creator))?.typed.title).toBe(details.title);
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId } })).toBe(1);
    await db.projectBrief.deleteMany({ where: { creatorId: creator.userId } });
    expect((await visitor.get(posted.location)).text).not.toContain("active posts.");
  });

  test("another tab's draft is neither posted nor changed, and what was typed stays in the page", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.post(step("details"), { key: randomUUID(), ...details });
    const page = await visitor.post(step("budget"), { key: randomUUID(), ...budget, post: "1" });
    expect(page.status).toBe(409);
    expect(page.text).toContain("Another draft has taken this one's place");
    expect(page.text).toContain("Six weeks");
    const [[, shownKey = ""] = []] = hiddenIn(page.html, step("budget"));
    const retry = await visitor.post(step("budget"), { key: shownKey, ...budget, post: "1" });
    expect(retry.status).toBe(303);
    expect(await projectOf(creator)).toMatchObject({ title: details.title, timeline: "Six weeks" });
    const late = await visitor.post(step("details"), { ...details, key: shownKey });
    expect([late.status, late.text.includes("This brief has been posted in the meantime.")]).toEqual([
      409,
      true,
    ]);
    expect(late.html).toContain('value="Edit six episodes"');
  });
});

test("a session that ended on the third step loses nothing, in any script: signed in again, the form posts", async () => {
  const creator = await makeCreator();
  const key = randomUUID();
  await as(creator).post(step("details"), { key, ...details });
  const timeline = "四".repeat(1_000);
  const budgetDetails = "五".repeat(2_000);
  const body = new FormData();
  for (const [name, value] of Object.entries({ key, ...budget, timeline, budgetDetails, post: "1" }))
    body.append(name, value);
  body.append("description", "六".repeat(9_000));
  const encoded = new Response(body);
  const over = await as({ cookie: "session=over" }).send("POST", step("budget"), {
    headers: { "Content-Type": encoded.headers.get("Content-Type") ?? "" },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  expect([over.status, over.text.includes("You are signed out")]).toEqual([401, true]);
  // Percent-encoded, the form would be too large.
  expect(over.html).toMatch(/<form[^>]*enctype="multipart\/form-data"/i);
  const again = new FormData();
  for (const [name, value] of hiddenIn(over.html, step("budget"))) again.append(name, value);
  const sent = new Response(again);
  const posted = await as(creator).send("POST", step("budget"), {
    headers: { "Content-Type": sent.headers.get("Content-Type") ?? "" },
    body: Buffer.from(await sent.arrayBuffer()),
  });
  expect(posted.status).toBe(303);
  expect(await projectOf(creator)).toMatchObject({ title: details.title, timeline, budgetDetails });
});

test("a draft can be discarded, after a question", async () => {
  const creator = await makeCreator();
  const visitor = as(creator);
  await visitor.post(step("details"), { key: randomUUID(), ...details });
  const page = await visitor.get(paths.discardBrief());
  expect(page.text).toContain("“Edit six episodes” has not been posted.");
  const gone = await visitor.post(paths.discardBrief(), hiddenIn(page.html, paths.discardBrief()));
  expect([gone.status, gone.location]).toEqual([303, paths.projectBrief()]);
  expect(await findBrief(creator)).toBeNull();
  expect((await visitor.get(paths.projectBrief())).text).toContain("Draft discarded");
});

describe("editing a posted project", () => {
  const edit = { title: "Edit seven episodes", projectType: "ongoing", startDate: "2027-02-28" };

  test("shows everything, saves it, and returns to the project", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, await makeFullProject());
    const page = await as(creator).get(paths.editProject(projectId));
    for (const shown of ["Edit &lt;twelve&gt; episodes", "https://example.com/channel", "2027-02-28"])
      expect(page.html).toContain(`value="${shown}"`);
    const saved = await as(creator).post(paths.editProject(projectId), edit);
    expect([saved.status, saved.location]).toEqual([303, paths.project(projectId)]);
    expect(await projectOf(creator)).toMatchObject({ title: edit.title, questions: [], isOngoing: true });
  });

  test.each([
    ["an empty title", { title: "" }, "Please enter a title"],
    ["a bad link", { brandLink: "javascript:alert(1)" }, "Please enter a web address"],
    ["a forged id", { serviceIds: "99999" }, "Please choose from the list"],
  ])("refuses %s with its words, and changes nothing", async (_what, change, words) => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    const page = await as(creator).post(paths.editProject(projectId), { ...edit, ...change });
    expect([page.status, page.text.includes(words)]).toEqual([400, true]);
    expect(await projectOf(creator)).toMatchObject({ title: "Edit six episodes" });
  });

  test("shows the questions, with the reason, once somebody has applied; a closed project has no form", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, await makeFullProject());
    const contributor = await makeContributor();
    const application = { projectId, contributorId: contributor.userId, note: "Hello", answers: ["a", "b"] };
    await db.projectApplication.create({ data: application });
    const visitor = as(creator);
    const page = await visitor.get(paths.editProject(projectId));
    expect(page.text).toContain("Somebody has applied, so the questions stay as they are");
    expect(page.html).not.toContain("Question 1");
    const questions = hiddenIn(page.html, paths.editProject(projectId)).map(([, value]) => value);
    const saved = await visitor.post(paths.editProject(projectId), { ...edit, questions });
    expect(saved.status).toBe(303);
    const refused = await visitor.post(paths.editProject(projectId), { ...edit, questions: ["Other?"] });
    expect([refused.status, refused.text.includes("the screening questions stay")]).toEqual([409, true]);
    await db.projectBrief.update({ where: { id: projectId }, data: { status: "completed" } });
    const closed = await visitor.get(paths.editProject(projectId));
    expect(closed.text).toContain("Reopen it to edit it.");
    expect(closed.html).not.toContain('name="title"');
    const late = await visitor.post(paths.editProject(projectId), { ...edit, questions });
    expect([late.status, late.location]).toEqual([303, paths.project(projectId)]);
  });
});

test("a copy asks before it takes a draft's place", async () => {
  const creator = await makeCreator();
  const projectId = await makeProject(creator, await makeFullProject());
  const visitor = as(creator);
  const again = paths.repostProject(projectId);
  await visitor.post(step("details"), { key: randomUUID(), steps: "details", title: "Unfinished" });
  expect((await visitor.post(again)).location).toBe(again);
  const page = await visitor.get(again);
  expect(page.text).toContain("You have a draft called “Unfinished” that is not posted yet.");
  const copied = await visitor.post(again, hiddenIn(page.html, again));
  expect([copied.status, copied.location]).toEqual([303, paths.projectBrief()]);
  expect((await visitor.get(paths.projectBrief())).html).toContain('value="Edit &lt;twelve&gt; episodes"');
});
