import type { Page } from "@playwright/test";
import {
  expect,
  hasScript,
  makeCreator,
  newAddress,
  newMark,
  nextStep,
  openGroup,
  signIn,
  test,
  typeWhileScriptStarts,
} from "./journey";

/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "Proofreader";

test("a creator writes a brief in three steps on two devices, loses nothing and posts it once", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const email = newAddress("cleo");
  const creatorId = await makeCreator(sql, { name: `Cleo ${mark}`, email, service });
  await page.goto("/project-brief");
  await expect(page.getByText("Please log in to create a project brief.")).toBeVisible();
  await signIn(page, email);
  for (const typed of javaScriptEnabled ? ["Typed early", "Typed early again"] : []) {
    const early = await page.context().newPage();
    await typeWhileScriptStarts(early, "[name=title]", typed);
    await early.goto("/project-brief");
    await expect(early).toHaveURL(/step=requirements/);
    await expect(early.locator("[data-step]")).toHaveCount(3);
    await expect(early.getByLabel("Title")).toHaveValue(typed);
    await early.close();
  }
  await page.goto("/project-brief");
  await look();
  await page.getByLabel("Title").fill(`Six episodes ${mark}`);
  await page.getByLabel("Description").fill("About rivers");
  await page.getByLabel("Brand link").fill("ftp://example.com");
  if (javaScriptEnabled) await saving(page, () => page.getByLabel("Title").press("Enter"));
  else {
    await nextStep(page);
    await expect(page.getByRole("alert")).toContainText("Please enter a web address");
    await look();
    await page.getByLabel("Brand link").fill("example.com/rivers");
    await nextStep(page);
  }

  await expect(page).toHaveURL(/step=requirements/);
  if (javaScriptEnabled) await expect(page.locator("legend", { hasText: "Requirements" })).toBeFocused();
  await openGroup(page, service);
  await look();
  await page.getByLabel(service).check();
  await page.getByLabel("Question 2").fill("When can you start?");
  // Unsent text survives a reload only with script.
  if (!javaScriptEnabled) await saving(page, () => step(page, "Requirements"));
  await page.reload();
  await expect(page.getByLabel(service)).toBeChecked();
  await expect(page.getByLabel("Question 1")).toHaveValue("");
  await expect(page.getByLabel("Question 2")).toHaveValue("When can you start?");
  await saving(page, () => step(page, "Details"));
  await expect(page.getByLabel("Title")).toHaveValue(`Six episodes ${mark}`);

  // Changes another step on another device.
  const device = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const other = await device.newPage();
  await signIn(other, email);
  await other.goto("/project-brief?step=requirements");
  await expect(other.getByLabel(service)).toBeChecked();
  await expect(other.getByLabel("Question 2")).toHaveValue("When can you start?");
  await other.getByLabel("Deliverables").fill("Six files");
  await saving(other, () => step(other, "Budget"));
  await device.close();

  await step(page, "Budget");
  await look();
  await page.getByLabel("Hourly Rate").check();
  await page.getByLabel("From").fill("1.5k");
  if (javaScriptEnabled) {
    await expect(page.getByLabel("Per", { exact: true })).toHaveValue("hour");
    await expect(page.getByRole("status").filter({ hasText: "$1,500 per hour" })).toBeVisible();
  }
  await page.getByLabel("Start date").fill("2027-02-28");
  await page.getByLabel("Ongoing").check();
  // Only desktops show it.
  const preview = page.getByRole("complementary", { name: "How contributors see it" });
  if (javaScriptEnabled && (viewport?.width ?? 0) >= 1024)
    await expect(preview).toContainText(
      new RegExp(`\\$1,500 per hour *Six episodes ${mark} *About rivers *${service} · Starts Feb 28, 2027`),
    );
  if (javaScriptEnabled) {
    // Saves run one at a time. A save that waits for a slow one sends what has been typed by the time it begins.
    await saving(page, () => step(page, "Details"));
    await page.getByLabel("Title").fill(" ");
    await saving(page, () => step(page, "Budget"));
    await expect(page.getByRole("button", { name: "Post Project" })).toBeDisabled();
    await step(page, "Details");
    await page.getByLabel("Title").fill(`Six episodes ${mark}`);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/project-brief/draft", (route) => isReleased.then(() => route.continue()), {
      times: 1,
    });
    await step(page, "Budget");
    await page.getByRole("button", { name: "Post Project" }).click();
    // The invalid link is on a step that wasn't open.
    await expect(page.getByRole("alert")).toContainText("Please enter a web address");
    await saving(page, async () => release());
    await look();
    // Saving in the background doesn't remove the errors.
    await expect(page.getByRole("alert")).toContainText("Please enter a web address");
    await expect(page.getByLabel("Brand link")).toBeVisible();
    await page.getByLabel("Brand link").fill("example.com/rivers");
    await step(page, "Budget");
    await expect(page.getByLabel("Hourly Rate")).toBeChecked();
  }
  await page.getByRole("button", { name: "Post Project" }).dblclick();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  const [project, ...more] = await sql(
    `SELECT id, title, brand_link, deliverables, budget_type_id::text, amount_unit || ' ' || amount_low AS amount, start_date::text, is_ongoing::text,
            array_to_string(questions, '|') AS questions,
            (SELECT string_agg(name, ',') FROM services s JOIN project_brief_services p ON p.service_id = s.id
              WHERE p.project_id = b.id) AS services
       FROM project_briefs b WHERE creator_id = $1`,
    [creatorId],
  );
  expect(more).toEqual([]);
  expect(project).toMatchObject({
    title: `Six episodes ${mark}`,
    brand_link: "https://example.com/rivers",
    deliverables: "Six files",
    budget_type_id: "2",
    amount: "hour 150000",
    start_date: "2027-02-28",
    is_ongoing: "true",
    questions: "When can you start?",
    services: service,
  });
});

test("at the limit, a creator edits the posted project, and drafts, replaces and discards a second brief", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  const email = newAddress("cleo");
  const creatorId = await makeCreator(sql, { name: `Cleo ${mark}`, email, service });
  const [project] = await sql("INSERT INTO project_briefs (creator_id, title) VALUES ($1, $2) RETURNING id", [
    creatorId,
    `Six episodes ${mark}`,
  ]);
  await signIn(page, email);

  await page.goto("/project-brief");
  await page.getByLabel("Title").fill(`Another ${mark}`);
  await saving(page, () => step(page, "Budget"));
  await expect(page.getByText("Project Limit Reached")).toBeVisible();
  await expect(page.getByText("Your brief is saved as a draft.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Post Project" })).toHaveCount(0);
  await look();
  await page.getByRole("link", { name: "Continue with Limitations" }).click();
  await expect(page).toHaveURL(/\/projects$/);

  await page.goto(`/projects/${project?.id}/edit`);
  await look();
  await page.getByLabel("Title").fill(`Seven episodes ${mark}`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);

  await page.goto(`/projects/${project?.id}/repost`);
  await expect(page.getByText(`You already have a draft called “Another ${mark}”`)).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Replace draft" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(`Seven episodes ${mark}`);
  await page.getByRole("link", { name: "Discard draft" }).click();
  await expect(page.getByText(`“Seven episodes ${mark}” hasn't been posted.`)).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("Draft discarded")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  if (!javaScriptEnabled) return;
  // Discarding also deletes the text that script keeps on this device.
  await page.getByLabel("Title").fill(`Typed here ${mark}`);
  await page.waitForFunction(
    (title) => Object.values(localStorage).some((value) => value.includes(title)),
    mark,
  );
  await page.getByRole("link", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("Draft discarded")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.reload();
  await hasScript(page);
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("a draft that's discarded in another tab is saved again only when a button is pressed, with everything that was typed", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "the route tests send these forms");
  const mark = newMark();
  const email = newAddress("cleo");
  const creatorId = await makeCreator(sql, { name: `Cleo ${mark}`, email, service });
  const titles = async () =>
    (
      await sql("SELECT fields->>'title' AS title FROM project_drafts WHERE creator_id = $1", [creatorId])
    ).map(({ title }) => title);
  const discard = async () => {
    const other = await page.context().newPage();
    await other.goto("/project-brief/discard");
    await other.getByRole("button", { name: "Discard draft" }).click();
    await expect(other.getByText("Draft discarded")).toBeVisible();
    await other.close();
  };
  const lost = page.getByRole("alert").filter({ hasText: "You discarded this draft, maybe in another tab." });
  await signIn(page, email);
  await page.goto("/project-brief");
  await page.getByLabel("Title").fill(`First ${mark}`);
  await saving(page, () => step(page, "Budget"));
  // The stored title fills the field, and no one has touched it since.
  await page.reload();
  await hasScript(page);
  await discard();
  await page.getByLabel("Timeline").fill("Six weeks");
  await saving(page, () => step(page, "Details"));
  await expect(lost).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(`First ${mark}`);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await saving(page, () => step(page, "Budget"));
  await expect(lost).toHaveCount(0);
  expect(await titles()).toEqual([`First ${mark}`]);

  // The same happens when the whole form is sent.
  await discard();
  await page.getByRole("button", { name: "Post Project" }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByLabel("Timeline")).toHaveValue("Six weeks");
  expect(await titles()).toEqual([]);
  await page.getByRole("button", { name: "Post Project" }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  const posted = await sql("SELECT title, timeline FROM project_briefs WHERE creator_id = $1", [creatorId]);
  expect(posted).toEqual([{ title: `First ${mark}`, timeline: "Six weeks" }]);
});

async function step(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name: "Steps" }).getByRole("button", { name }).click();
  await expect(page.locator("legend", { hasText: name }).last()).toBeVisible();
}

/**
 * Does something that saves the brief, by a form or by script in the background, and waits for the server's response.
 */
async function saving(page: Page, act: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/project-brief/.test(response.url()),
  );
  await act();
  await saved;
}
