import type { Page } from "@playwright/test";
import { expect, makeContributor, makeCreator, newAddress, newMark, password, signIn, test } from "./journey";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const cards = (page: Page) => page.getByRole("main").locator("li.pitch");
const openFilters = (page: Page) => page.getByText("Filters", { exact: true }).click();
const show = (page: Page) => page.getByRole("button", { name: "Show projects" }).click();

test("a contributor finds projects, and a creator finds their own", async ({ page, sql, look }) => {
  const mark = newMark();
  const [creatorEmail, contributorEmail] = [newAddress("posts"), newAddress("finds")];
  const creatorId = await makeCreator(sql, { name: "Pia Posts", email: creatorEmail, service: "Copywriter" });
  await makeContributor(sql, { name: "Finn Finds", email: contributorEmail, service: "Copywriter" });
  await sql(
    `WITH posted AS (
       INSERT INTO project_briefs (creator_id, title, description, status, start_date, budget_type_id)
       SELECT $1::uuid, CASE WHEN i = 1 THEN 'Lighthouse ' ELSE 'Harbor ' END || $2 || ' ' || i,
              repeat('Six long episodes about the coast. ', 12), CASE WHEN i = 14 THEN 'completed' ELSE 'open' END::project_status,
              CASE WHEN i = 1 THEN '2027-03-05'::date END, 1 + i % 2
         FROM generate_series(1, 14) i RETURNING id, title
     ), services AS (
       INSERT INTO project_brief_services
       SELECT posted.id, s.id FROM posted, services s
        WHERE s.name = 'Copywriter' OR s.name = 'Video Editor' AND title NOT LIKE 'Lighthouse%'
     )
     INSERT INTO project_brief_tools SELECT id, t FROM posted, generate_series(1, 5) t`,
    [creatorId, mark],
  );

  await test.step("a guest is asked to sign in, and returns to the same search", async () => {
    await page.goto(`/projects?q=${mark}`);
    await expect(page.getByText("Please log in to view projects.")).toBeVisible();
    await look();
    await page.getByRole("link", { name: "Log In / Sign Up" }).click();
    await page.getByLabel("Email").fill(contributorEmail);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(heading(page, "Available Projects")).toBeVisible();
    await expect(page.getByLabel("Words")).toHaveValue(mark);
  });

  await test.step("the best match comes first, with eight to a page", async () => {
    await expect(cards(page)).toHaveCount(8);
    const first = cards(page).first();
    await expect(first).toContainText(`Lighthouse ${mark}`);
    await expect(first).toContainText("% match");
    await expect(first).toContainText("+2 more");
    await expect(first).toContainText("Mar 5, 2027");
    await expect(cards(page).last()).toContainText("Flexible");
    await look();
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await expect(cards(page)).toHaveCount(5);
  });

  await test.step("words, a budget type and a status narrow the list, and can be cleared", async () => {
    await openFilters(page);
    await page.getByLabel("Words").fill(`lighthouses ${mark}`);
    await show(page);
    await expect(cards(page)).toHaveCount(1);
    await openFilters(page);
    await page.getByLabel("Budget type").selectOption({ label: "Fixed Price" });
    await show(page);
    await expect(page.getByText("No projects match these filters")).toBeVisible();
    await expect(page.getByLabel("Budget type")).toHaveValue("1");
    await look();
    await page.getByRole("link", { name: "Fixed Price : remove this filter" }).click();
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await expect(page.getByLabel("Words")).toHaveValue("");
    await openFilters(page);
    await page.getByLabel("Status").selectOption({ label: "Completed" });
    await show(page);
    await expect(page.getByText("No projects match these filters")).toBeVisible();
  });

  await test.step("applications have their own list", async () => {
    await page.getByRole("link", { name: "My applications" }).click();
    await expect(page.getByText("You haven't applied for any projects yet.")).toBeVisible();
    await look();
  });

  await test.step("a creator sees their own projects with counts, and filters them by status", async () => {
    await page.context().clearCookies();
    await signIn(page, creatorEmail);
    await page.goto("/projects");
    await expect(heading(page, "My Projects")).toBeVisible();
    await expect(cards(page)).toHaveCount(10);
    await expect(cards(page).first()).toContainText("0 applications");
    await look();
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Completed" }).click();
    await expect(cards(page)).toHaveCount(1);
    await cards(page).getByRole("link", { name: "Manage Project" }).click();
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  });

  await test.step("a creator without projects is invited to create the first one", async () => {
    await sql("DELETE FROM project_briefs WHERE creator_id = $1", [creatorId]);
    await page.goto("/projects");
    await expect(page.getByText("You haven't created any project briefs yet.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create Your First Project Brief" })).toBeVisible();
    await look();
  });
});
