import { expect, hasScript, makeCreator, newAddress, signIn, test } from "./journey";

test("a visitor looks for an answer, downloads a template, writes to us, reads our reply, and subscribes to the newsletter and unsubscribes", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const [admin, visitor] = [newAddress("admin"), newAddress("visitor")];
  await makeCreator(sql, { name: "Ada Min", email: admin, service: "Writer", isAdmin: true });
  await page.goto("/faq");
  await look();
  await page.getByLabel("Search the questions").fill("charged twice");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No questions found matching your search criteria.")).toBeVisible();
  await page.getByRole("link", { name: "Reset filters" }).click();
  await page.waitForURL(/\/faq$/);
  await page.getByRole("link", { name: "Pricing & Billing" }).click();
  await page.waitForURL(/topic=pricing/);
  const answers = page.locator("details[name=question]");
  await answers.nth(0).locator("summary").click();
  await answers.nth(1).locator("summary").click();
  await expect(answers.nth(1)).toHaveAttribute("open");
  await expect(answers.nth(0)).not.toHaveAttribute("open");
  await look();
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Safety Center" }).click();
  await page.waitForURL(/\/safety-center$/);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download Project brief template" }).click();
  expect((await file).suggestedFilename()).toBe("project-brief-template.docx");
  await expect(page.getByText("Download started")).toBeVisible();
  await page.getByRole("link", { name: "FAQ", exact: true }).first().click();
  await page.waitForURL(/\/safety-center\?tab=faq$/);
  await page.getByRole("link", { name: "Contact Support" }).click();
  await page.waitForURL(/\/contact$/);
  await look();
  await page.getByLabel("Name").fill("Vic Visitor");
  await page.getByLabel("Email").fill(visitor);
  await page.getByLabel("Subject").selectOption("Billing");
  await page.getByLabel("Message").fill("My card was charged twice.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".toast")).toContainText("Message sent!");

  const office = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const desk = await office.newPage();
  await signIn(desk, admin);
  await desk.goto("/admin/contact?subject=billing");
  await look(desk);
  const entry = desk.getByRole("listitem").filter({ hasText: visitor });
  await entry.getByRole("link").click();
  await expect(desk.getByLabel("Your reply")).toBeVisible();
  await expect(desk.getByText("My card was charged twice.")).toBeVisible();
  await look(desk);
  await desk.getByLabel("Your reply").fill("We paid it back.");
  // With the clock paused, the toast stays until it's dismissed.
  if (javaScriptEnabled) {
    // Script must be running, because it doesn't start while the clock is paused.
    await hasScript(desk);
    await desk.clock.install();
    await desk.clock.pauseAt(Date.now() + 60_000);
  }
  await desk.getByRole("button", { name: "Send reply" }).click();
  await expect(desk.locator(".toast")).toContainText("Reply sent");
  if (javaScriptEnabled) {
    await desk.getByRole("button", { name: "Dismiss" }).click();
    await expect(desk.locator(".toast")).toBeHidden();
    await desk.clock.resume();
  }
  await expect(entry).toHaveCount(0);

  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Newsletter" }).click();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.locator(".toast")).toContainText("Please enter your email address.");
  await page.getByLabel("Email").fill(visitor);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText(/Check your email for a link to confirm/)).toBeVisible();
  await look();
  const mail = page
    .locator("article")
    .filter({ hasText: "Confirm your Matchcut newsletter" })
    .filter({ hasText: visitor });
  await page.goto("/dev/outbox");
  await page.goto((await mail.getByRole("link").getAttribute("href")) ?? "");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.locator(".toast")).toContainText("You're now subscribed to our newsletter.");

  await desk.goto(`/admin/newsletter?q=${encodeURIComponent(visitor)}`);
  await look(desk);
  await desk.getByRole("link", { name: `Remove ${visitor}` }).click();
  await desk.getByRole("button", { name: "Remove" }).click();
  await expect(desk.locator(".toast")).toContainText("Address removed");
  await office.close();
});
