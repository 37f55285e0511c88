import type { Page } from "@playwright/test";
import { expect, makeContributor, makeCreator, newAddress, newMark, signIn, test } from "./journey";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const cards = (page: Page) => page.getByRole("main").locator("ul > li.card");
const main = (page: Page) => page.getByRole("main");

test("a creator saves people, annotates, lists, compares and removes them, and sees their weekly analytics", async ({
  page,
  sql,
  look,
}) => {
  const mark = newMark();
  const email = newAddress("saves");
  const creatorId = await makeCreator(sql, { name: "Sal Saves", email, service: "Copywriter" });
  const names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo"].map((name) => `${name} ${mark}`);
  const ids: string[] = [];
  for (const name of names)
    ids.push(await makeContributor(sql, { name, email: newAddress("saved"), service: "Copywriter" }));
  const [ana, bo, , di, , flo] = ids as [string, string, string, string, string, string];
  // People the creator has matched with aren't in the deck, so its card shows someone who isn't saved yet.
  await sql(`INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2), ($1, $3)`, [
    creatorId,
    ana,
    bo,
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
    await page.goto(`/profile/${ana}`);
    await page.getByRole("button", { name: "Save to Favorites" }).click();
    await expect(page.getByText("Contributor saved")).toBeVisible();
    await page.goto("/matches");
    await page.getByRole("button", { name: `Save to Favorites ${names[1]}` }).click();
    await expect(page).toHaveURL(/\/matches$/);
    await expect(page.getByRole("button", { name: `Remove from Favorites ${names[1]}` })).toBeVisible();
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

  await test.step("the sixth person is refused, with two ways to go on", async () => {
    for (const id of ids.slice(2, 5)) {
      await page.goto(`/profile/${id}`);
      await page.getByRole("button", { name: "Save to Favorites" }).click();
      await expect(page.getByRole("button", { name: "Remove from Favorites" })).toBeVisible();
    }
    await sql(`INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)`, [creatorId, flo]);
    await page.goto("/matches");
    await page.getByRole("button", { name: `Save to Favorites ${names[5]}` }).click();
    await expect(page.getByRole("heading", { name: "Limit Reached" })).toBeVisible();
    await expect(page.getByRole("link", { name: "See Pricing Options" }).first()).toBeVisible();
    await look();
    await page.getByRole("link", { name: "Continue with Limitations" }).click();
    await expect(page).toHaveURL(/\/matches$/);
  });

  await test.step("a note is kept; lists and analytics say that they need a plan", async () => {
    await page.goto("/saved?sort=name");
    await expect(cards(page)).toHaveCount(5);
    await expect(cards(page).first()).toContainText(names[0] ?? "");
    await page.getByRole("link", { name: `Note and lists for ${names[0]}` }).click();
    await expect(page.getByText("Named lists come with Pro and Agency.")).toBeVisible();
    await page.getByLabel("Only you can see this").fill("Fast, <b>kind</b>");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Note saved")).toBeVisible();
    await look();
    await page.goto("/analytics");
    await expect(page.getByText("Analytics come with Pro and Agency")).toBeVisible();
    await look();
  });

  await test.step("with Pro, a list is created once, filled, renamed and used as a filter", async () => {
    await sql(
      `UPDATE user_subscriptions SET plan_type = 'pro', status = 'active', current_period_end = now() + interval '20 days',
              tier_id = (SELECT id FROM subscription_tiers WHERE name = 'pro') WHERE user_id = $1`,
      [creatorId],
    );
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
    // Both pages have a field with this label.
    await expect(page.getByLabel("Name")).toHaveValue("Winter crew");
    await page.getByLabel("Name").fill("Spring crew");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByText("List renamed")).toBeVisible();
    await page.goto(`/saved/${ana}`);
    await page.getByLabel("Spring crew").check();
    await page.getByRole("button", { name: "Save lists" }).click();
    await expect(page.getByText("Lists saved")).toBeVisible();
    await page.goto("/saved");
    await page.getByLabel("List").selectOption({ label: "Spring crew" });
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText("Your note: Fast, <b>kind</b>");
    await look();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(cards(page)).toHaveCount(5);
  });

  await test.step("two people are compared side by side", async () => {
    await page.getByLabel(`Compare ${names[0]}`).check();
    await page.getByLabel(`Compare ${names[1]}`).check();
    await page.getByRole("button", { name: "Compare up to 3" }).click();
    await expect(page.getByRole("columnheader")).toHaveText([names[1] ?? "", names[0] ?? ""]);
    await expect(page.getByRole("row", { name: "Your private note" })).toContainText("Fast, <b>kind</b>");
    await look();
  });

  await test.step("a removal is undone with its note; people who left are removed without a reason", async () => {
    await page.goto("/saved?sort=name");
    await page.getByRole("button", { name: `Remove ${names[0]}` }).click();
    await expect(page.getByText(`You removed ${names[0]}.`)).toBeVisible();
    await expect(cards(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cards(page).first()).toContainText("Fast, <b>kind</b>");
    await expect(cards(page).first()).toContainText("Spring crew");
    await sql("INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)", [di, creatorId]);
    await page.goto("/saved");
    await expect(cards(page)).toHaveCount(4);
    await expect(page.getByText("1 person you saved is no longer available.")).toBeVisible();
    await look();
    await page.getByRole("button", { name: "Remove them" }).click();
    await expect(page.getByText("4 of 20 saved")).toBeVisible();
    await expect(page.getByText("is no longer available")).toHaveCount(0);
  });

  await test.step("analytics show each week in charts and tables", async () => {
    await sql("INSERT INTO swipes (actor_id, target_id, liked) VALUES ($1, $2, true)", [ana, creatorId]);
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
});
