import type { Page } from "@playwright/test";
import { expect, makeContributor, makeCreator, newAddress, newMark, signIn, test } from "./journey";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const cards = (page: Page) => page.getByRole("main").locator("ul > li.person");
const main = (page: Page) => page.getByRole("main");

const openMenu = (page: Page, { name }: Saved) =>
  page.locator("summary", { hasText: `More for ${name}` }).click();

interface Saved {
  id: string;
  name: string;
}
type Sql = Parameters<typeof makeCreator>[0];

/** A creator on Free, and contributors with these first names. */
async function makePeople(sql: Sql, firstNames: string[]) {
  const mark = newMark();
  const email = newAddress("saves");
  const creatorId = await makeCreator(sql, { name: "Sal Saves", email, service: "Copywriter" });
  const people: Saved[] = [];
  for (const first of firstNames) {
    const name = `${first} ${mark}`;
    const person = { name, email: newAddress("saved"), service: "Copywriter" };
    people.push({ id: await makeContributor(sql, person), name });
  }
  return { email, creatorId, people };
}

const givePro = (sql: Sql, creatorId: string) =>
  sql(
    `UPDATE user_subscriptions SET plan_type = 'pro', status = 'active', current_period_end = now() + interval '20 days',
            tier_id = (SELECT id FROM subscription_tiers WHERE name = 'pro') WHERE user_id = $1`,
    [creatorId],
  );

/** Saves someone the way the button on their profile does, without opening the page. */
async function save(page: Page, id: string): Promise<void> {
  const reply = await page.request.post(`/profile/${id}/save`, {
    form: { intent: "save", from: "/saved" },
    headers: { "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect(reply.headers().location).toBe("/saved");
}

test("a creator saves people from a profile, a match and a card, up to the plan's limit", async ({
  page,
  sql,
  look,
}) => {
  const { email, creatorId, people } = await makePeople(sql, ["Ana", "Bo", "Cy", "Di", "Ed", "Flo"]);
  const [ana, bo, ...others] = people as [Saved, Saved, ...Saved[]];
  const flo = others.pop() as Saved;
  // People the creator has matched with aren't in the deck, so its card shows someone who isn't saved yet.
  await sql(`INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2), ($1, $3)`, [
    creatorId,
    ana.id,
    bo.id,
  ]);
  await signIn(page, email);

  await test.step("the empty page says what to do next", async () => {
    await page.goto("/dashboard");
    await main(page).getByRole("link", { name: "Favorites", exact: true }).click();
    await expect(heading(page, "Favorites")).toBeVisible();
    await expect(page.getByText("No favorites yet")).toBeVisible();
    await expect(page.getByText("0 of 5 saved")).toBeVisible();
    await look();
  });

  await test.step("people are saved from a profile, a match and a card without leaving the page", async () => {
    await page.goto(`/profile/${ana.id}`);
    await page.getByRole("button", { name: "Save to Favorites" }).click();
    await expect(page.getByText("Contributor saved")).toBeVisible();
    await page.goto("/matches");
    await page.getByRole("button", { name: `Save to Favorites ${bo.name}` }).click();
    await expect(page).toHaveURL(/\/matches$/);
    await expect(page.getByRole("button", { name: `Remove from Favorites ${bo.name}` })).toBeVisible();
    await page.goto("/discover");
    const card = page.locator(".deck-pile");
    const onTop = (await card.getByRole("heading").textContent()) ?? "";
    await card.getByRole("button", { name: /^Save to Favorites/ }).click();
    await expect(page).toHaveURL(/\/discover$/);
    await expect(card.getByRole("heading")).toHaveText(onTop);
    await card.getByRole("button", { name: /^Remove from Favorites/ }).click();
    await expect(card.getByRole("button", { name: /^Save to Favorites/ })).toBeVisible();
    await look();
  });

  await test.step("the sixth person is refused, with two ways to continue", async () => {
    for (const { id } of others) {
      await page.goto(`/profile/${id}`);
      await page.getByRole("button", { name: "Save to Favorites" }).click();
      await expect(page.getByRole("button", { name: "Remove from Favorites" })).toBeVisible();
    }
    await sql(`INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)`, [creatorId, flo.id]);
    await page.goto("/matches");
    await page.getByRole("button", { name: `Save to Favorites ${flo.name}` }).click();
    await expect(page.getByRole("heading", { name: "Limit Reached" })).toBeVisible();
    await expect(page.getByRole("link", { name: "See Pricing Options" }).first()).toBeVisible();
    await look();
    await page.getByRole("link", { name: "Continue with Limitations" }).click();
    await expect(page).toHaveURL(/\/matches$/);
  });
});

test("a creator keeps a note, and with Pro lists, filters and compares people, and undoes a removal", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const { email, creatorId, people } = await makePeople(sql, ["Ana", "Bo", "Cy", "Di", "Ed"]);
  const [ana, bo, , di] = people as [Saved, Saved, Saved, Saved];
  await signIn(page, email);
  for (const { id } of people) await save(page, id);

  await test.step("a note is kept, and lists say that they need a plan", async () => {
    await page.goto("/saved?sort=name");
    await expect(cards(page)).toHaveCount(5);
    await expect(cards(page).first()).toContainText(ana.name);
    await openMenu(page, ana);
    await page.getByRole("link", { name: `Note and lists for ${ana.name}` }).click();
    await expect(page.getByText("Named lists come with Pro and Agency.")).toBeVisible();
    await page.getByLabel("Only you can see this").fill("Fast, <b>kind</b>");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Note saved")).toBeVisible();
    await look();
  });

  await test.step("with Pro, a list is created once, filled, renamed and used as a filter", async () => {
    await givePro(sql, creatorId);
    await page.goto("/saved/lists");
    await look();
    const makeList = async (name: string) => {
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create list" }).click();
    };
    await makeList("Winter crew");
    await expect(page.getByText("List created")).toBeVisible();
    await makeList("winter CREW");
    await expect(page.getByText("You already have a list with this name.").first()).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("winter CREW");
    await page.getByRole("link", { name: "Rename or delete Winter crew" }).click();
    // Both pages have a field with this label, so this waits for the second one.
    await expect(page.getByLabel("Name")).toHaveValue("Winter crew");
    await page.getByLabel("Name").fill("Spring crew");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByText("List renamed")).toBeVisible();
    await page.goto(`/saved/${ana.id}`);
    await page.getByLabel("Spring crew").check();
    await page.getByRole("button", { name: "Save lists" }).click();
    await expect(page.getByText("Lists saved")).toBeVisible();
    await page.goto("/saved");
    await page.getByRole("link", { name: "Spring crew 1" }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText("Your note: Fast, <b>kind</b>");
    await look();
    await page.getByRole("link", { name: "All 5" }).click();
    await expect(cards(page)).toHaveCount(5);
  });

  await test.step("two people are compared side by side, and a selection survives a filter", async () => {
    await page.getByLabel(`Compare ${bo.name}`).check();
    await page.getByText("Sort and filter").click();
    await page.getByLabel("Sort by").selectOption({ label: "Name" });
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByLabel(`Compare ${bo.name}`)).toBeChecked();
    await page.getByLabel(`Compare ${ana.name}`).check();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([ana.name, bo.name]);
    await expect(page.getByRole("article").first()).toContainText("Fast, <b>kind</b>");
    await look();
    await openMenu(page, bo);
    await page.getByRole("link", { name: new RegExp(`Remove from comparison ?: ${bo.name}`) }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("link", { name: "Back to Favorites" }).click();
    await expect(page.getByLabel(`Compare ${ana.name}`)).toBeChecked();
    await expect(page.getByLabel(`Compare ${bo.name}`)).not.toBeChecked();
  });

  await test.step("undoing a removal restores the note, and people who are no longer available can be removed", async () => {
    await page.goto("/saved?sort=name");
    await openMenu(page, ana);
    await page.getByRole("button", { name: `Remove ${ana.name}` }).click();
    await expect(page.getByText(`You removed ${ana.name}.`)).toBeVisible();
    // The focused button was removed, so the focus must have moved to something visible.
    if (javaScriptEnabled) await expect(page.locator(":is(main, main *):focus")).toBeVisible();
    await expect(cards(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cards(page).first()).toContainText("Fast, <b>kind</b>");
    await expect(cards(page).first()).toContainText("Spring crew");
    await sql("INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)", [di.id, creatorId]);
    await page.goto("/saved");
    await expect(cards(page)).toHaveCount(4);
    await expect(page.getByText("1 person you saved is no longer available.")).toBeVisible();
    await look();
    await page.getByRole("button", { name: "Remove them" }).click();
    await expect(page.getByText("4 of 20 saved")).toBeVisible();
    await expect(page.getByText("is no longer available")).toHaveCount(0);
  });
});

test("analytics come with Pro, and show each week in charts and tables", async ({ page, sql, look }) => {
  const { email, creatorId, people } = await makePeople(sql, ["Ana"]);
  await signIn(page, email);
  await page.goto("/analytics");
  await expect(page.getByText("Analytics come with Pro and Agency")).toBeVisible();
  await look();
  await givePro(sql, creatorId);
  await sql("INSERT INTO swipes (actor_id, target_id, liked) VALUES ($1, $2, true)", [
    people[0]?.id,
    creatorId,
  ]);
  await page.goto("/dashboard");
  await main(page).getByRole("link", { name: "Analytics", exact: true }).click();
  await expect(heading(page, "Analytics")).toBeVisible();
  await expect(page.getByRole("img", { name: "Likes received by week" })).toBeVisible();
  await page.getByText("Show likes received as a table").click();
  const table = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Likes" }) });
  await expect(table.getByRole("row")).toHaveCount(13);
  await expect(table.getByRole("row").last()).toContainText("1");
  await look();
});
