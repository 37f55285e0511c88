import { createAccount, expect, makeCreator, newAddress, nextStep, signIn, test } from "./journey";

const serviceOf: Record<string, string> = {
  "js-phone": "Photographer",
  "js-desktop": "Photo Editor",
  "no-js-phone": "Web Designer",
  "no-js-desktop": "Videographer",
};

test("a contributor is approved and then appears in a deck", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}, info) => {
  const service = serviceOf[info.project.name] ?? "";
  const admin = newAddress("admin");
  await makeCreator(sql, { name: "Ada Min", email: admin, service: "Writer", isAdmin: true });
  const creator = newAddress("creator");
  await makeCreator(sql, { name: "Cleo Maker", email: creator, service });
  const name = `Nova ${info.project.name}`;
  const email = newAddress("nova");

  await page.goto("/onboarding");
  await page.getByRole("button", { name: /Service Provider/ }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await nextStep(page);
  await expect(page).toHaveURL(/\/onboarding\/2$/);
  await look();
  const option = page.getByLabel(service, { exact: true });
  // Opens the option's group, because only the group with the most common choices is open.
  if (!(await option.isVisible())) await page.locator("details", { has: option }).locator("summary").click();
  await option.check();
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await createAccount(page, name, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Show your first piece of work");
  await look();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByText(/1-2 business days/).first()).toBeVisible();
  await look();
  await page.goto("/discover");
  await expect(page.getByText("Your profile isn't approved yet")).toBeVisible();

  const office = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const desk = await office.newPage();
  await signIn(desk, admin);
  // The dashboard lists only the ten people who have waited longest, and other journeys' people may be among them.
  const waitLongest = () =>
    sql(
      `UPDATE admin_notifications SET created_at = created_at - interval '1 day'
        WHERE status = 'unread' AND user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
  await waitLongest();
  await desk.goto("/dashboard");
  const entry = () => desk.locator("li, article, section.card").filter({ hasText: name }).last();
  await look(desk);
  await entry()
    .getByText(/^Reject/)
    .first()
    .click();
  await entry()
    .getByRole("button", { name: /Reject/ })
    .last()
    .click();
  // The server refused the form, and the summary of errors links to the field.
  const reason = desk.getByLabel("Reason in your own words");
  await desk.locator(".error-summary").getByRole("link").click();
  await expect(reason).toBeInViewport();
  if (javaScriptEnabled) await expect(reason).toBeFocused();
  await reason.fill("Please show two samples of your work.");
  await desk.getByRole("button", { name: "Reject with this reason" }).click();
  await expect(desk.locator(".toast")).toContainText(/rejected/i);

  await page.goto("/dashboard");
  await expect(page.getByText("Please show two samples of your work.").first()).toBeVisible();
  await look();
  await page.getByRole("button", { name: /Submit again/ }).click();
  await expect(page.getByText(/1-2 business days/).first()).toBeVisible();

  await waitLongest();
  await desk.goto("/dashboard");
  await entry()
    .getByRole("button", { name: /Approve/ })
    .click();
  await expect(desk.locator(".toast")).toContainText(/approved/i);

  await desk.getByRole("link", { name: "Admin", exact: true }).click();
  const place = (to: string) =>
    desk.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: to }).click();
  await expect(desk.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await look(desk);
  await place("Audit log");
  await desk.getByLabel("Person").fill(email);
  await desk.getByRole("button", { name: "Show actions" }).click();
  // Waits for the new page, because the old one also shows the actions of other tests.
  await expect(desk).toHaveURL(/[?&]person=/);
  await expect(desk.getByText("Approved a contributor").last()).toBeVisible();
  await expect(desk.getByText("Please show two samples of your work.")).toBeVisible();
  await look(desk);
  await place("Subscriptions");
  // Both pages have this field, so this waits for the second one.
  await expect(desk).toHaveURL(/\/admin\/subscriptions$/);
  await expect(desk.getByLabel("Person")).toHaveValue("");
  await desk.getByLabel("Person").fill(creator);
  await desk.getByRole("button", { name: "Search" }).click();
  await desk.getByRole("link", { name: `Reset Usage for ${creator}` }).click();
  await expect(desk.getByText("Are you sure you want to reset usage for this user?")).toBeVisible();
  await desk.getByRole("button", { name: "Reset Usage" }).click();
  await expect(desk.locator(".toast")).toContainText("Usage has been reset for the Free user.");
  await look(desk);
  await office.close();

  await page.goto("/dashboard");
  await expect(page.getByText(/1-2 business days/)).toHaveCount(0);

  const home = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await home.newPage();
  await signIn(visitor, creator);
  await visitor.goto("/discover");
  await expect(visitor.getByRole("heading", { name })).toBeVisible();
  await home.close();
});
