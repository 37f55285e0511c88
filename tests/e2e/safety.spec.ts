import { expect, makeContributor, makeCreator, newAddress, newMark, password, signIn, test } from "./journey";

test("a profile is reported, and its owner is suspended, reinstated on appeal, and warned", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const name = `Rude ${newMark()}`;
  const [email, reporter, admin, colleague] = ["rude", "reporter", "admin", "colleague"].map(newAddress) as [
    string,
    string,
    string,
    string,
  ];
  const rude = await makeContributor(sql, { name, email, service: "Writer", status: "approved" });
  await makeCreator(sql, { name: "Rhea Reporter", email: reporter, service: "Writer" });
  await makeCreator(sql, { name: "Ada Min", email: admin, service: "Writer", isAdmin: true });
  await makeCreator(sql, { name: "Cole League", email: colleague, service: "Writer", isAdmin: true });

  // Guests can report, too.
  await page.goto(`/profile/${rude}`);
  await page.getByRole("link", { name: "Report this profile" }).click();
  await expect(page.getByLabel("Also block this person")).toHaveCount(0);
  await signIn(page, reporter);
  await page.goto(`/report/profile/${rude}`);
  await look();
  await page.getByLabel("What's wrong?").selectOption("Harassment, hate or threats");
  await page.getByLabel("Tell us more").fill("They threatened me.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "What happens after you report" })).toBeVisible();
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
  const form = desk.locator("details[open]").last();
  await form.getByLabel("7 days").check();
  await form.getByLabel("Why?").selectOption("Disrespectful or threatening communication");
  await form.getByLabel(`Message to ${name} (shown when they sign in)`).fill("Threats have no place here.");
  await form.getByRole("button", { name: `Suspend ${name}` }).click();
  await expect(desk.locator(".toast")).toContainText(`${name} suspended`);

  const home = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await home.newPage();
  await visitor.goto("/login");
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByLabel("Password").fill(password);
  await visitor.getByRole("button", { name: "Sign In" }).click();
  await expect(visitor.getByRole("heading", { name: "Your account is suspended" })).toBeVisible();
  await expect(visitor.getByText("Threats have no place here.")).toBeVisible();
  await look(visitor);
  await visitor.getByLabel("Why do you think it's a mistake?").fill("I quoted a film.");
  await visitor.getByRole("button", { name: "Send appeal" }).click();
  await expect(visitor.getByText("We got your appeal")).toBeVisible();

  await page.goto("/notifications");
  await expect(page.getByText("We've reviewed the profile you reported")).toBeVisible();
  await page.goto(`/profile/${rude}`);
  await expect(page.getByRole("heading", { name })).toHaveCount(0);

  // The appeal can't be decided by the admin who suspended the person, so another admin grants it.
  const [{ id: appealId = "" } = {}] = await sql("SELECT id FROM appeals WHERE user_id = $1", [rude]);
  await desk.goto(`/admin/appeals/${appealId}`);
  await expect(desk.getByRole("heading", { name: "Another admin will decide" })).toBeVisible();
  await office.clearCookies();
  await signIn(desk, colleague);
  await desk.goto(`/admin/appeals/${appealId}`);
  await expect(desk.getByText("I quoted a film.")).toBeVisible();
  await look(desk);
  await desk.getByRole("button", { name: "Grant and reverse the decision" }).click();
  await expect(desk.locator(".toast")).toContainText(`${name}'s appeal granted`);
  await desk.goto(`/admin/audit?person=${rude}`);
  for (const act of ["Suspended someone", "Lifted a suspension", "Granted an appeal"])
    await expect(desk.getByText(act).last()).toBeVisible();

  // After another report, they're warned, and must read the warning before they can continue.
  await signIn(visitor, email);
  await page.goto(`/report/profile/${rude}`);
  await page.getByLabel("What's wrong?").selectOption("Spam or advertising");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "What happens after you report" })).toBeVisible();
  const [{ id: second = "" } = {}] = await sql(
    "SELECT id FROM report_cases WHERE reported_id = $1 AND state = 'open'",
    [rude],
  );
  await visitor.goto("/settings/account");
  await visitor.getByLabel("Full name").fill(`${name} II`);
  await desk.goto(`/admin/reports/${second}`);
  await desk
    .locator("summary")
    .filter({ hasText: `Warn ${name}` })
    .click();
  const warning = desk.locator("details[open]").last();
  await warning.getByLabel("Why?").selectOption("Spam or advertising");
  await warning.getByLabel(`Message to ${name}`).fill("One advertisement is enough.");
  await warning.getByRole("button", { name: `Warn ${name}` }).click();
  await expect(desk.locator(".toast")).toContainText(`${name} warned`);
  await office.close();
  await visitor.getByRole("button", { name: "Save name" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You have a warning to read");
  await expect(visitor.getByRole("button", { name: "Send again" })).toBeVisible();
  await visitor.goto("/settings/account");
  await expect(visitor.getByText("One advertisement is enough.")).toBeVisible();
  await look(visitor);
  await visitor.getByRole("button", { name: "I've read this" }).click();
  await expect(visitor.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await home.close();
});
