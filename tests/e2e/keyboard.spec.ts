import type { Locator, Page } from "@playwright/test";
import { runsAll } from "../support/scope";
import {
  expect,
  groupOf,
  hasScript,
  holdScript,
  makeContributor,
  makeCreator,
  newAddress,
  newMark,
  password,
  signIn,
  tabTo,
  test,
} from "./journey";

/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "SEO Specialist";

test("a conversation works with only the keyboard: search, start, write, edit and leave", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  const kim = newAddress("kim");
  const kimId = await makeContributor(sql, { name: `Kim ${mark}`, email: kim, service });
  const noraId = await makeCreator(sql, { name: `Nora ${mark}`, email: newAddress("nora"), service });
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [noraId, kimId]);
  await signIn(page, kim);
  const release = await holdScript(page);
  const listens = javaScriptEnabled ? page.waitForResponse(/\/api\/live$/) : undefined;
  await page.goto("/messages");

  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  const start = page.getByRole("link", { name: "New Conversation" });
  await tabTo(page, start);
  // On a slow line, script starts after the person has moved on.
  release();
  await listens;
  await expect(start).toBeFocused();
  await page.keyboard.press("Enter");
  const search = page.getByRole("searchbox");
  await tabTo(page, search);
  await page.keyboard.type(`Nora ${mark}`);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: `Add Nora ${mark}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: `Remove Nora ${mark}` })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Continue" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Start a conversation with Nora ${mark}`);

  const box = page.getByRole("textbox", { name: "Message" });
  const send = async (text: string) => {
    await tabTo(page, box);
    await page.keyboard.type(text);
    if (!javaScriptEnabled) await tabTo(page, page.getByRole("button", { name: "Send", exact: true }));
    await page.keyboard.press("Enter");
  };
  const thread = page.getByRole("log", { name: "Messages" });
  await send("Hello Nora");
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  await expect(thread.getByText("Hello Nora")).toBeVisible();
  await send("I am freee in May");
  await expect(thread.getByText("I am freee in May")).toBeVisible();
  await expect(box).toHaveValue("");
  // Until the new message is stored, the last editable message is an earlier one.
  await expect(thread.getByText("Sending...")).toHaveCount(0);

  await tabTo(page, thread.locator(".bubble-menu summary").last(), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, thread.getByRole("link", { name: /^Edit/ }).last());
  await page.keyboard.press("Enter");
  const words = page.getByRole("textbox", { name: "Message" }).first();
  if (javaScriptEnabled) await expect(words).toBeFocused();
  else await tabTo(page, words);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("I am free in May");
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  if (javaScriptEnabled) await expect(thread.locator(".bubble-menu summary").last()).toBeFocused();
  else await expect(page.getByText("Message edited")).toBeVisible();
  await expect(thread.getByText("I am free in May")).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Messages", exact: true }).first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/messages$/);
  // The match is exact, because the new page's URL may already be there while the old page still shows the message's
  // bubble.
  await expect(page.getByText("You: I am free in May", { exact: true })).toBeVisible();
});

test("a project works with only the keyboard: post, apply, compare and accept", async ({
  page: desk,
  browser,
  sql,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const owner = newAddress("keen");
  await makeCreator(sql, { name: `Keen ${mark}`, email: owner, service });
  const press = async (page: Page, target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  };
  await signIn(desk, owner);
  await desk.goto("/project-brief");
  await tabTo(desk, desk.getByLabel("Title"));
  await desk.keyboard.type(`Pilot ${mark}`);
  await press(desk, desk.getByRole("main").getByRole("button", { name: "Next" }));
  await expect(groupOf(desk, service)).toBeVisible();
  if (await desk.getByLabel(service).isHidden()) await press(desk, groupOf(desk, service));
  await tabTo(desk, desk.getByLabel(service));
  await desk.keyboard.press("Space");
  await press(desk, desk.getByRole("main").getByRole("button", { name: "Next" }));
  await press(desk, desk.getByRole("button", { name: "Post Project" }));
  await expect(desk).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  const project = new URL(desk.url()).pathname;

  for (const name of ["Ann", "Bea"]) {
    const email = newAddress(name);
    await makeContributor(sql, { name: `${name} ${mark}`, email, service });
    const context = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
    const page = await context.newPage();
    await signIn(page, email);
    await page.goto(project);
    await press(page, page.getByRole("link", { name: "Apply for this Project" }));
    await tabTo(page, page.getByLabel("Application Note"));
    await page.keyboard.type("Hello");
    await press(page, page.getByRole("button", { name: "Submit Application" }));
    await expect(page.getByText("Application submitted")).toBeVisible();
    await context.close();
  }

  await desk.goto(project);
  const rows = desk.getByRole("list", { name: "Applications (2)" });
  if (javaScriptEnabled && viewport && viewport.width > 1024) {
    await expect(desk.getByText("While the list has focus")).toBeVisible();
    const declined = () =>
      sql("SELECT FROM project_applications WHERE project_id = $1 AND announce_at IS NOT NULL", [
        project.split("/").at(-1),
      ]);
    await desk.getByRole("heading", { level: 2 }).first().focus();
    await desk.keyboard.press("d");
    await desk.getByRole("button", { name: "Turn off shortcuts" }).click();
    await rows.getByRole("link").first().focus();
    await desk.keyboard.press("d");
    await desk.getByRole("button", { name: "Turn on shortcuts" }).click();
    expect(await declined()).toHaveLength(0);
    await rows.getByRole("link").first().focus();
    await desk.keyboard.press("d");
    await expect(desk.locator(".toast")).toContainText("declined");
    expect(await declined()).toHaveLength(1);
    // The next applicant opens next to the list, and the focus stays in the list.
    await expect(rows.locator("[aria-current] a")).toBeFocused();
    await desk.getByRole("button", { name: /^Undo declining/ }).click();
    await expect(desk.getByText("The application is pending again")).toBeVisible();
    await desk.goto(project);
  } else if (!javaScriptEnabled) await expect(desk.getByText(/shortcuts|has focus/)).toHaveCount(0);
  for (const name of ["Bea", "Ann"]) {
    await tabTo(desk, desk.getByLabel(`Compare ${name} ${mark}`));
    await desk.keyboard.press("Space");
  }
  await press(desk, desk.getByRole("button", { name: "Compare up to 3" }));
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Compare applicants");
  const accept = desk.getByRole("link", { name: `Accept Ann ${mark}` });
  await press(desk, accept);
  await press(desk, desk.getByRole("dialog").getByRole("link", { name: "Not now" }));
  await press(desk, accept);
  await press(desk, desk.getByRole("dialog").getByRole("button", { name: "Accept" }));
  await expect(desk.getByText(`Ann ${mark} accepted`).first()).toBeVisible();
  // The comparison stays, with the focus or, without script, the place where it was decided.
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Compare applicants");
  const ann = desk.getByRole("heading", { name: `Ann ${mark}` });
  if (javaScriptEnabled) await expect(ann).toBeFocused();
  else await expect(ann).toBeInViewport();
});

test("an admin's pages work with only the keyboard: review two people, undo one, dismiss a report, begin two-step verification", async ({
  page,
  sql,
  look,
}) => {
  test.skip(
    !runsAll,
    "the journeys above cover the kit's parts by keyboard, and the next one the single keys",
  );
  const mark = newMark();
  const admin = newAddress("ada");
  await makeCreator(sql, { name: `Ada ${mark}`, email: admin, service, isAdmin: true });
  for (const name of ["Ann", "Bea"])
    await makeContributor(sql, {
      ...{ name: `${name} ${mark}`, email: newAddress(name), service, status: "pending" },
    });
  const rude = newAddress("rude");
  const rudeId = await makeContributor(sql, { name: `Rude ${mark}`, email: rude, service });
  await sql(
    `WITH made AS (
       INSERT INTO report_cases (kind, subject_id, reported_id, urgency, reasons, report_count)
       VALUES ('profile', $1, $1, 1, '{scam}', 1) RETURNING id)
     INSERT INTO reports (case_id, reported_id, reason, snapshot)
     SELECT id, $1, 'scam', '{"title": "A rude profile", "name": "Rude", "facts": []}' FROM made`,
    [rudeId],
  );
  const press = async (target: Locator, key = "Enter") => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const place = (name: string) => page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name });
  await signIn(page, admin);
  await page.goto("/admin");

  await press(place("Contributors"));
  await expect(page).toHaveURL(/\/admin\/contributors$/);
  await expect(place("Contributors")).toBeInViewport({ ratio: 0.9 });
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByText("2 contributors")).toBeVisible();
  await press(page.locator("summary", { hasText: "Approve several at once" }));
  for (const name of ["Ann", "Bea"])
    await press(page.getByRole("checkbox", { name: `${name} ${mark}` }), "Space");
  await look();
  await press(page.getByRole("button", { name: "Approve selected" }));
  await expect(page.getByText("2 contributors approved")).toBeVisible();
  await press(page.getByRole("button", { name: `Undo approval of Ann ${mark}` }));
  await expect(page.getByText("Decision undone")).toBeVisible();
  await expect(page.getByRole("button", { name: `Undo approval of Bea ${mark}` })).toBeVisible();
  await expect(page.getByRole("button", { name: `Approve Ann ${mark}` })).toBeVisible();

  // On narrow screens, the navigation is a single scrolling line, and this page's link is far to the right.
  await tabTo(page, place("Audit log"), "Shift+Tab");
  await expect(place("Audit log")).toBeInViewport({ ratio: 0.9 });
  await press(place("Reports"));
  await expect(page).toHaveURL(/\/admin\/reports$/);
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type(rude);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]q=/);
  await press(page.getByRole("link", { name: "A rude profile" }));
  await expect(page).toHaveURL(/\/admin\/reports\/[0-9a-f-]{36}\?list=/);
  await press(page.locator("summary", { hasText: "Dismiss" }));
  await tabTo(page, page.getByLabel("Why?").first());
  await page.keyboard.type("It does");
  await press(page.getByRole("button", { name: "Dismiss" }));
  await expect(page.getByText(`Report about Rude ${mark} dismissed`).first()).toBeVisible();

  await page.goto("/settings");
  await press(page.getByRole("main").getByRole("link", { name: "Two-step verification" }));
  await expect(page).toHaveURL(/\/second-factor$/);
  await press(page.getByRole("link", { name: "Set up two-step verification" }));
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await tabTo(page, page.getByLabel("Code", { exact: true }));
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").first()).toBeVisible();
});

test("an admin reviews with single keys, which act only while the case has the focus and can be turned off", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
  viewport,
}) => {
  const mark = newMark();
  const admin = newAddress("ada");
  await makeCreator(sql, { name: `Ada ${mark}`, email: admin, service, isAdmin: true });
  const ids: string[] = [];
  for (const [index, name] of [`Ann ${mark}`, `Bea ${mark}`].entries()) {
    const id = await makeContributor(sql, { name, email: newAddress("key"), service, status: "pending" });
    // Puts these two cases next to each other in the list, ahead of other tests' cases.
    await sql("UPDATE admin_notifications SET created_at = to_timestamp($2) WHERE user_id = $1", [
      id,
      Number.parseInt(mark.slice(0, 6), 16) + index / 10,
    ]);
    ids.push(id);
  }
  const statusOfAnn = async () => {
    const [row] = await sql("SELECT status FROM contributor_profiles WHERE id = $1", [ids[0]]);
    return row?.status;
  };
  await signIn(page, admin);
  await page.goto(`/admin/contributors/${ids[0]}`);
  if (!javaScriptEnabled) return expect(page.getByText(/shortcuts|has focus/)).toHaveCount(0);
  const legend = page.locator(".keys");
  if (viewport && viewport.width > 1024) await expect(legend).toContainText("While the case has focus");
  else await expect(legend).toBeAttached();
  await look();
  const [ann, bea] = ["Ann", "Bea"].map((name) => page.getByRole("heading", { name: `${name} ${mark}` }));
  if (!ann || !bea) throw new Error("no headings");
  await page.keyboard.press("a");
  await ann.focus();
  await page.keyboard.press("j");
  await expect(bea).toBeFocused();
  await page.keyboard.press("k");
  await expect(ann).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Too few samples")).toBeFocused();
  await page.keyboard.press("a");
  if (await legend.isVisible()) {
    await page.getByRole("button", { name: "Turn off shortcuts" }).click();
    await ann.focus();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Turn on shortcuts" }).click();
  }
  expect(await statusOfAnn()).toBe("pending");
  await ann.focus();
  await page.keyboard.press("a");
  await expect(page.locator(".toast")).toContainText(`Ann ${mark} approved`);
  await expect(bea).toBeFocused();
  expect(await statusOfAnn()).toBe("approved");
  await look();
  await page.getByRole("button", { name: `Undo approval of Ann ${mark}` }).click();
  await expect(page.locator(".toast")).toContainText("Decision undone");
  await expect(ann).toBeFocused();
});

test("after a decision in the list of those waiting, the focus is on the next person", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  const admin = newAddress("ada");
  await makeCreator(sql, { name: `Ada ${mark}`, email: admin, service, isAdmin: true });
  const names = [`Ann ${mark}`, `Bea ${mark}`, `Cy ${mark}`];
  for (const name of names)
    await makeContributor(sql, { name, email: newAddress("key"), service, status: "pending" });
  await signIn(page, admin);
  await page.goto(`/admin/contributors?q=${mark}`);
  const people = page.locator(".waiting-one").getByRole("link", { name: mark });
  await expect(people).toHaveCount(3);
  if (javaScriptEnabled) await hasScript(page, ".waiting-one form");
  const second = await people.nth(1).textContent();
  const third = await people.nth(2).textContent();
  await page.getByRole("button", { name: `Approve ${second}` }).press("Enter");
  await expect(page.locator(".toast")).toContainText(`${second} approved`);
  await expect(people).toHaveCount(2);
  if (!javaScriptEnabled) return;
  const next = people.filter({ hasText: third ?? "" });
  await expect(next).toBeFocused();
  // A link leaves the focus to the browser again, which puts it on the page.
  await next.press("Enter");
  await expect(page.getByRole("heading", { name: third ?? "" })).toBeVisible();
  await expect(next).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
});

test("script that loads late leaves the focus in the field that the person has gone to", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  const email = newAddress("patient");
  await makeCreator(sql, { name: "Pat Ient", email, service });
  await signIn(page, email);
  const scriptMayLoad = await holdScript(page);
  await page.goto("/settings/password");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("a much longer password");
  await page.getByLabel("New password").press("Enter");
  const summary = page.locator(".error-summary");
  await expect(summary).toBeFocused();
  await summary.getByRole("link").click();
  const field = page.getByLabel("Current password");
  await expect(field).toBeFocused();
  scriptMayLoad();
  if (!javaScriptEnabled) return;
  await hasScript(page, "main form:has(.control)");
  await expect(field).toBeFocused();
  // A refusal that script shows moves the focus to the summary, as a full load does.
  await field.fill("not this one either");
  await page.getByLabel("New password").fill("a much longer password");
  await field.press("Enter");
  await expect(summary).toBeFocused();
});
