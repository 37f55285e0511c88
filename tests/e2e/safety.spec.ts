import { expect, makeContributor, makeCreator, newAddress, newMark, password, signIn, test } from "./journey";

test("a profile is reported, its owner suspended and told why, and let in again", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const name = `Rude ${newMark()}`;
  const [email, reporter, admin] = [newAddress("rude"), newAddress("reporter"), newAddress("admin")];
  const rude = await makeContributor(sql, { name, email, service: "Writer", status: "approved" });
  await makeCreator(sql, { name: "Rhea Reporter", email: reporter, service: "Writer" });
  await makeCreator(sql, { name: "Ada Min", email: admin, service: "Writer", isAdmin: true });

  // Somebody without an account may, too.
  await page.goto(`/profile/${rude}`);
  await page.getByText(`More about ${name}`).locator("..").click();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByLabel("Block this person as well")).toHaveCount(0);
  await signIn(page, reporter);
  await page.goto(`/report/profile/${rude}`);
  await look();
  await page.getByLabel("What is wrong?").selectOption("Harassment, hate or threats");
  await page.getByLabel("In your words").fill("They threatened me.");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("heading", { name: "What happens with a report" })).toBeVisible();
  await expect(page.locator(".toast")).toContainText("Report received");

  const office = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const desk = await office.newPage();
  await signIn(desk, admin);
  await desk.goto("/admin/reports?reason=harassment");
  await look(desk);
  const [{ id = "" } = {}] = await sql("SELECT id FROM report_cases WHERE reported_id = $1", [rude]);
  await desk.goto(`/admin/reports/${id}`);
  await expect(desk.getByText("They threatened me.")).toBeVisible();
  await look(desk);
  await desk
    .locator("summary")
    .filter({ hasText: `Suspend ${name}` })
    .click();
  await desk.getByLabel("How long?").selectOption("7 days");
  const form = desk.locator("details[open]").last();
  await form.getByLabel("Why?").selectOption("Disrespectful or threatening communication");
  await form.getByLabel(`What ${name} reads at sign-in`).fill("Threats have no place here.");
  await form.getByRole("button", { name: `Suspend ${name}` }).click();
  await expect(desk.locator(".toast")).toContainText("Suspended");

  const home = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await home.newPage();
  await visitor.goto("/login");
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByLabel("Password").fill(password);
  await visitor.getByRole("button", { name: "Sign In" }).click();
  await expect(visitor.getByText(/Your account is suspended until/)).toBeVisible();
  await expect(visitor.getByText("Threats have no place here.")).toBeVisible();

  await page.goto("/notifications");
  await expect(page.getByText("We decided about the profile you reported")).toBeVisible();
  await page.goto(`/profile/${rude}`);
  await expect(page.getByRole("heading", { name })).toHaveCount(0);

  await desk.getByRole("button", { name: `Lift the suspension of ${name}` }).click();
  await expect(desk.locator(".toast")).toContainText("Suspension lifted");
  await office.close();
  await signIn(visitor, email);
  await home.close();
});
