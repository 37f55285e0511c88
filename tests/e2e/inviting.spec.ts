import {
  confirmAddress,
  createAccount,
  expect,
  hasScript,
  holdScript,
  makeCreator,
  newAddress,
  nextStep,
  signIn,
  test,
} from "./journey";

test("a member invites somebody, who builds a profile, joins and confirms: both are rewarded", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const [member, friend] = [newAddress("member"), newAddress("friend")];
  await makeCreator(sql, { name: "Inga Inviter", email: member, service: "Writer" });
  await signIn(page, member);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Invite people" }).click();
  await expect(page.getByLabel("Your invite link")).toHaveValue(/\/join\/[0-9a-f]{8}$/);
  await look();
  await page.getByRole("link", { name: "Email" }).click();
  await expect(page).toHaveURL(/tab=email/);
  if (javaScriptEnabled) await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  // Typed before script loads.
  const scriptMayLoad = await holdScript(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.getByLabel("Their email address").fill(friend);
  scriptMayLoad();
  if (javaScriptEnabled) await hasScript(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".toast")).toContainText("Invitation sent");
  const states = page.getByRole("region", { name: "Your invitations" });
  await expect(states.getByText("f•••@example.com")).toBeVisible();
  await look();

  const elsewhere = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await elsewhere.newPage();
  await visitor.goto("/dev/outbox");
  const mail = visitor.locator("article").filter({ hasText: friend });
  await visitor.goto((await mail.locator("a[href*='/join/']").getAttribute("href")) ?? "");
  await expect(visitor.getByRole("heading", { name: "Inga invites you to Matchcut" })).toBeVisible();
  await look(visitor);
  await visitor.getByRole("link", { name: "Build your profile" }).click();
  await visitor.getByRole("button", { name: /Hiring User/ }).click();
  for (const step of [1, 2, 3]) {
    await expect(visitor).toHaveURL(new RegExp(`/onboarding/${step}$`));
    await nextStep(visitor);
  }
  await expect(visitor).toHaveURL(/\/onboarding\/4$/);
  await visitor.getByRole("button", { name: "Complete", exact: true }).click();
  // Another address than the invited one: the link counts.
  const own = newAddress("own");
  await createAccount(visitor, "Fritz Friend", own);
  await confirmAddress(visitor, own);
  const boosted = async () => {
    await visitor.goto("/invite");
    return visitor.getByText("You joined by an invitation").count();
  };
  await expect.poll(boosted).toBe(1);
  await look(visitor);
  await elsewhere.close();

  await page.goto("/invite");
  await expect(states.getByText("Rewarded", { exact: true }).first()).toBeVisible();
  await expect(states.getByText("Fritz Friend")).toBeVisible();
  await expect(page.getByText("Priority matching", { exact: true })).toBeVisible();
});
