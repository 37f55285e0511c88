import type { Locator, Page } from "@playwright/test";
import {
  confirmAddress,
  createAccount,
  expect,
  makeContributor,
  newAddress,
  nextStep,
  tabTo,
  test,
} from "./journey";

/** Each run uses its own service, so its decks contain only its own people. */
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
  javaScriptEnabled,
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
  const address = newAddress("ines");
  await createAccount(page, "Ines Vega", address);
  await expect(page).toHaveURL(/\/discover$/);
  await expect(page.getByText("Profile saved")).toBeVisible();
  await look();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Dashboard");
  await look();
  await expect(page.getByText("Please open the link in our email")).toBeVisible();
  await confirmAddress(page, address);
  await expect(page.getByText("Please open the link in our email")).toBeHidden();

  await page.goto("/discover");
  await expect(page.getByRole("heading", { name: "Remy Cutter" })).toBeVisible();
  await look();
  // From here until the first message, everything is done with the keyboard.
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  };
  await press(page.getByRole("button", { name: "Like" }));
  await expect(page.getByText("Service Provider Liked!")).toBeVisible();
  await expect(page.getByText("No service providers available right now.")).toBeVisible();
  await look();
  await press(page.getByRole("button", { name: "Undo last swipe" }));
  await expect(page.getByText("Swipe undone")).toBeVisible();
  if (javaScriptEnabled) await expect(page.getByRole("heading", { name: "Remy Cutter" })).toBeFocused();
  const [ines] = await sql("SELECT id FROM users WHERE email = $1", [address]);
  await sql("INSERT INTO swipes (actor_id, target_id, liked) VALUES ($1, $2, true)", [editorId, ines?.id]);
  await press(page.getByRole("button", { name: "Like" }));

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("It's a match");
  await look();
  expect(await belowView(page, ["text", "send", "opener", "leave"])).toEqual([]);
  await page.goto("/matches?show=unwritten");
  await expect(page.getByRole("heading", { name: "Remy Cutter" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No messages yet" })).toBeVisible();
  await look();
  await press(page.getByRole("link", { name: "Remy Cutter", exact: true }));
  await press(page.getByRole("link", { name: /^Hi Remy, I'm looking for/ }));
  expect(await belowView(page, ["text", "send"])).toEqual([]);
  const hello = page.getByRole("textbox", { name: "Message" });
  await expect(hello).toHaveValue(/^Hi Remy, I'm looking for an? /);
  if (javaScriptEnabled) await expect(hello).toBeFocused();
  await tabTo(page, hello);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Hello Remy, <b>are you</b> free in May?");
  if (!javaScriptEnabled) await tabTo(page, page.getByRole("button", { name: "Send" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}/);
  await expect(page.getByText("Hello Remy, <b>are you</b> free in May?").last()).toBeVisible();
  await look();
  await page.goto("/matches?show=unwritten");
  await expect(page.getByText("No one's waiting for a first message")).toBeVisible();

  await page.goto("/messages");
  await expect(page.getByText("Remy Cutter").first()).toBeVisible();
  await page.goto(`/profile/${editorId}`);
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Save to Favorites" }).click();
  await expect(page.getByText("Contributor saved")).toBeVisible();
});

/** Lists the parts of the first-message page that a small phone shows only after scrolling. */
async function belowView(page: Page, names: ("text" | "send" | "opener" | "leave")[]): Promise<string[]> {
  const before = page.viewportSize();
  if (!before || before.width > 400) return [];
  const main = page.getByRole("main");
  const parts = {
    text: main.getByRole("textbox", { name: "Message" }),
    send: main.getByRole("button", { name: "Send" }),
    opener: main.getByRole("link", { name: /^Hi Remy, I'm looking for/ }),
    leave: main.getByRole("link", { name: "Keep swiping" }),
  };
  const hidden: string[] = [];
  for (const height of [640, 780]) {
    await page.setViewportSize({ width: 360, height });
    const bar = await page.locator(".tab-bar").boundingBox();
    for (const name of names) {
      const box = await parts[name].boundingBox();
      const end = bar?.y ?? height;
      if (!box || box.y < 0 || box.y + box.height > end) hidden.push(`${name} at ${height}`);
    }
  }
  await page.setViewportSize(before);
  return hidden;
}
