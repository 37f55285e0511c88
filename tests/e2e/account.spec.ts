import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { picture } from "../support/sample-files";
import {
  expect,
  hasScript,
  holdNextLoad,
  holdScript,
  makeContributor,
  makeCreator,
  newAddress,
  password,
  signIn,
  test,
} from "./journey";

test("recovers an account with an emailed link, once", async ({ page, sql, look }) => {
  const email = newAddress("forgetful");
  await makeCreator(sql, { name: "Flo Getful", email, service: "Writer" });
  await page.goto("/login");
  await look();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid email or password.").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await look();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // Both pages have an Email field, and without this wait, the first page's would be filled.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reset your password");
  await page.getByLabel("Email").fill(email);
  await look();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("If this address has an account")).toBeVisible();

  const mail = page.locator("article").filter({ hasText: email }).first();
  await expect(async () => {
    await page.goto("/dev/outbox");
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await look();
  const link = await mail.getByRole("link").getAttribute("href");
  await page.goto(link ?? "");
  await look();
  await page.getByLabel("New password").fill("password123");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText(/one of the most common/).first()).toBeVisible();
  await page.getByLabel("New password").fill("harbour-violet-72");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(link ?? "");
  await expect(page.getByText(/This link no longer works/)).toBeVisible();
});

/** Opens one page of the settings. On a phone, people get there through the page that lists them all. */
async function openSettings(page: Page, part: string): Promise<void> {
  const all = page.getByRole("link", { name: "All settings" });
  if (await all.isVisible()) await all.click();
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: part, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Settings");
}

test("signs in, returns to the requested page, and signs out", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const email = newAddress("returning");
  await makeCreator(sql, { name: "Rhea Turner", email, service: "Writer" });
  await page.goto("/profile/edit");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fprofile%2Fedit/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/profile\/edit$/);
  await look();
  await page.getByLabel("Bio").fill("I make films about rivers.");
  await page.getByRole("button", { name: "Save" }).click();
  const about = page.locator("#about");
  await expect(about).toContainText("Saved");
  await expect(about.getByText("I make films about rivers.")).toBeVisible();
  await page.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByLabel("Turnaround time")).toBeVisible();
  await look();
  await page.getByLabel("Turnaround time").fill("Two weeks");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#terms")).toContainText("Two weeks");
  await page.goto("/settings/sessions");
  await expect(page.getByText("This browser")).toBeVisible();
  await look();

  const mailMe = page.getByRole("group", { name: "Unread messages" }).getByLabel("Email");
  await openSettings(page, "Password");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change your password");
  await look();
  await page.getByLabel("Current password").fill("not-the-password");
  await page.getByLabel("New password").fill("harbour-violet-72");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("That's not your current password.");
  await look();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("harbour-violet-72");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status").getByText("Password changed")).toBeVisible();
  await openSettings(page, "Notifications");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await look();
  // Push needs script.
  const push = page.getByRole("heading", { name: "Push notifications on this device" });
  await expect(push).toHaveCount(javaScriptEnabled ? 1 : 0);
  await mailMe.uncheck();
  await page.getByLabel("Once a day").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await expect(mailMe).not.toBeChecked();
  await page.reload();
  await expect(mailMe).not.toBeChecked();
  await expect(page.getByLabel("Once a day")).toBeChecked();
  // Safari on iOS has notifications without push until the app is installed.
  await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await page.reload();
  if (javaScriptEnabled) await hasScript(page, "form[action='/logout']");
  await expect(push).toHaveCount(0);
  await openSettings(page, "Blocked");
  await expect(page).toHaveURL(/\/settings\/blocked$/);
  await look();

  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible();
  await page.goto("/matches");
  await expect(page).toHaveURL(/\/\?from=%2Fmatches/);
});

test("with script: says that no one can sign in without cookies", async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without script, a page can't tell");
  const note = page.getByText("Your browser blocks cookies");
  await page.goto("/login");
  await hasScript(page);
  await expect(note).toHaveCount(0);
  // A browser that blocks a site's cookies blocks its storage, too.
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  await page.reload();
  await expect(note).toBeVisible();
});

test("leaves no private picture behind in the browser after signing out", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  const [creator, editor] = [newAddress("keeps"), newAddress("sees")];
  const creatorId = await makeCreator(sql, { name: "Rhea Turner", email: creator, service: "Writer" });
  const editorId = await makeContributor(sql, { name: "Ede Frame", email: editor, service: "Writer" });
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [creatorId, editorId]);
  const buffer = await picture(600, 400).png().toBuffer();
  const board = { name: "board.png", mimeType: "image/png", buffer };
  await signIn(page, creator);
  await page.goto("/profile/avatar");
  await page.getByLabel("Picture").setInputFiles(board);
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page).toHaveURL(/\/profile\/edit$/);
  const [{ avatar_url: avatar } = {}] = await sql("SELECT avatar_url FROM profiles WHERE id = $1", [
    creatorId,
  ]);
  const began = await page.request.post(`/messages/new?to=${editorId}`, {
    multipart: { content: "The board", messageId: randomUUID(), file: board },
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(began.ok()).toBe(true);

  // The recipient opens both files in the conversation.
  await page.context().clearCookies();
  await signIn(page, editor);
  await page.goto(new URL(began.url()).pathname, { waitUntil: "domcontentloaded" });
  const link = page.locator(".bubble a.frame").first();
  const sent = String(await link.getAttribute("href"));
  const shown = [sent, `${avatar}-96.webp`];
  /** Returns the status of each URL. The browser uses its cache if the URL is in it. */
  const statusesOf = async () => {
    const statuses = [];
    for (const address of shown) {
      await page.goto("/pricing");
      statuses.push((await page.goto(address))?.status());
    }
    return statuses;
  };
  expect(await statusesOf()).toEqual([200, 200]);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible();
  expect(await statusesOf()).toEqual([404, 404]);
  if (!javaScriptEnabled) return;
  // The cache has nothing for an embedding page, either.
  await page.goto("/pricing");
  const widths = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(
          (src) =>
            new Promise((done) => {
              const image = new Image();
              image.onload = () => done(image.naturalWidth);
              image.onerror = () => done(0);
              image.src = src;
            }),
        ),
      ),
    shown,
  );
  expect(widths).toEqual([0, 0]);
});

test("finds all settings in one place, changes the account's address, and takes the account back from the old address", async ({
  page,
  browser,
  sql,
  look,
  baseURL,
  javaScriptEnabled,
  colorScheme,
}) => {
  const [email, moved] = [newAddress("mover"), newAddress("moved")];
  await makeCreator(sql, { name: "Mo Ver", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await look();
  await openSettings(page, "Appearance");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  // Paper is white in both schemes.
  await page.emulateMedia({ media: "print" });
  await expect.poll(ground).toBe("rgb(252, 251, 249)");
  await page.emulateMedia({ media: null });
  const other = colorScheme === "dark" ? "Light" : "Dark";
  await page.getByLabel(other, { exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await expect.poll(ground).toBe(other === "Dark" ? "rgb(18, 11, 9)" : "rgb(252, 251, 249)");
  await look();
  await openSettings(page, "Privacy");
  await expect(page.getByLabel("Show when I'm online")).toBeChecked();
  await look();

  await openSettings(page, "Account");
  await page.getByLabel("Full name").fill("Mo Vermeer");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("status").getByText("Name saved")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Mo Vermeer");
  await page.getByRole("link", { name: "Change email address" }).click();
  await page.getByLabel("New email address").fill(moved);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`Open the link we sent to ${moved}`)).toBeVisible();
  await look();

  const linkTo = async (address: string) => {
    const mail = page
      .locator("article")
      // A string would ignore case, and also match "to" in the other email's text.
      .filter({ hasText: new RegExp(`To ${address}`) })
      .first();
    await expect(async () => {
      await page.goto("/dev/outbox");
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    return (await mail.getByRole("link").getAttribute("href")) ?? "";
  };
  await page.goto(await linkTo(moved));
  await look();
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("Email address changed")).toBeVisible();
  await expect(page.getByRole("main").getByText(moved)).toBeVisible();

  const undo = await linkTo(email);
  await page.goto("/settings/account");
  const elsewhere = await browser.newContext({ baseURL, javaScriptEnabled });
  const owner = await elsewhere.newPage();
  await owner.goto(undo);
  await look(owner);
  await owner.getByRole("button", { name: "Undo the change" }).click();
  await owner.getByLabel("New password").fill("harbour-violet-72");
  await owner.getByRole("button", { name: "Save password" }).click();
  await expect(owner).toHaveURL(/\/dashboard$/);
  await owner.goto("/settings/account");
  await expect(owner.getByText(email)).toBeVisible();
  await elsewhere.close();
  await page.getByLabel("Full name").fill("Mo Vermeil");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're signed out");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveValue("Mo Vermeil");
  await expect(page.locator("form[action='/logout']")).toHaveCount(0);
  await page.goto("/settings/account");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fsettings%2Faccount/);
});

test("with script: an unfinished step is saved as a draft, and leaving unsaved changes asks first", async ({
  page,
  sql,
  look,
  viewport,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "a browser without script keeps form fields on its own");
  await page.goto("/onboarding");
  await page.getByRole("button", { name: "Creator Hiring User" }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await hasScript(page);
  await page.getByLabel("Bio").fill("Half a sentence about");
  await page.getByLabel("Podcast").check();
  await page.goto("/pricing");
  await page.goto("/onboarding/1");
  await expect(page.getByLabel("Bio")).toHaveValue("Half a sentence about");
  await expect(page.getByLabel("Podcast")).toBeChecked();
  await page.getByRole("button", { name: "Next", exact: true }).last().click();
  await expect(page).toHaveURL(/\/onboarding\/2$/);
  // From now on, this step shows what the server has stored instead of what the browser kept.
  await sql(
    `UPDATE profile_drafts SET fields = fields || '{"bio": "From another device"}' WHERE fields->>'bio' = $1`,
    ["Half a sentence about"],
  );
  await page.goto("/onboarding/1");
  await hasScript(page);
  await expect(page.getByLabel("Bio")).toHaveValue("From another device");

  // Guests and members can close the tab at any step without losing a checked box, and the card shows it.
  const checkAndClose = async (step: number, label: string, before?: (tab: typeof page) => Promise<void>) => {
    const tab = await page.context().newPage();
    await tab.goto(`/onboarding/${step}`);
    await before?.(tab);
    const box = tab.getByLabel(label, { exact: true });
    await box.check();
    const stored = [await box.getAttribute("name"), await box.inputValue()];
    await expect
      .poll(() => tab.evaluate(() => Object.values(localStorage).join()))
      .toContain(JSON.stringify(stored));
    await tab.close();
    await page.goto(`/onboarding/${step}`);
    await expect(page.getByLabel(label, { exact: true })).toBeChecked();
  };
  // Checks the box before the script has loaded.
  await checkAndClose(2, "Cinematic", (tab) => tab.waitForLoadState("domcontentloaded"));
  await look();
  await page.context().clearCookies();
  await page.goto("/login?tab=create");
  await page.getByLabel("Full name").fill("Mem Ber");
  await page.getByLabel("Email").fill(newAddress("member"));
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/(onboarding|dashboard)$/);
  await page.goto("/onboarding");
  await page.getByRole("button", { name: "Creator Hiring User" }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await checkAndClose(3, "Video Editor");
  const card = page.locator(".deck-card");
  if ((viewport?.width ?? 0) >= 900) await expect(card).toContainText("Video Editor");
  await checkAndClose(2, "Minimalist");
  await page.context().clearCookies();

  // Only a contributor's card has a price.
  await page.goto("/onboarding");
  await page.getByRole("button", { name: "Service Provider" }).click();
  await expect(page).toHaveURL(/\/onboarding\/1$/);
  await page.goto("/onboarding/4");
  await page.getByLabel("From", { exact: true }).fill("400");
  await page.getByLabel(/^To\b/).fill("600");
  await page.getByLabel("Per", { exact: true }).selectOption("project");
  if ((viewport?.width ?? 0) >= 900) await expect(card).toContainText("$400–$600 per project");
  await page.context().clearCookies();

  const email = newAddress("careful");
  await makeCreator(sql, { name: "Cara Ful", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/profile/edit");
  await hasScript(page);
  await page.getByLabel("Bio").fill("Not saved yet");
  const asked: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await page.getByRole("link", { name: "Tools" }).click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expect(page).toHaveURL(/\/profile\/edit$/);
  await expect(page.getByLabel("Bio")).toHaveValue("Not saved yet");
  answer = true;
  await page.reload();
  expect(asked).toEqual(["confirm", "beforeunload"]);
  await hasScript(page);
  await page.getByLabel("Bio").fill("Saved now");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#about").getByText("Saved now")).toBeVisible();
  await expect(page.getByRole("link", { name: "About you" })).toBeFocused();
  expect(asked).toHaveLength(2);

  // Another tab saves a different bio while this one is open.
  await page.getByRole("link", { name: "About you" }).click();
  await page.getByLabel("Bio").fill("From this tab");
  await sql("UPDATE profiles SET bio = 'From another tab' WHERE full_name = 'Cara Ful'");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Bio is now: From another tab");
  await expect(page.getByLabel("Bio")).toHaveValue("From this tab");
  await page.getByRole("link", { name: "Keep what's saved" }).click();
  await expect(page.getByLabel("Bio")).toHaveValue("From another tab");
  expect(asked).toHaveLength(3);
});

test("with script: a form with more text than the server accepts says so, and isn't sent", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled);
  const email = newAddress("wordy");
  await makeCreator(sql, { name: "Rhea Turner", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/profile/edit");
  await hasScript(page);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  const bio = page.getByLabel("Bio");
  const text = "Rivers ".repeat(10_000).trim();
  await bio.fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  const told = page.getByText("A form can hold 64 KB of text. Nothing was sent, and your text is still here");
  await expect(told).toBeVisible();
  await expect(bio).toHaveValue(text);
  await expect(page.getByText("69,999 of ")).toBeVisible();
  expect(posts).toBe(0);
  await bio.fill("Rivers");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/profile\/edit\?saved=about$/);
});

test("shows the swipe limit dialog and records no swipe", async ({ page, sql, look }) => {
  const email = newAddress("keen");
  const id = await makeCreator(sql, { name: "Kim Keen", email, service: "Writer" });
  const beyond = await makeContributor(sql, {
    name: "Lia Beyond",
    email: newAddress("beyond"),
    service: "Writer",
  });
  await sql("INSERT INTO deck_cards (viewer_id, person_id, position) VALUES ($1, $2, 1)", [id, beyond]);
  await signIn(page, email);
  await page.goto("/discover");
  await expect(page.getByText("10 of 10 swipes left today")).toBeVisible();
  // Simulates swipes made in another tab.
  await sql(
    `INSERT INTO user_usage (user_id, swipe_count_today, last_swipe_reset) VALUES ($1, 10, (now() AT TIME ZONE 'UTC')::date)`,
    [id],
  );
  await page.getByRole("button", { name: "Like" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Swipe Limit Reached");
  await expect(dialog.getByRole("link", { name: "See Pricing Options" })).toHaveAttribute(
    "href",
    "/pricing?from=%2Fdiscover",
  );
  await look();
  await dialog.getByRole("link", { name: "Continue with Limitations" }).click();
  await expect(dialog).toBeHidden();
  // After the dialog is closed, the page still states the limit, and has no button to swipe with.
  await expect(page.getByText("Swipe Limit Reached")).toBeVisible();
  await expect(page.getByRole("button", { name: "Like" })).toHaveCount(0);
  expect(await sql("SELECT 1 FROM swipes WHERE actor_id = $1", [id])).toEqual([]);
  await sql("UPDATE user_usage SET swipe_count_today = 9 WHERE user_id = $1", [id]);
  await page.reload();
  await expect(
    page.getByText("This is your last swipe today. Your swipes reset at midnight UTC."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Pass" }).click();
  await expect.poll(() => sql("SELECT 1 FROM swipes WHERE actor_id = $1", [id])).toHaveLength(1);
});

test("a page follows the browser's time zone as soon as it's known", async ({
  browser,
  sql,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const email = newAddress("traveler");
  const id = await makeCreator(sql, { name: "Toki Travel", email, service: "Writer" });
  await sql("UPDATE users SET time_zone = NULL WHERE id = $1", [id]);
  const away = await browser.newContext({ javaScriptEnabled, viewport, baseURL, timezoneId: "Asia/Tokyo" });
  const page = await away.newPage();
  await signIn(page, email);
  await page.goto("/settings/time");
  // Without script, no one tells us the zone, and UTC stays.
  await expect(page.getByLabel("Your time zone")).toHaveValue(javaScriptEnabled ? "Asia/Tokyo" : "UTC");
  await away.close();
});

test("with script: a time zone that's stored while a form's answer loads doesn't take its toast away", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only script knows the browser's time zone");
  const email = newAddress("traveler");
  const id = await makeCreator(sql, { name: "Tess Travels", email, service: "Writer" });
  await sql("UPDATE users SET time_zone = NULL WHERE id = $1", [id]);
  let store = () => {};
  const isDue = new Promise<void>((done) => {
    store = done;
  });
  await page.route("**/api/time-zone", async (route) => {
    await isDue;
    await route.continue();
  });
  await signIn(page, email);
  await page.goto("/settings/account");
  await hasScript(page);
  const load = holdNextLoad(page);
  await page.getByLabel("Full name").fill("Tess Travels Far");
  await page.getByRole("button", { name: "Save name" }).click();
  await load.isRead;
  const isStored = page.waitForResponse("**/api/time-zone");
  store();
  await (await isStored).finished();
  load.release();
  await expect(page.getByText("Name saved")).toBeVisible();
});

test("shows the message limit dialog and keeps the text", async ({ page, sql, look, javaScriptEnabled }) => {
  const email = newAddress("talkative");
  const id = await makeCreator(sql, { name: "Tia Talk", email, service: "Writer" });
  const otherId = await makeCreator(sql, { name: "Otis Ear", email: newAddress("ear"), service: "Writer" });
  const [talk] = await sql(
    `WITH c AS (INSERT INTO conversations (direct_key, created_by, last_seq)
                VALUES (least($1::text, $2::text) || ':' || greatest($1::text, $2::text), $2::text::uuid, 1) RETURNING id),
          p AS (INSERT INTO conversation_participants (conversation_id, user_id, last_seq)
                SELECT c.id, unnest(ARRAY[$1::text, $2::text]::uuid[]), 1 FROM c)
     INSERT INTO messages (id, conversation_id, seq, sender_id, content)
     SELECT gen_random_uuid(), c.id, 1, $2::text::uuid, 'Hello Tia' FROM c RETURNING conversation_id`,
    [id, otherId],
  );
  await sql("UPDATE users SET time_zone = NULL WHERE id = $1", [id]);
  await signIn(page, email);
  await page.goto(`/messages/${talk?.conversation_id}`, { waitUntil: "domcontentloaded" });
  await expect(page.getByText("This is the last message your plan allows.")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("One word too many");
  if (javaScriptEnabled) {
    // The browser also keeps text that was typed before the script loaded.
    await page.waitForFunction(() =>
      Object.values(localStorage).some((value) => value.includes("One word too many")),
    );
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect
      .poll(() => sql("SELECT time_zone FROM users WHERE id = $1", [id]))
      .toEqual([{ time_zone: zone }]);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("One word too many");
  }
  // Simulates messages sent from another tab.
  await sql("INSERT INTO user_usage (user_id, message_count) VALUES ($1, 1000)", [id]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Message Limit Reached");
  await look();
  await page.getByRole("button", { name: "Continue with Limitations" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  // With script, the message shows as not sent, with a way to retry.
  if (javaScriptEnabled) await expect(page.getByText("One word too many")).toBeVisible();
  else await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("One word too many");
  expect(await sql("SELECT 1 FROM messages WHERE sender_id = $1", [id])).toEqual([]);
});

test("navigates by menu and tab bar, and handles a missing page", async ({
  page,
  sql,
  look,
  viewport,
  javaScriptEnabled,
}) => {
  const email = newAddress("around");
  await makeCreator(sql, { name: "Ari Round", email, service: "Writer" });
  await signIn(page, email);
  const scriptMayLoad = await holdScript(page);
  await page.goto("/dashboard", { waitUntil: "domcontentloaded" });
  if ((viewport?.width ?? 0) < 768) {
    await page.getByRole("button", { name: /menu/i }).first().click();
    await expect(page.locator("#menu").getByRole("link", { name: "Messages" })).toBeVisible();
    // The menu must stay open when React takes over the page. The request for the event stream shows that this has
    // happened.
    const listening = javaScriptEnabled ? page.waitForRequest(/\/api\/live$/) : undefined;
    scriptMayLoad();
    await listening;
    await expect(page.locator("#menu").getByRole("link", { name: "Messages" })).toBeVisible();
    await look();
    await page.locator("#menu").getByRole("link", { name: "Messages" }).click();
  } else {
    scriptMayLoad();
    await page.getByRole("banner").getByRole("link", { name: "Messages" }).click();
  }
  await expect(page).toHaveURL(/\/messages$/);
  const places = page.locator(".menu [aria-current=page]:visible, .tab-bar [aria-current=page]:visible");
  await expect(places.first()).toContainText("Messages");
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await look();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("with script: a link leads to its page even if that page's script is gone", async ({
  page,
  sql,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script, there's nothing to load");
  const email = newAddress("around");
  await makeCreator(sql, { name: "Ari Round", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/dashboard");
  await hasScript(page, "header a");
  let missing = 0;
  // Only the page from before the deploy can't load scripts. The next page can.
  await page.route(/\/assets\/[^?]*\.js/, (route) => {
    if (!page.url().endsWith("/dashboard")) return route.continue();
    missing += 1;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole("banner").getByRole("link", { name: "Matches" }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Matches");
  expect(missing).toBeGreaterThan(0);
});

test("with script: a key pressed before hydration breaks nothing and loses nothing", async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "there is nothing to take over");
  // Presses a key at the worst moment: React has added its listener but hasn't rendered yet.
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      listen.apply(document, args);
      if (args[0] !== "keydown" || document.documentElement.dataset.pressed) return;
      document.documentElement.dataset.pressed = "early";
      queueMicrotask(() =>
        document
          .querySelector("input[name=email]")
          ?.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true })),
      );
    };
  });
  await page.goto("/login");
  await page.getByLabel("Email").fill("early@example.com");
  await hasScript(page);
  await expect(page.getByLabel("Email")).toHaveValue("early@example.com");
});

test("a member downloads a copy of their data, deletes the account and comes back", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const email = newAddress("leaving");
  const id = await makeCreator(sql, { name: "Lena Leaver", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/settings");
  await openSettings(page, "Your data");
  await page.getByRole("button", { name: "Make a copy" }).click();
  await expect(page.getByText("We're making your copy")).toBeVisible();
  const ready = page.getByRole("link", { name: /^Download \(/ });
  await expect(async () => {
    await page.goto("/settings/data");
    await expect(ready).toBeVisible({ timeout: 500 });
  }).toPass();
  await look();
  const [download] = await Promise.all([page.waitForEvent("download"), ready.click()]);
  expect(download.suggestedFilename()).toBe("matchcut-data.zip");

  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete your account");
  // A message that was written in a conversation but not sent.
  const draft = `kept:draft:${id}:talk`;
  const unsent = () => page.evaluate((name) => localStorage.getItem(name), draft);
  if (javaScriptEnabled) {
    await hasScript(page);
    await page.evaluate((name) => localStorage.setItem(name, '"Later"'), draft);
  }
  await page.getByLabel("Password").fill("not-this-one");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("That's not your current password.").first()).toBeVisible();
  await look();
  if (javaScriptEnabled) expect(await unsent()).not.toBeNull();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account is closed")).toBeVisible();
  if (javaScriptEnabled) expect(await unsent()).toBeNull();

  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is set to be deleted");
  await look();
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Your account is back")).toBeVisible();
});
