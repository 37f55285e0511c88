import { createAccount, expect, makeContributor, newAddress, nextStep, test } from "./journey";

/** One service for each of the four runs, so that decks do not mix. */
const serviceOf: Record<string, string> = {
  "js-phone": "Voiceover Artist",
  "js-desktop": "Music Producer",
  "no-js-phone": "Audio Engineer",
  "no-js-desktop": "Cinematographer",
};

test("a visitor builds a profile, signs up, swipes, matches and sends a message", async ({
  page,
  sql,
  look,
}, info) => {
  const service = serviceOf[info.project.name] ?? "";
  const editor = { name: "Remy Cutter", email: newAddress("editor"), service };
  const editorId = await makeContributor(sql, editor);

  await page.goto("/");
  await look();
  await page.getByRole("main").getByRole("link", { name: "Get Started" }).first().click();
  await expect(page).toHaveURL(/\/onboarding$/);
  await look();
  await page.getByRole("button", { name: /Hiring User/ }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await page.getByLabel("Name", { exact: true }).fill("Ines Vega");
  await page.getByLabel("YouTube").check();
  await look();
  await nextStep(page);
  await expect(page).toHaveURL(/\/onboarding\/2$/);
  await page.locator("main").getByRole("button", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ines Vega");
  await expect(page.getByLabel("YouTube")).toBeChecked();
  await nextStep(page);
  await page.getByLabel("Cinematic").check();
  await nextStep(page);
  await expect(page).toHaveURL(/\/onboarding\/3$/);
  await look();
  await page.getByLabel(service).check();
  await nextStep(page);
  await expect(page).toHaveURL(/\/onboarding\/4$/);
  await look();
  await page.getByRole("button", { name: "Complete", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create Your Account");
  await expect(page.getByText("Your profile has been saved!")).toBeVisible();
  await look();
  await createAccount(page, "Ines Vega", newAddress("ines"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Dashboard");
  await expect(page.getByText("Profile saved")).toBeVisible();
  await look();

  await page.goto("/discover");
  await expect(page.getByRole("heading", { name: "Remy Cutter" })).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Like" }).click();
  await expect(page.getByText("Service Provider Liked!")).toBeVisible();
  await expect(page.getByText("No service providers available right now.")).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Undo last swipe" }).click();
  await expect(page.getByText("Swipe undone")).toBeVisible();
  const [ines] = await sql(
    "SELECT p.id FROM profiles p WHERE p.full_name = 'Ines Vega' ORDER BY created_at DESC LIMIT 1",
  );
  await sql("INSERT INTO swipes (actor_id, target_id, liked) VALUES ($1, $2, true)", [editorId, ines?.id]);
  await page.getByRole("button", { name: "Like" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("It's a match");
  await look();
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Remy Cutter" })).toBeVisible();
  await look();
  await page.getByRole("link", { name: "Message Remy Cutter" }).click();
  await page.getByRole("textbox").fill("Hello Remy, <b>are you</b> free in May?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}/);
  await expect(page.getByText("Hello Remy, <b>are you</b> free in May?").last()).toBeVisible();
  await look();

  await page.goto("/messages");
  await expect(page.getByText("Remy Cutter").first()).toBeVisible();
  await page.goto(`/profile/${editorId}`);
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Save to Favorites" }).click();
  await expect(page.getByText("Contributor saved")).toBeVisible();
});
