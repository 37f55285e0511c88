import type { Page } from "@playwright/test";
import {
  expect,
  hasScript,
  makeContributor,
  makeCreator,
  newAddress,
  newMark,
  signIn,
  test,
} from "./journey";

test.use({ serviceWorkers: "allow" });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, "without script, there is no service worker");

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;

/**
 * Moves the clock three seconds ahead. A page starts the worker, identifies itself to it and sends what's waiting three
 * seconds after it has loaded.
 */
async function threeSecondsLater<Found>(page: Page, find: () => Promise<Found>): Promise<Found> {
  await page.clock.fastForward(3_000);
  return find();
}

const controllerOf = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);

const copiesIn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("copies:"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** A creator and a contributor who have matched. */
async function makePair(sql: Sql) {
  const creator = { name: "Cleo Field", email: newAddress("cleo"), service: "Video Editor", plan: "agency" };
  const rafa = { name: "Rafa Moor", email: newAddress("rafa"), service: "Video Editor" };
  const creatorId = await makeCreator(sql, creator);
  const contributorId = await makeContributor(sql, rafa);
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [creatorId, contributorId]);
  return { creator, rafa, creatorId, contributorId };
}

/** Signs in and opens a page, and waits until the worker controls it. */
async function startWorker(page: Page, email: string, path: string): Promise<void> {
  await page.context().clock.install();
  await signIn(page, email);
  await page.goto(path);
  await expect.poll(() => threeSecondsLater(page, () => controllerOf(page))).toContain("/sw.js");
}

/** Writes the first message to someone. Returns the path of the conversation. */
async function writeFirst(page: Page, contributorId: string): Promise<string> {
  await page.goto(`/messages/new?to=${contributorId}`);
  await page.getByRole("textbox", { name: "Message" }).fill("Shall we begin?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

test("a page offers to install the app until the offer is declined", async ({ page, sql, look }) => {
  const { creator } = await makePair(sql);
  await startWorker(page, creator.email, "/messages");
  // Dispatches the event that a browser sends when it can install the app.
  const offerInstalling = () =>
    page.evaluate(() => {
      const offer = Object.assign(new Event("beforeinstallprompt"), { prompt: async () => {} });
      dispatchEvent(offer);
    });
  const hint = page.getByText("Install Matchcut on this device");
  await offerInstalling();
  await expect(hint).toBeVisible();
  const install = await page.getByRole("button", { name: "Install" }).boundingBox();
  expect(Math.round(install?.height ?? 0), "tall enough for a finger").toBeGreaterThanOrEqual(44);
  await look();
  await page.getByRole("button", { name: "No, thanks" }).click();
  await offerInstalling();
  await expect(hint).toHaveCount(0);
});

test("a conversation can be read offline, and what two tabs write there is sent later, once", async ({
  page,
  context,
  sql,
  look,
}) => {
  const { creator, creatorId, contributorId } = await makePair(sql);
  await context.clock.install();
  await signIn(page, creator.email);
  const conversation = await writeFirst(page, contributorId);
  await expect.poll(() => threeSecondsLater(page, () => controllerOf(page))).toContain("/sw.js");
  await page.goto("/discover");
  await expect.poll(() => copiesIn(page)).toContain("/discover");
  // The conversation was loaded before the worker was installed. The worker requests it again once the network has been
  // quiet for four seconds.
  await expect.poll(() => copiesIn(page), { timeout: 15_000 }).toContain(conversation);

  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're offline");
  await look();
  await page.getByRole("link", { name: /^Rafa Moor as of \d/ }).click();
  await expect(page).toHaveURL(new RegExp(`${conversation}$`));
  const thread = page.getByRole("log", { name: "Messages" });
  await expect(thread.getByText("Shall we begin?")).toBeVisible();
  const note = page.getByText(/^You're offline\. This is the page as of/);
  await expect.poll(() => threeSecondsLater(page, () => note.isVisible())).toBe(true);
  const box = page.getByRole("textbox", { name: "Message" });
  await hasScript(page);
  const tab = await context.newPage();
  await tab.goto(conversation);
  await hasScript(tab);
  await box.fill("Written in a tunnel");
  await box.press("Enter");
  await expect(thread.getByText("Waiting for a connection")).toBeVisible();
  await look();
  // Another tab learns of a stored value only after a delay.
  await expect
    .poll(() => tab.evaluate(() => Object.values(localStorage).join()))
    .toContain("Written in a tunnel");
  // This tab doesn't show the other tab's message yet, and must not overwrite it in storage.
  await tab.getByRole("textbox", { name: "Message" }).fill("In another tab");
  await tab.getByRole("textbox", { name: "Message" }).press("Enter");
  await expect(tab.getByText("Waiting for a connection")).toBeVisible();
  await tab.close();
  await page.reload();
  await expect(thread.getByText("Written in a tunnel")).toBeVisible();
  await expect(thread.getByText("In another tab")).toBeVisible();

  const texts = async () =>
    (
      await sql("SELECT content FROM messages WHERE conversation_id = $1 ORDER BY seq", [
        conversation.slice(10),
      ])
    ).map(({ content }) => content);
  // Waiting messages are sent from any page, not only from their conversation.
  await page.goto("/discover");
  await context.setOffline(false);
  await expect
    .poll(() => threeSecondsLater(page, texts))
    .toEqual(["Shall we begin?", "Written in a tunnel", "In another tab"]);

  await page.goto(conversation);
  await expect(thread.getByText("Written in a tunnel")).toBeVisible();
  await expect(thread.getByText("Failed to send message")).toHaveCount(0);
  await hasScript(page);
  await context.setOffline(true);
  await box.fill("And another");
  await box.press("Enter");
  await expect(thread.getByText("Waiting for a connection")).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(texts)
    .toEqual(["Shall we begin?", "Written in a tunnel", "In another tab", "And another"]);

  await context.setOffline(true);
  await box.fill("Too late");
  await box.press("Enter");
  await expect(thread.getByText("Waiting for a connection")).toBeVisible();
  await page.goto("/discover");
  await sql("INSERT INTO blocks (blocker_id, blocked_id) VALUES ($2, $1)", [creatorId, contributorId]);
  await context.setOffline(false);
  const refused = page.getByText("A message wasn't sent. See why");
  await expect.poll(() => threeSecondsLater(page, () => refused.isVisible())).toBe(true);
  await look();
  await refused.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This conversation has ended");
  await expect(page.getByText("Too late")).toBeVisible();
  await look();

  const signOut = async (answer: "dismiss" | "accept") => {
    let asked = "";
    page.once("dialog", (dialog) => {
      asked = dialog.message();
      return dialog[answer]();
    });
    await page.locator("form[action='/logout']").evaluate((form: HTMLFormElement) => form.requestSubmit());
    expect(asked).toBe("Some messages or swipes haven't been sent yet. Sign out and delete them?");
  };
  await signOut("dismiss");
  await page.reload();
  await expect(page.getByText("Too late")).toBeVisible();
  await signOut("accept");
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("swipes made offline are sent later, and those that can't be accepted are reported", async ({
  page,
  context,
  sql,
  look,
}) => {
  const { creator, creatorId } = await makePair(sql);
  // The mark makes the names unique, because the deck may contain people from another run.
  const mark = newMark();
  for (const name of [`Nia ${mark}`, `Ola ${mark}`])
    await makeContributor(sql, { name, email: newAddress("deck"), service: "Video Editor" });
  await startWorker(page, creator.email, "/messages");
  await page.goto("/discover");
  await expect.poll(() => copiesIn(page)).toContain("/discover");

  await context.setOffline(true);
  await page.goto("/discover");
  const profile = page.locator("article.deck-card").getByRole("heading").getByRole("link");
  const passed = (await profile.getAttribute("href")) ?? "";
  await hasScript(page);
  await page.getByRole("button", { name: "Pass" }).click();
  await expect(
    page.locator(".toasts").getByText("We'll send your swipe when you're back online."),
  ).toBeVisible();
  await expect(profile).not.toHaveAttribute("href", passed);
  await page.reload();
  await expect(profile).not.toHaveAttribute("href", passed);
  const second = (await profile.getAttribute("href")) ?? "";
  await hasScript(page);
  await page.getByRole("button", { name: "Like" }).click();
  await expect(page.locator(`article.deck-card a[href="${second}"]`)).toHaveCount(0);
  // Blocks the second person before the Like reaches the server.
  await sql("INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)", [creatorId, second.slice(9, 45)]);

  await context.setOffline(false);
  const refused = page.getByText("Swipes that didn't count: 1 for someone who isn't available anymore.");
  await expect.poll(() => threeSecondsLater(page, () => refused.isVisible())).toBe(true);
  expect(await sql("SELECT liked FROM swipes WHERE actor_id = $1", [creatorId])).toEqual([{ liked: false }]);
  await look();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(refused).toHaveCount(0);
});

test("signing out deletes the copies, so the next person finds none", async ({ page, context, sql }) => {
  const { creator, rafa, contributorId } = await makePair(sql);
  await startWorker(page, creator.email, "/discover");
  const conversation = await writeFirst(page, contributorId);
  for (const path of [conversation, "/discover"]) {
    await page.goto(path);
    await expect.poll(() => copiesIn(page)).toContain(path);
  }

  // Chromium has no push service here, so this stands in for a subscription.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const { pushManager } = (globalThis as unknown as { registration: ServiceWorkerRegistration })
      .registration;
    const unsubscribe = async () => Boolean(await caches.open("unsubscribed"));
    pushManager.getSubscription = async () => ({ unsubscribe }) as unknown as PushSubscription;
  });
  const signOut = page.locator("form[action='/logout']").first();
  await signOut.evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.waitForURL(/\/$/);
  expect(await copiesIn(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => caches.has("unsubscribed"))).toBe(true);
  await signIn(page, rafa.email);
  await page.goto("/dashboard");
  // Without this wait, the page's own script might not have loaded yet.
  await hasScript(page, "form[action='/logout']");
  // A copy that sign-out couldn't delete, for example because the browser closed, is deleted when someone else visits.
  await page.evaluate(async () =>
    (await caches.open("copies:someone-else")).put("/left", new Response("left")),
  );
  await page.goto("/dashboard");
  await expect.poll(() => threeSecondsLater(page, () => copiesIn(page))).not.toContain("/left");
  await context.setOffline(true);
  for (const path of [conversation, "/discover"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're offline");
    await expect(page.getByRole("heading", { name: /on this device|as you left it/ })).toHaveCount(0);
  }
});

test("a push is shown with what it says, and one that can't be read says only that there's something new", async ({
  page,
  context,
  sql,
}) => {
  const { creator } = await makePair(sql);
  await startWorker(page, creator.email, "/messages");
  const browser = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  const push = (data: string) =>
    browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  // Not every Chromium shows notifications, so this keeps what the worker asks the browser to show.
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error("no worker");
  await worker.evaluate(() => {
    const shown: string[][] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body = "", data } = {}) => {
      shown.push([title, body, data.path]);
    };
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: string[][] }).shown);
  const message = { title: "Rafa Moor", body: "Shall we begin?", path: "/messages" };
  await push(JSON.stringify(message));
  await push(JSON.stringify({ ...message, path: "//elsewhere.example" }));
  await push('{"title": "Rafa');
  await expect.poll(shown).toEqual([
    ["Rafa Moor", "Shall we begin?", "/messages"],
    ["Rafa Moor", "Shall we begin?", "/notifications"],
    ["Matchcut", "There's something new.", "/notifications"],
  ]);
});
