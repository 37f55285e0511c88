import type { Page } from "@playwright/test";
import { cards } from "../support/paying";
import {
  expect,
  hasScript,
  makeContributor,
  makeCreator,
  newAddress,
  newMark,
  signIn,
  test,
} from "./journey";

/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "Email Marketer";

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;

/** Uses the controls of Stripe's stand-in that have no page. */
async function controlStripe(name: string, body: object): Promise<void> {
  const answer = await fetch(`${process.env.STRIPE_CONTROL_URL}/${name}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function endPeriod(sql: Sql, userId: string): Promise<void> {
  const [row] = await sql("SELECT stripe_customer_id AS id FROM user_subscriptions WHERE user_id = $1", [
    userId,
  ]);
  await controlStripe("end-period", { customer: row?.id });
}

/** Reloads until the page shows these words, because a job processes the webhook later. */
async function untilShown(page: Page, address: string, words: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration").fill("12/40");
  await page.getByLabel("CVC").fill("123");
}

async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole("button", { name: /^(Subscribe|Pay) \$/ }).click();
}

async function choose(page: Page, button: string): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: button }).click();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page.getByText("Payment sandbox.")).toBeVisible();
}

/** Starts a brief with only a title, and goes to its last step. */
async function write(page: Page, title: string, byScript: boolean | undefined): Promise<void> {
  await page.goto("/project-brief");
  if (byScript) await hasScript(page);
  await page.getByLabel("Title").fill(title);
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/project-brief/.test(response.url()),
  );
  await page.getByRole("group", { name: "Steps" }).getByRole("button", { name: "Budget" }).click();
  await saved;
  await expect(page.locator("legend", { hasText: "Budget" }).last()).toBeVisible();
}

async function post(page: Page, title: string, byScript: boolean | undefined): Promise<void> {
  await write(page, title, byScript);
  await page.getByRole("button", { name: "Post Project" }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
}

test("a creator reaches a limit, buys Pro with the third card they try, posts again, cancels, and is on Free when the period ends", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  const email = newAddress("paula");
  const userId = await makeCreator(sql, { name: `Paula ${mark}`, email, service });
  await signIn(page, email);
  await post(page, `First ${mark}`, javaScriptEnabled);
  await write(page, `Second ${mark}`, javaScriptEnabled);
  await expect(page.getByText("Project Limit Reached")).toBeVisible();
  await look();
  await page.getByRole("main").getByRole("link", { name: "See Pricing Options" }).click();

  await page.goto("/payment?priceId=price_unknown");
  await expect(page.getByRole("alert").filter({ hasText: "Error processing checkout" })).toContainText(
    "Price ID not found for this plan, please contact support.",
  );
  await expect(page.locator(".toast")).toContainText("Checkout Error");
  await page.getByRole("main").getByRole("link", { name: "See Pricing Options" }).click();
  await expect(page.getByText("You're on Free.")).toBeVisible();
  await choose(page, "Subscribe to Pro");
  const checkout = page.url();
  await look();
  await page.getByRole("link", { name: "Go back without paying" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subscribe to Pro");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(checkout);

  await payWith(page, cards.declined);
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await look();
  await payWith(page, cards.asksOnce);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm with your bank");
  await look();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("alert")).toContainText("unable to authenticate");
  await page.goto("/creator-dashboard");
  await expect(page.getByRole("heading", { name: "Your plan: Free" })).toBeVisible();
  await page.goto(checkout);
  await payWith(page, cards.asksOnce);
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Successful!");
  await look();
  await page.goto(checkout);
  await expect(page.getByText("You've already paid")).toBeVisible();
  const [paid, ...others] = await sql("SELECT status FROM payments WHERE user_id = $1", [userId]);
  expect([paid?.status, others]).toEqual(["paid", []]);

  await post(page, `Second, with room ${mark}`, javaScriptEnabled);
  await page.goto("/settings/billing");
  await expect(page.getByText("Pro, monthly").first()).toBeVisible();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  await look();
  const receipt = page.getByRole("link", { name: /^Open receipt/ });
  await page.goto((await receipt.getAttribute("href")) ?? "");
  await expect(page.getByText("Status: paid")).toBeVisible();
  await look();

  await page.goto("/settings/billing");
  await page.getByRole("button", { name: "Cancel my plan" }).click();
  await expect(page.getByText(/Ends on .* You have full access until then/)).toBeVisible();
  await look();
  await endPeriod(sql, userId);
  await untilShown(page, "/settings/billing", "Free never ends");
  await expect(page.getByText("Canceled")).toHaveCount(0);
  await write(page, `Third ${mark}`, javaScriptEnabled);
  await expect(page.getByText("Project Limit Reached")).toBeVisible();
});

test("a creator pays for one post, which expires, and gets a refund from an admin", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const [email, adminEmail] = [newAddress("pola"), newAddress("alma")];
  const userId = await makeCreator(sql, { name: `Pola ${mark}`, email, service });
  await makeCreator(sql, { name: `Alma ${mark}`, email: adminEmail, service, isAdmin: true });
  await signIn(page, email);
  await page.goto("/pricing");
  await choose(page, "Buy Pay-Per-Post");
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Successful!");
  await look();
  await page.getByRole("link", { name: "Create Project Post" }).click();
  await post(page, `Paid ${mark}`, javaScriptEnabled);
  const project = page.url();
  await page.goto("/settings/billing");
  await expect(page.getByText(/Your post is paid for until .* After that, you're on Free/)).toBeVisible();
  await look();

  await sql(
    "UPDATE payments SET paid_at = paid_at - interval '31 days', ends_at = ends_at - interval '31 days' WHERE user_id = $1",
    [userId],
  );
  await sql(
    `UPDATE user_subscriptions SET current_period_start = current_period_start - interval '31 days',
            current_period_end = current_period_end - interval '31 days' WHERE user_id = $1`,
    [userId],
  );
  await sql(
    "UPDATE project_briefs SET created_at = created_at - interval '31 days', expires_at = expires_at - interval '31 days' WHERE creator_id = $1",
    [userId],
  );
  const candidate = newAddress("cora");
  await makeContributor(sql, { name: `Cora ${mark}`, email: candidate, service });
  const other = await (await browser.newContext({ javaScriptEnabled, viewport, baseURL })).newPage();
  await signIn(other, candidate);
  await other.goto(project);
  await expect(other.getByText("no longer accepting applications").first()).toBeVisible();
  await page.goto("/settings/billing");
  await expect(page.getByText("Free never ends")).toBeVisible();

  await page.getByRole("link", { name: "Ask for a refund" }).click();
  await expect(page.getByLabel("What went wrong?")).toBeVisible();
  await look();
  await page.getByLabel("What went wrong?").fill(`Nobody applied ${mark}`);
  await page.getByRole("button", { name: /^Ask for \$.* back$/ }).click();
  await expect(page.getByText("Refund requested")).toBeVisible();
  const admin = await (await browser.newContext({ javaScriptEnabled, viewport, baseURL })).newPage();
  await signIn(admin, adminEmail);
  await admin.goto("/admin/refunds");
  await look(admin);
  await admin.getByRole("link", { name: `Review Pola ${mark}'s refund` }).click();
  await expect(admin.getByText(`Nobody applied ${mark}`)).toBeVisible();
  await admin.getByLabel("Note to the customer").fill("With our apologies.");
  await look(admin);
  await admin.getByRole("button", { name: /^Refund \$/ }).click();
  await expect(admin.getByText(`Refund for Pola ${mark} approved`).first()).toBeVisible();
  await untilShown(page, "/settings/billing", "Our note: With our apologies.");
  await look();
});

test("a creator whose renewal fails keeps Pro for a week, and pays with another card", async ({
  page,
  sql,
  look,
}) => {
  const mark = newMark();
  const email = newAddress("petra");
  const userId = await makeCreator(sql, { name: `Petra ${mark}`, email, service });
  await signIn(page, email);
  await page.goto("/pricing?billing=yearly");
  await choose(page, "Subscribe to Pro");
  await payWith(page, cards.failsLater);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Successful!");
  await endPeriod(sql, userId);
  await untilShown(page, "/settings/billing", /Your last payment failed. Update your card by/);
  await look();
  await expect(page.getByText("Pro, yearly").first()).toBeVisible();
  await page.getByRole("button", { name: "Manage Subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your billing");
  await look();
  await fillCard(page, "4242 4242 4242 4241");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Your card number is invalid.")).toBeVisible();
  await look();
  await fillCard(page, cards.good);
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  await page.getByRole("link", { name: "Return to Matchcut" }).click();
  await untilShown(page, "/settings/billing", /^Renews on/);
});

test("with script: a dashboard that shows the plan doesn't ask for it again", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only script asks again");
  const email = newAddress("once");
  await makeCreator(sql, { name: "Onna Once", email, service });
  await page.clock.install();
  await signIn(page, email);
  await page.goto("/creator-dashboard");
  await hasScript(page, "#menu form");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.fastForward(20_000);
  await page.evaluate(() => fetch("/healthz"));
  expect(asked).not.toContain("/creator-dashboard.data");
});
