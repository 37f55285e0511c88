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

test("a member invites someone, who builds a profile, joins and confirms their address; both are rewarded", async ({
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
  const invitePeople = page.getByRole("link", { name: "Grow your network, earn rewards" });
  if (javaScriptEnabled) {
    await hasScript(page, "main a");
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    await page.route("**/invite/link", (route) => route.abort(), { times: 1 });
    await invitePeople.click();
    await expect(dialog.getByText("We couldn't load your link.")).toBeVisible();
    await dialog.getByRole("button", { name: "Try Again" }).click();
    await expect(dialog.getByLabel("Your invite link")).toHaveValue(/\/join\/[0-9a-f]{8}$/);
    await look();
    await dialog.getByRole("link", { name: "Social" }).click();
    await expect(dialog.getByRole("link", { name: /Facebook|Twitter|LinkedIn|SMS/ })).toHaveCount(4);
    await dialog.getByRole("link", { name: "Email" }).click();
    await expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
    await dialog.getByLabel("Their email address").fill(member);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByText("That's your own address.").first()).toBeVisible();
    await expect(dialog.getByLabel("Their email address")).toHaveValue(member);
    await look();
    await dialog.getByLabel("Their email address").fill(newAddress("other"));
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL(/\/invite\?tab=email$/);
    await page.goBack();
    await expect(invitePeople).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(dialog).toBeHidden();
    await invitePeople.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(invitePeople).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard$/);
    await invitePeople.click();
    await dialog.getByRole("link", { name: "Your invitations and rewards" }).click();
  } else await invitePeople.click();
  await expect(page).toHaveURL(/\/invite$/);
  await expect(page.getByLabel("Your invite link")).toHaveValue(/\/join\/[0-9a-f]{8}$/);
  await look();
  await page.getByRole("link", { name: "Email" }).click();
  await expect(page).toHaveURL(/tab=email/);
  // The address is typed before the script loads.
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
  await expect(visitor.getByRole("heading", { name: "Inga invited you to Matchcut" })).toBeVisible();
  await look(visitor);
  await visitor.getByRole("link", { name: "Build your profile" }).click();
  await visitor.getByRole("button", { name: /Hiring User/ }).click();
  for (const step of [1, 2, 3]) {
    await expect(visitor).toHaveURL(new RegExp(`/onboarding/${step}$`));
    // A reward requires a profile that can appear in decks.
    if (step === 3) await visitor.getByLabel("Writer", { exact: true }).check();
    await nextStep(visitor);
  }
  await expect(visitor).toHaveURL(/\/onboarding\/4$/);
  await visitor.getByRole("button", { name: "Complete", exact: true }).click();
  // The address may differ from the invited one, because the invitation is in the link.
  const own = newAddress("own");
  await createAccount(visitor, "Fritz Friend", own);
  await confirmAddress(visitor, own);
  const boosted = async () => {
    await visitor.goto("/invite");
    return visitor.getByText("You joined with an invitation").count();
  };
  await expect.poll(boosted).toBe(1);
  await look(visitor);
  await elsewhere.close();

  await page.goto("/invite");
  await expect(states.getByText("Rewarded", { exact: true }).first()).toBeVisible();
  await expect(states.getByText("Fritz Friend")).toBeVisible();
  await expect(page.getByText("Priority matching", { exact: true })).toBeVisible();
});
