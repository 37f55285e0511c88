import type { Page } from "@playwright/test";
import { picture } from "../support/sample-files";
import {
  expect,
  hasScript,
  makeContributor,
  makeCreator,
  newAddress,
  newMark,
  signIn,
  test,
  typeWhileScriptStarts,
} from "./journey";

/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "SEO Specialist";

/** Signs Willa in and opens her conversation with her match, Cleo. */
async function startTalk(page: Page, sql: Parameters<typeof makeCreator>[0]) {
  const mark = newMark();
  const [willa, cleo] = [newAddress("willa"), newAddress("cleo")];
  const willaId = await makeContributor(sql, { name: `Willa ${mark}`, email: willa, service });
  const cleoId = await makeCreator(sql, { name: `Cleo ${mark}`, email: cleo, service });
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [cleoId, willaId]);
  await signIn(page, willa);
  await page.goto(`/messages/new?to=${cleoId}`);
  await send(page, "Hello");
  return { mark, willa, willaId, cleo };
}

test("a contributor finds a creator by search and writes to them, and they accept", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const [willa, cleo] = [newAddress("willa"), newAddress("cleo")];
  await makeContributor(sql, { name: `Willa ${mark}`, email: willa, service });
  await makeCreator(sql, { name: `Cleo ${mark}`, email: cleo, service });
  const other = await (await browser.newContext({ javaScriptEnabled, viewport, baseURL })).newPage();
  await signIn(page, willa);
  await signIn(other, cleo);

  // With script, the composer opens in a dialog; without, on its own page.
  await openMessages(page, javaScriptEnabled);
  await expect(page.getByText("No conversations yet")).toBeVisible();
  await page.getByRole("link", { name: "New Conversation" }).click();
  await expect(page.getByRole("heading", { name: "New Conversation" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(javaScriptEnabled ? 1 : 0);
  await look();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please select at least one user")).toBeVisible();
  await look();
  if (javaScriptEnabled) await suggest(page, `Cleo ${mark}`);
  else await search(page, `Cleo ${mark}`);
  await look();
  await page.getByRole("link", { name: `Add Cleo ${mark}` }).click();
  await expect(page.getByRole("link", { name: `Remove Cleo ${mark}` })).toBeVisible();
  await expect(page.getByText("All matching users are already selected")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Start a conversation with Cleo ${mark}`);
  await send(page, "Hello Cleo, see https://example.com/reel.");
  await expect(page.getByText("Your first message is waiting for a reply.")).toBeVisible();
  await look();

  await other.goto("/messages");
  await expect(other.locator(".unread-mark:visible").first()).toContainText("1");
  await look(other);
  await other.getByRole("link", { name: "Requests 1", exact: true }).click();
  await other.getByRole("link", { name: new RegExp(`Willa ${mark}`) }).click();
  await expect(other.getByText("You and Willa")).toBeVisible();
  await expect(other.getByRole("link", { name: "https://example.com/reel", exact: true })).toHaveAttribute(
    "rel",
    "nofollow noopener ugc",
  );
  await look(other);
  await other.getByRole("button", { name: "Accept" }).click();
  await expect(other.getByText("Request accepted")).toBeVisible();
  await expect(other.getByRole("button", { name: "Accept" })).toHaveCount(0);
});

test("people edit and delete messages, and send pictures and files", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const { cleo } = await startTalk(page, sql);
  const other = await (await browser.newContext({ javaScriptEnabled, viewport, baseURL })).newPage();
  await signIn(other, cleo);

  if (javaScriptEnabled) {
    const early = await page.context().newPage();
    await typeWhileScriptStarts(early, "[name=content]", "Sent early");
    await early.goto(page.url());
    await expect(early.getByRole("log", { name: "Messages" }).getByText("Sent early")).toBeVisible();
    await expect(early.getByRole("textbox", { name: "Message" })).toHaveValue("");
    await early.close();
  }
  await page.reload({ waitUntil: "domcontentloaded" });
  await send(page, "I am freee in May");
  await openMenu(page, "Edit");
  if (!javaScriptEnabled)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit your message");
  await look();
  await page.getByRole("textbox", { name: "Message" }).first().fill("I am free in May");
  await page.getByRole("button", { name: "Save" }).click();
  if (javaScriptEnabled) await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  else await expect(page.getByText("Message edited")).toBeVisible();
  await expect(page.getByText("I am free in May").last()).toBeVisible();
  await send(page, "Wrong window, sorry");
  await openMenu(page, "Delete");
  await look();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(
    page.getByText(javaScriptEnabled ? "This message was deleted" : "Message deleted").last(),
  ).toBeVisible();
  await look();
  await other.goto(page.url(), { waitUntil: "domcontentloaded" });
  await expect(other.getByText("I am free in May").last()).toBeVisible();
  await expect(other.getByText("edited").last()).toBeVisible();
  await expect(other.getByText("This message was deleted").last()).toBeVisible();
  await expect(other.getByText("Wrong window")).toHaveCount(0);

  // A picture without text and a file with text both arrive without a reload.
  const live = javaScriptEnabled
    ? other.getByRole("log", { name: "Messages" })
    : other.frameLocator('iframe[title="New messages"]').getByRole("log", { name: "New messages" });
  const attachHere = (name: string, mimeType: string, buffer: Buffer) =>
    attach(page, { name, mimeType, buffer }, javaScriptEnabled);
  await attachHere("board.png", "image/png", await board());
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const sent = page.locator(".bubble.mine").getByRole("link", { name: "Picture: board.png" });
  await expect(sent).toBeVisible();
  await expect(live.getByRole("link", { name: "Picture: board.png" })).toBeVisible();
  await look();
  const opened = await other.context().newPage();
  await opened.goto((await sent.getAttribute("href")) ?? "");
  await expect
    .poll(() =>
      opened.evaluate(() => document.querySelector<HTMLImageElement>("main img")?.naturalWidth ?? 0),
    )
    .toBeGreaterThan(0);
  const address = await opened.evaluate(
    () => document.querySelector<HTMLImageElement>("main img")?.src ?? "",
  );
  await opened.close();
  expect((await other.request.get(address)).headers()["content-type"]).toBe("image/webp");
  expect((await other.request.get(address, { headers: { Cookie: "" } })).status()).toBe(404);
  await attachHere("setup.exe", "application/octet-stream", Buffer.from("MZ"));
  await page.getByRole("textbox", { name: "Message" }).fill("The cut list");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(/You can't send programs or web pages/).first()).toBeVisible();
  await look();
  if (javaScriptEnabled) await page.getByRole("button", { name: "Discard" }).click();
  // The second file that's chosen replaces the first.
  if (javaScriptEnabled) await attachHere("draft.srt", "text/plain", Buffer.from("0\n"));
  await attachHere("list.srt", "text/plain", Buffer.from("1\n"));
  await send(page, "The cut list");
  await expect(live.getByRole("link", { name: /^File: list\.srt/ })).toBeVisible();
  await look(other);
});

test("two people start a group with a third; one of them leaves it and blocks the other", async ({
  page,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const { mark, willaId, cleo } = await startTalk(page, sql);
  await makeCreator(sql, { name: `Theo ${mark}`, email: newAddress("theo"), service });
  const other = await (await browser.newContext({ javaScriptEnabled, viewport, baseURL })).newPage();
  await signIn(other, cleo);

  await page.goto("/messages/new");
  for (const name of ["Cleo", "Theo"]) {
    if (javaScriptEnabled) await suggest(page, `${name} ${mark}`);
    else await search(page, `${name} ${mark}`);
    await page.getByRole("link", { name: `Add ${name} ${mark}` }).click();
    await expect(page.getByRole("link", { name: `Remove ${name} ${mark}` })).toBeVisible();
  }
  await look();
  if (javaScriptEnabled) {
    // A connection that breaks while a name is being typed doesn't remove the people who were added.
    await page.context().setOffline(true);
    await page.getByLabel("Search by name").fill("Nobody there");
    await expect(page.getByText("Failed to search users")).toBeVisible();
    await expect(page.getByRole("link", { name: `Remove Theo ${mark}` })).toBeVisible();
    await page.context().setOffline(false);
  }
  await page.getByRole("button", { name: "Continue" }).click();
  await send(page, "Are you two free?");
  await expect(page.getByText("You and 2 others")).toBeVisible();
  await look();
  await other.goto("/messages");
  await other.getByRole("link", { name: /Theo/ }).click();
  await other.getByText("You and 2 others").click();
  await expect(other.getByRole("button", { name: "Leave conversation" })).toBeVisible();
  await look(other);
  await other.getByRole("button", { name: "Leave conversation" }).click();
  await expect(other.getByText("You left the conversation")).toBeVisible();

  await other.getByRole("link", { name: new RegExp(`Willa ${mark}`) }).click();
  await other.locator("summary", { hasText: `More for Willa ${mark}` }).click();
  await other.getByRole("link", { name: "Block" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(`Block Willa ${mark}?`);
  await look(other);
  await other.getByRole("button", { name: `Block Willa ${mark}` }).click();
  await expect(other).toHaveURL(/\/settings\/blocked$/);
  await look(other);
  expect((await other.goto(`/profile/${willaId}`))?.status()).toBe(404);
  await page.goto("/messages");
  await expect(page.getByText("Are you two free?")).toBeVisible();
  await expect(page.getByText("Hello", { exact: true })).toHaveCount(0);
  await page.goto(`/messages/new?q=Cleo+${mark}`);
  await expect(page.getByText("No users found matching your search")).toBeVisible();

  await other.goto("/settings/blocked");
  await other.getByRole("button", { name: `Unblock Willa ${mark}` }).click();
  await expect(other.getByText("Person unblocked")).toBeVisible();
  await other.goto("/messages");
  await expect(other.getByRole("link", { name: new RegExp(`Willa ${mark}`) })).toBeVisible();
});

test("with script: the dialog works by keyboard, Back and reload, and starts a group", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script, it's a page");
  const mark = newMark();
  const willa = newAddress("willa");
  await makeContributor(sql, { name: `Willa ${mark}`, email: willa, service });
  const theo = newAddress("theo");
  for (const [name, email] of [
    ["Cleo", newAddress("cleo")],
    ["Theo", theo],
  ] as const)
    await makeCreator(sql, { name: `${name} ${mark}`, email, service });
  await signIn(page, willa);
  await page.goto("/messages/new");
  await openMessages(page, true);
  const opener = page.getByRole("link", { name: "New Conversation" });
  const dialog = page.getByRole("dialog", { name: "New Conversation" });
  const field = dialog.getByLabel("Search by name");
  const { keyboard } = page;

  await opener.focus();
  await keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(/\/messages$/);

  await opener.click();
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Close" }).locator("svg")).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/messages$/);

  // The list behind the dialog stays filtered.
  await page.goto("/messages?filter=requests");
  await reload(page);
  await opener.click();
  await expect(page).toHaveURL(/\/messages\?filter=requests#new$/);
  await reload(page);
  await expect(field).toBeFocused();
  await keyboard.press("Escape");
  await expect(page).toHaveURL(/\/messages\?filter=requests$/);
  await opener.click();
  await expect(field).toBeFocused();

  // Uses only the keyboard, first with no one selected, then without a connection, and then with two people.
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(dialog.getByText("Please select at least one user")).toBeVisible();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.context().setOffline(true);
  // Updates that arrive in another tab don't change this page in the meantime.
  await page.evaluate(() => new BroadcastChannel("live").postMessage({}));
  await keyboard.type(`Cleo ${mark}`);
  await expect(dialog.getByText("Failed to search users")).toBeVisible();
  await expect(dialog.getByRole("link", { name: /^(Add|Remove)/ })).toHaveCount(0);
  await page.context().setOffline(false);
  for (const name of ["Cleo", "Theo"]) {
    await field.fill("");
    await keyboard.type(`${name} ${mark}`);
    const add = dialog.getByRole("link", { name: `Add ${name} ${mark}` });
    await expect(add).toBeVisible();
    await keyboard.press("Tab");
    await expect(add).toBeFocused();
    await keyboard.press("Enter");
    await expect(dialog.getByRole("link", { name: `Remove ${name} ${mark}` })).toBeVisible();
    await expect(dialog.getByText("All matching users are already selected")).toBeVisible();
    await expect(field).toBeFocused();
  }
  await look();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Start a conversation with Cleo ${mark}, Theo ${mark}`,
  );

  // The text stays for the other person if one of them can't be reached anymore.
  await sql("UPDATE users SET suspended_at = now() WHERE email = $1", [theo]);
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("Hello both");
  await box.press("Enter");
  await expect(page.getByText("You can't message everyone you chose anymore").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Start a conversation with Cleo ${mark}`);
  await expect(box).toHaveValue("Hello both");
  await page.goBack();
  await expect(page).toHaveURL(/\/messages\?filter=requests$/);
  await expect(dialog).toHaveCount(0);
});

test("with script: Return on a touch keyboard and Enter in an input method send nothing", async ({
  page,
  browser,
  baseURL,
  sql,
  viewport,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script, Return always starts a new line");
  const { willa, willaId } = await startTalk(page, sql);
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  const phone = await browser.newContext({ baseURL, viewport, hasTouch: true, isMobile: true });
  const touch = await phone.newPage();
  await signIn(touch, willa);

  /** Opens the composer and the field for editing a message in place. */
  async function openFields(tab: Page) {
    const checked = tab.waitForResponse((answer) => answer.url().includes("/now"));
    await tab.goto(page.url());
    await checked;
    await openMenu(tab, "Edit");
    const edited = tab.locator(".in-place").getByRole("textbox", { name: "Message" });
    await expect(edited).toBeFocused();
    return [tab.locator(".composer").getByRole("textbox", { name: "Message" }), edited] as const;
  }
  for (const field of await openFields(touch)) {
    await field.fill("one");
    await field.press("Enter");
    await field.pressSequentially("two");
    await expect(field).toHaveValue("one\ntwo");
  }
  // In Safari, a composition ends before the keydown event of the key that ended it.
  const ofInputMethod = (key: string) => ({ key, keyCode: 229, bubbles: true, cancelable: true });
  for (const field of await openFields(page)) {
    await field.fill("half a sentence");
    for (const key of ["Enter", "Escape"]) await field.dispatchEvent("keydown", ofInputMethod(key));
    await field.pressSequentially(", and the rest");
    await expect(field).toHaveValue("half a sentence, and the rest");
  }
  const stored = await sql("SELECT content FROM messages WHERE sender_id = $1", [willaId]);
  expect(stored).toEqual([{ content: "Hello" }]);
  await phone.close();
});

test("text that's too long is counted, refused with an explanation, and kept", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  await startTalk(page, sql);
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  const message = page.locator(".composer").getByRole("textbox", { name: "Message" });
  const sendButton = page.getByRole("button", { name: "Send", exact: true });
  const far = "word ".repeat(14_000).trim();

  if (javaScriptEnabled) {
    await hasScript(page, ".composer");
    await message.fill("a".repeat(5_001));
    await expect(page.getByText("5,001 of 5,000 characters")).toBeVisible();
    await look();
    await sendButton.click();
    await expect(page.getByText("Please use at most 5000 characters")).toBeVisible();
    await expect(message).toHaveValue("a".repeat(5_001));
    await message.fill("a".repeat(4_999));
    await expect(page.getByText("4,999 of 5,000 characters")).toBeVisible();
    await message.fill("a".repeat(4_000));
    await expect(page.getByText("of 5,000 characters")).toHaveCount(0);
    await message.fill("");

    await page.goto("/settings/account");
    await hasScript(page);
    const name = page.getByLabel("Full name");
    await name.fill(far);
    await expect(page.getByText("69,999 of 100 characters")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("That's too long to send")).toBeVisible();
    await expect(name).toHaveValue(far);
    expect(posted.filter((url) => url.includes("/settings/account"))).toEqual([]);
    await name.fill("a".repeat(101));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("form [id$=fullName-error]")).toContainText("at most 100 characters");
    await expect(name).toHaveValue("a".repeat(101));
    return;
  }
  await message.fill(far);
  await sendButton.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("That's too large");
  await look();
  await page.goBack({ waitUntil: "domcontentloaded" });
  await expect(message).toHaveValue(far);
  await sendButton.click();
  // The text is on the page that reports the error, because the browser's Back may not restore it: Firefox doesn't
  // anymore, and no browser does if the previous page was the response to a form.
  await expect(page.getByLabel("Message")).toHaveValue(far);
  await page.getByLabel("Message").fill("Shorter");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.locator(".bubble").filter({ hasText: "Shorter" })).toBeVisible();
  await message.fill("a".repeat(5_001));
  await sendButton.click();
  await expect(page.getByText("Please use at most 5000 characters").first()).toBeVisible();
  await expect(message).toHaveValue("a".repeat(5_001));
});

/** Opens the list of messages. If it's live, waits until its script opens the event stream. */
async function openMessages(page: Page, isLive: boolean): Promise<void> {
  const listening = isLive ? page.waitForRequest(/\/api\/live$/) : undefined;
  await page.goto("/messages");
  await listening;
}

/**
 * Reloads, and waits until the list has been fetched again after its stream opened. After that, no request is in
 * flight.
 */
async function reload(page: Page): Promise<void> {
  let isLive = false;
  page.on("response", (reply) => {
    isLive ||= reply.url().endsWith("/api/live");
  });
  const reading = page.waitForRequest((request) => isLive && /\/messages\.data/.test(request.url()));
  await page.reload();
  await (await reading).response();
}

/** Opens the menu of the last message that the person wrote, and chooses Edit or Delete. */
async function openMenu(page: Page, choice: "Edit" | "Delete"): Promise<void> {
  await page.locator(".bubble-menu summary").last().click();
  await page
    .getByRole("link", { name: new RegExp(`^${choice} your message`) })
    .last()
    .click();
}

/** Attaches a file. With script, the button opens the browser's file dialog; without, it reveals the file field. */
async function attach(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  opensDialog: boolean,
): Promise<void> {
  const button = page.locator(".attach > summary");
  if (opensDialog) {
    await hasScript(page);
    const dialog = page.waitForEvent("filechooser");
    await button.click();
    return (await dialog).setFiles(file);
  }
  const field = page.getByLabel("File", { exact: true });
  if (await field.isHidden()) await button.click();
  await field.setInputFiles(file);
}

const board = () => picture(600, 400).png().toBuffer();

/** Types the name, and waits for the suggestions that script shows. */
async function suggest(page: Page, name: string): Promise<void> {
  const field = page.getByLabel("Search by name");
  await expect(async () => {
    // Nothing happens if the script hasn't loaded yet, so this types again until it has.
    await field.fill("");
    await field.fill(name);
    await expect(page.getByRole("link", { name: `Add ${name}` })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

async function search(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search by name").fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]q=/);
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  await expect(page.locator(".bubble").filter({ hasText: text }).last()).toBeVisible();
  // Until the new message is stored, the last editable message is an earlier one.
  await expect(page.getByText("Sending...")).toHaveCount(0);
}
