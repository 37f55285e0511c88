import {
  confirmAddress,
  expect,
  makeContributor,
  newAddress,
  newMark,
  nextStep,
  password,
  test,
} from "./journey";

test("a visitor finds an editor by service, signs up, builds a profile, writes to them and saves the search", async ({
  page,
  sql,
  look,
}) => {
  const name = `Remy Cutter ${newMark()}`;
  const editor = await makeContributor(sql, {
    name,
    email: newAddress("editor"),
    service: "Growth Marketer",
  });
  await sql(
    `WITH picture AS (
       INSERT INTO media (owner_id, kind, ending, file_key, bytes, name, width, height, widths)
       SELECT $1, 'image', '', 'media/' || gen_random_uuid(), 8, '', 900, 1600, '{360}' FROM generate_series(1, 2) RETURNING id)
     INSERT INTO work_samples (profile_id, position, kind, media_id, title)
     SELECT $1, row_number() OVER (), 'image', id, 'A still' FROM picture`,
    [editor],
  );
  await page.goto("/");
  await page.getByRole("link", { name: "See the contributors" }).click();
  await expect(page).toHaveURL(/\/contributors$/);
  await look();
  await page.getByRole("link", { name: "More services" }).click();
  await page.getByRole("link", { name: "Growth marketers" }).click();
  await expect(page).toHaveURL(/\/contributors\/growth-marketers$/);
  await page.getByRole("link", { name: "Newest first" }).click();
  await expect(page).toHaveURL(/\?sort=new$/);
  // Even on the smallest screen, the work is shown as a row of whole frames.
  const card = page.getByRole("listitem").filter({ hasText: name });
  const frames = card.getByRole("link", { name: "A still" });
  await expect(frames).toHaveCount(2);
  const [left, right] = [await frames.first().boundingBox(), await frames.last().boundingBox()];
  expect(right).toMatchObject({ y: left?.y, height: left?.height });
  expect(left?.height).toBeGreaterThan(100);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await look();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await look();

  await page.getByRole("link", { name: "Message" }).click();
  await expect(page).toHaveURL(/\/login\?/);
  const email = newAddress("nia");
  await page.getByLabel("Full name").fill("Nia New");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/messages\/new\?to=/);
  const place = page.url();
  await page.getByRole("link", { name: "Build my profile" }).click();
  await page.getByRole("button", { name: /Hiring User/ }).click();
  await expect(page).toHaveURL(/\/onboarding\/1\?/);
  await page.getByLabel("Name", { exact: true }).fill("Nia New");
  for (const step of [2, 3, 4]) {
    await nextStep(page);
    await expect(page).toHaveURL(new RegExp(`/onboarding/${step}\\?`));
  }
  await page.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(page).toHaveURL(place);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Start a conversation with ${name}`);

  await confirmAddress(page, email);
  await page.goto(place);
  await page.getByLabel("Message").fill("Are you free in June?");
  await page.getByRole("main").getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  const messages = page.getByRole("log", { name: "Messages" });
  await expect(messages.getByText("Are you free in June?")).toBeVisible();

  await page.goto("/contributors/growth-marketers");
  await look();
  await page.getByRole("button", { name: "Save this search" }).click();
  await expect(page).toHaveURL(/\/settings\/searches$/);
  await expect(page.locator(".toast")).toContainText("Search saved");
  await page.getByRole("link", { name: "Growth marketers" }).click();
  await expect(page).toHaveURL(/\/contributors\/growth-marketers\?sort=new$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Growth marketers");
});
