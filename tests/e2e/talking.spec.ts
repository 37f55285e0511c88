import type { Browser, Locator, Page, TestInfo, WebSocket } from "@playwright/test";
import {
  edgesOf,
  expect,
  holdNextLoad,
  isOverAbly,
  makeContributor,
  makeCreator,
  newAddress,
  password,
  signIn,
  test,
} from "./journey";

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;

const hasScript = (info: TestInfo) => info.project.use.javaScriptEnabled !== false;

async function makePair(sql: Sql) {
  const creator = { name: "Cleo Field", email: newAddress("cleo"), service: "Video Editor" };
  const contributor = { name: "Rafa Moor", email: newAddress("rafa"), service: "Video Editor" };
  const [creatorId, contributorId] = [
    await makeCreator(sql, { ...creator, plan: "agency" }),
    await makeContributor(sql, contributor),
  ];
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [creatorId, contributorId]);
  return { creator, contributor, creatorId };
}

async function openBrowser(browser: Browser, info: TestInfo, baseURL?: string): Promise<Page> {
  const { viewport, javaScriptEnabled } = info.project.use;
  const context = await browser.newContext({ baseURL, viewport, javaScriptEnabled });
  return context.newPage();
}

/** Finds the messages in the thread, or in its live frame without script. */
function liveIn(page: Page, info: TestInfo): Locator {
  return hasScript(info)
    ? page.getByRole("log", { name: "Messages" })
    : page.frameLocator('iframe[title="New messages"]').getByRole("log", { name: "New messages" });
}

/** Even without script, the page finishes loading while its frame stays open. */
const open = (page: Page, path: string) => page.goto(path);

async function send(page: Page, text: string) {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** Counts the streams and sockets that a page's script opens, and notes whether it loads Ably's SDK. */
function watchConnections(page: Page) {
  let streams = 0;
  let sockets = 0;
  let isSdkLoaded = false;
  const forbidden: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/live")) streams += 1;
    if (/\/assets\/ably-connection/.test(request.url())) isSdkLoaded = true;
  });
  page.on("websocket", () => {
    sockets += 1;
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) forbidden.push(message.text());
  });
  return {
    count: () => streams + sockets,
    used() {
      if (streams > 0) return sockets > 0 || isSdkLoaded ? "both" : "a stream";
      return sockets > 0 && isSdkLoaded ? "Ably" : "none";
    },
    forbidden: () => forbidden,
  };
}

/** Signs in, writes a first message, and ends on the conversation's page. */
async function startConversation(page: Page, email: string, to: string, text: string) {
  await signIn(page, email);
  await page.goto(`/messages/new?to=${to}`);
  await send(page, text);
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
}

/** Reloads the page, and waits until the thread's script has checked for new messages. */
async function reload(page: Page) {
  let isNew = false;
  page.once("framenavigated", () => {
    isNew = true;
  });
  const checked = page.waitForResponse((answer) => isNew && answer.url().includes("/now"));
  await page.reload({ waitUntil: "commit" });
  await checked;
}

const textsIn = (page: Page) =>
  page.getByRole("log", { name: "Messages" }).locator(".bubble > p").allInnerTexts();

test("two people in two browsers see each other's messages without a reload", async ({
  page: cleo,
  browser,
  baseURL,
  sql,
  look,
}, info) => {
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Hello Cleo");
  const place = new URL(rafa.url()).pathname;

  await signIn(cleo, creator.email);
  const connections = watchConnections(cleo);
  await open(cleo, place);
  await expect(cleo.getByRole("log", { name: "Messages" }).getByText("Hello Cleo")).toBeVisible();
  const draft = "I have begun to write";
  await cleo.getByRole("textbox", { name: "Message" }).fill(draft);

  await send(rafa, "Are you <b>free</b> in May?");
  await expect(liveIn(cleo, info).getByText("Are you <b>free</b> in May?")).toBeVisible();
  await send(rafa, "Or in June?");
  await expect(liveIn(cleo, info).getByText("Or in June?")).toBeVisible();
  const hebrew = "שלום, Cleo!";
  await send(rafa, hebrew);
  const { first, last } = await edgesOf(liveIn(cleo, info).getByText(hebrew));
  expect(last, "Hebrew runs from right to left, with its exclamation mark on the left").toBeLessThan(first);
  await expect(cleo.getByRole("textbox", { name: "Message" })).toHaveValue(draft);
  await look(cleo);
  expect(connections.used()).toBe(!hasScript(info) ? "none" : isOverAbly(info) ? "Ably" : "a stream");
  expect(connections.forbidden()).toEqual([]);

  await expect(rafa.getByRole("log", { name: "Messages" }).getByText(hebrew)).toBeVisible();
  await cleo.getByRole("button", { name: "Send", exact: true }).click();
  await expect(cleo.getByRole("log", { name: "Messages" }).getByText(draft)).toBeVisible();
  await expect(liveIn(rafa, info).getByText(draft)).toBeVisible();
  // Without script, the recipient may see the message before the sender's page has reloaded, and the live frame then
  // has nothing to report.
  if (hasScript(info)) await expect(liveIn(cleo, info).getByText(/^Seen \d+:\d\d [AP]M$/)).toBeVisible();

  const said = ["Hello Cleo", "Are you <b>free</b> in May?", "Or in June?", hebrew, draft];
  for (const page of [cleo, rafa]) {
    await open(page, place);
    await expect.poll(() => textsIn(page)).toEqual(said);
  }
  await rafa.context().close();
});

test("with script: shortcuts work, messages stay in order, the list is live, and a broken connection loses nothing", async ({
  page,
  browser,
  baseURL,
  sql,
  look,
}, info) => {
  test.skip(!hasScript(info), "without script, there is only the form");
  const { creator, contributor, creatorId } = await makePair(sql);
  const cleo = await openBrowser(browser, info, baseURL);
  await page.clock.install();
  await startConversation(page, contributor.email, creatorId, "Hello");
  const thread = page.getByRole("log", { name: "Messages" });
  const box = page.getByRole("textbox", { name: "Message" });

  await reload(page);

  await signIn(cleo, creator.email);
  await cleo.goto("/messages");
  await expect(cleo.getByRole("main").getByText("1 unread", { exact: true })).toBeVisible();

  await box.pressSequentially("two");
  await box.press("Shift+Enter");
  await box.pressSequentially("lines");
  await box.press("Enter");
  await expect(thread.getByText("two\nlines")).toBeVisible();
  await expect(thread.getByText("Sending...")).toHaveCount(0);
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  await expect(cleo.getByRole("main").getByText("2 unread", { exact: true })).toBeVisible();

  await page.context().setOffline(true);
  await box.fill("Into the void");
  await box.press("Enter");
  await expect(thread.getByText("Waiting for a connection")).toBeVisible();
  await expect(thread.getByText("Failed to send message")).toHaveCount(0);
  await look();
  // Messages are sent automatically once the connection works, even if the first attempt fails because the browser
  // reports the connection too early.
  let isEarly = true;
  await page.route("**/now*", (route) => {
    if (!isEarly || route.request().method() !== "POST") return route.continue();
    isEarly = false;
    return route.abort("internetdisconnected");
  });
  await page.context().setOffline(false);
  const textsLater = () => page.clock.fastForward(3_000).then(() => textsIn(page));
  await expect.poll(textsLater).toEqual(["Hello", "two\nlines", "Into the void"]);
  await expect(thread.getByText("Failed to send message")).toHaveCount(0);
  await expect(thread.getByText("Sending...")).toHaveCount(0);
  await expect(cleo.getByRole("main").getByText("3 unread", { exact: true })).toBeVisible();

  // The message is stored but the response is lost, so the page sends it again. It must be stored only once.
  let isLost = false;
  await page.route("**/now*", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await box.fill("Answer lost");
  await box.press("Enter");
  await expect(thread.getByText("Answer lost")).toHaveCount(1);
  await expect(thread.getByText("Failed to send message")).toHaveCount(0);
  await reload(page);
  await expect.poll(() => textsIn(page)).toEqual(["Hello", "two\nlines", "Into the void", "Answer lost"]);

  // After a server error, the message shows as failed, with a button to try again.
  await page.unroute("**/now*");
  await page.route("**/now*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { message: "Unexpected Server Error" } })
      : route.continue(),
  );
  await box.fill("Met a failure");
  await box.press("Enter");
  await expect(thread.getByText("Failed to send message")).toBeVisible();
  await page.unroute("**/now*");
  await thread.getByRole("button", { name: "Try Again" }).click();
  await expect
    .poll(() => textsIn(page))
    .toEqual(["Hello", "two\nlines", "Into the void", "Answer lost", "Met a failure"]);

  await page.context().setOffline(true);
  await box.fill("Never sent");
  await box.press("Enter");
  await expect(thread.getByText("Waiting for a connection")).toBeVisible();
  await page.context().setOffline(false);
  // Signing out asks first, because this message hasn't been sent.
  page.once("dialog", (dialog) => dialog.accept());
  await page.evaluate(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[action='/logout']"))
      form.requestSubmit();
  });
  await expect(page).toHaveURL(/\/$/);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  // Ably's SDK may store only that WebSockets work here, and nothing about the person.
  expect(kept.filter((key) => key !== "ably-transport-preference")).toEqual([]);
  await cleo.context().close();
});

test("two tabs of a browser share one connection, and both receive hints", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!hasScript(info), "without script, each frame has its own connection");
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Hello");

  await signIn(page, creator.email);
  const first = watchConnections(page);
  await page.goto(new URL(rafa.url()).pathname);
  await expect.poll(first.count).toBe(1);
  const tab = await page.context().newPage();
  const second = watchConnections(tab);
  await tab.goto(page.url());
  const threads = [page, tab].map((one) => one.getByRole("log", { name: "Messages" }));
  await send(rafa, "To both");
  for (const thread of threads) await expect(thread.getByText("To both")).toBeVisible();
  expect([first.count(), second.count()]).toEqual([1, 0]);
  await page.close();
  await expect.poll(second.count).toBe(1);
  await send(rafa, "To the one that is left");
  await expect(tab.getByText("To the one that is left").last()).toBeVisible();
  expect([first.count(), second.count()]).toEqual([1, 1]);
  const kind = isOverAbly(info) ? "Ably" : "a stream";
  expect([first.used(), second.used()]).toEqual([kind, kind]);
  await rafa.context().close();
});

test("with script: a message read in one tab is read in all, and on the person's other devices", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!hasScript(info), "without script, a loaded page doesn't change");
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Hello");
  await signIn(page, creator.email);
  const tab = await page.context().newPage();
  await tab.goto("/messages");
  await send(rafa, "Are you there?");
  const phone = await openBrowser(browser, info, baseURL);
  await signIn(phone, creator.email);
  const listens = phone.waitForResponse(/\/api\/unread$/);
  await phone.goto("/settings");
  await listens;
  const mark = phone.getByRole("link", { name: /^Messages/ }).locator(".unread-mark");
  await expect(mark).toContainText("1");
  const entry = tab.getByRole("listitem").filter({ hasText: "Are you there?" });
  await expect(entry.getByText("2 unread")).toBeVisible();
  await page.goto(new URL(rafa.url()).pathname);
  await expect(entry.getByText(/unread/)).toHaveCount(0);
  await expect(mark).toHaveCount(0);
  for (const device of [rafa, phone]) await device.context().close();
});

test("with script: a message that arrives while a form's answer loads doesn't take its toast away", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!hasScript(info), "without script, a loaded page doesn't change");
  const { creator, contributor, creatorId } = await makePair(sql);
  const [brief] = await sql(
    `WITH posted AS (
       INSERT INTO project_briefs (creator_id, title, expires_at)
       VALUES ($1, 'Six episodes', now() + interval '30 days') RETURNING id
     )
     INSERT INTO project_applications (project_id, contributor_id, note)
     SELECT posted.id, users.id, 'Hello' FROM posted, users WHERE email = $2 RETURNING project_id`,
    [creatorId, contributor.email],
  );
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Hello");
  await signIn(page, creator.email);
  const tab = await page.context().newPage();
  await tab.goto("/messages");
  const listens = page.waitForResponse(/\/api\/unread$/);
  await page.goto(`/projects/${brief?.project_id}`);
  await listens;

  const load = holdNextLoad(page);
  const more = page.locator("summary").filter({ hasText: `More for ${contributor.name}`, visible: true });
  await more.click();
  await page.getByRole("button", { name: /^Shortlist/ }).click();
  await load.isRead;
  await send(rafa, "Are you there?");
  // Tabs share one connection, so the loading page has also been notified of the message.
  await expect(tab.getByText("Are you there?")).toBeVisible();
  load.release();
  await expect(page.getByText("Added to the shortlist")).toBeVisible();
  await rafa.context().close();
});

test("with script: a message that arrives while a page loads is counted on it", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!hasScript(info), "without script, a loaded page doesn't change");
  const { creator, contributor, creatorId } = await makePair(sql);
  await startConversation(page, contributor.email, creatorId, "Hello");
  const cleo = await openBrowser(browser, info, baseURL);
  await signIn(cleo, creator.email);
  await cleo.goto(new URL(page.url()).pathname);
  const tab = await page.context().newPage();
  const unreadIn = (shown: Page) => shown.getByRole("link", { name: /^Messages/ }).locator(".unread-mark");
  for (const shown of [page, tab]) {
    const listens = shown.waitForResponse(/\/api\/unread$/);
    await shown.goto("/projects?q=zebra");
    await listens;
    await expect(unreadIn(shown)).toHaveCount(0);
  }

  // The server reads the page's data before the message is stored, and the browser learns of the message before it gets
  // the data.
  const load = holdNextLoad(page);
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await load.isRead;
  await send(cleo, "Are you there?");
  // Tabs share one connection, so the loading page has also been notified of the message.
  await expect(unreadIn(tab)).toContainText("1");
  load.release();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(unreadIn(page)).toContainText("1");
  await cleo.context().close();
});

test("a page that can't reach Ably falls back to our stream until it can", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!isOverAbly(info), "only over Ably");
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Hello");

  await page.route("**/requestToken*", (route) => route.abort());
  await signIn(page, creator.email);
  const stream = page.waitForRequest(/\/api\/live$/, { timeout: 30_000 });
  await open(page, new URL(rafa.url()).pathname);
  await stream;
  const thread = page.getByRole("log", { name: "Messages" });
  await send(rafa, "Without Ably");
  await expect(thread.getByText("Without Ably")).toBeVisible();

  const socket = page.waitForEvent("websocket", { timeout: 30_000 });
  const isStreamOver = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/live"));
  await page.unroute("**/requestToken*");
  await socket;
  await isStreamOver;
  await send(rafa, "With Ably");
  await expect(thread.getByText("With Ably")).toBeVisible();

  // Ably's SDK gives up after a refused token, so the page must create a new client.
  await page.route("**/api/live/token", (route) => route.fulfill({ status: 403 }), { times: 1 });
  const refusal = page.waitForResponse((reply) => reply.status() === 403);
  const another = page.waitForEvent("websocket", { timeout: 30_000 });
  await page.reload();
  await refusal;
  await another;
  await rafa.context().close();
});

test("over Ably, a session that's ended elsewhere receives nothing more", async ({
  page,
  browser,
  baseURL,
  sql,
}, info) => {
  test.skip(!isOverAbly(info), "other tests cover the stream");
  const person = { name: "Cleo Field", email: newAddress("cleo"), service: "Video Editor" };
  await makeCreator(sql, person);
  await signIn(page, person.email);
  // Ably's SDK may open another socket if the first one is slow to connect.
  const sockets: WebSocket[] = [];
  let attachments = 0;
  page.on("websocket", (socket) => {
    sockets.push(socket);
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('"action":11')) attachments += 1;
    });
  });
  await page.goto("/messages");
  await expect.poll(() => attachments, { timeout: 30_000 }).toBeGreaterThan(0);

  const elsewhere = await openBrowser(browser, info, baseURL);
  await signIn(elsewhere, person.email);
  const refusal = page.waitForResponse(
    (reply) => reply.url().endsWith("/api/live/token") && reply.status() === 401,
  );
  await elsewhere.goto("/settings/sessions");
  await elsewhere.getByRole("button", { name: "Sign out everywhere else" }).click();
  await refusal;
  await expect.poll(() => sockets.filter((socket) => !socket.isClosed()), { timeout: 30_000 }).toEqual([]);
  await elsewhere.context().close();
});

test("with script: a message that's sent after the session has ended waits for the sign-in, and arrives once", async ({
  page,
  sql,
}, info) => {
  test.skip(!hasScript(info), "without script, the response page keeps the text");
  const { contributor, creatorId } = await makePair(sql);
  await startConversation(page, contributor.email, creatorId, "Hello Cleo");
  const place = new URL(page.url()).pathname;
  // Waits until script has loaded. Otherwise, the browser itself would send the form.
  await reload(page);
  await sql("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)", [
    contributor.email,
  ]);
  const text = "Not a word of this <may> be lost";
  await send(page, text);
  const log = page.getByRole("log", { name: "Messages" });
  await expect(log.getByText(text)).toBeVisible();
  await log.getByRole("link", { name: /sign in/i }).click();
  await page.getByLabel("Email").fill(contributor.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(new RegExp(`${place}$`));
  await expect(log.getByText(text)).toBeVisible();
  const stored = () => sql("SELECT 1 FROM messages WHERE content = $1", [text]);
  await expect.poll(stored).toHaveLength(1);
  await expect(log.getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored()).toHaveLength(1);
});

test("with script: typing, presence and other unread conversations are shown", async ({
  page: cleo,
  browser,
  baseURL,
  sql,
  look,
}, info) => {
  test.skip(!hasScript(info), "only script shows these marks");
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  for (const page of [cleo, rafa]) await page.clock.install();
  await startConversation(rafa, contributor.email, creatorId, "Hello Cleo");
  const place = new URL(rafa.url()).pathname;
  await reload(rafa);
  await expect(rafa.getByText("Online")).toHaveCount(0);
  await signIn(cleo, creator.email);

  // A person counts as online on any message page.
  await open(cleo, place);
  await expect(cleo.getByText("Online")).toBeVisible();
  await expect(rafa.getByText("Online")).toBeVisible();
  const list = await openBrowser(browser, info, baseURL);
  await cleo.goto("/dashboard");
  await signIn(list, creator.email);
  await list.goto("/messages");
  await expect(list.getByText("Hello Cleo")).toBeVisible();
  await reload(rafa);
  await expect(rafa.getByText("Online")).toBeVisible();
  await list.context().close();
  await open(cleo, place);
  await expect(cleo.getByText("Online")).toBeVisible();

  const typing = rafa.getByRole("status").filter({ hasText: "typing" });
  const box = cleo.getByRole("textbox", { name: "Message" });
  let looks = 0;
  rafa.on("request", (request) => {
    if (request.url().includes("/now")) looks += 1;
  });
  await box.pressSequentially("I am");
  await expect(typing).toHaveText("Cleo Field is typing…");
  await look(rafa);
  // The typing note disappears after five seconds. It doesn't make the other page request anything.
  for (const page of [cleo, rafa]) await page.clock.fastForward(5_000);
  await expect(typing).toHaveCount(0);
  expect(looks).toBe(0);
  await box.pressSequentially(" here");
  await expect(typing).toBeVisible();
  await box.press("Enter");
  await expect(rafa.getByRole("log", { name: "Messages" }).getByText("I am here")).toBeVisible();
  await expect(typing).toHaveCount(0, { timeout: 2_000 });

  // An unread message in another conversation is counted on the open thread's page until it's read.
  const unread = cleo.locator(".unread-mark:visible");
  await expect(unread).toHaveCount(0);
  const third = { name: "Theo Lind", email: newAddress("theo"), service: "Video Editor" };
  const thirdId = await makeContributor(sql, third);
  await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2)", [creatorId, thirdId]);
  const theo = await openBrowser(browser, info, baseURL);
  await signIn(theo, third.email);
  await theo.goto(`/messages/new?to=${creatorId}`);
  await send(theo, "Hello from elsewhere");
  await expect(unread.first()).toContainText("1");
  // Sending moves the conversation to the top of the list, even if the page can't fetch the list afterward.
  await cleo.route("**/now*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await send(cleo, "Sent last");
  const talks = cleo.getByRole("navigation", { name: "Conversations", includeHidden: true }).locator("li");
  await expect(talks).toContainText(["Sent last", "Hello from elsewhere"]);
  await cleo.unroute("**/now*");
  await expect(unread.first()).toContainText("1");
  await send(rafa, "Read at once");
  await expect(cleo.getByRole("log", { name: "Messages" }).getByText("Read at once")).toBeVisible();
  await expect(unread.first()).toContainText("1");
  await cleo.goto("/messages");
  await cleo.getByRole("link", { name: /Theo Lind/ }).click();
  await expect(cleo.getByRole("log", { name: "Messages" }).getByText("Hello from elsewhere")).toBeVisible();
  await expect(unread).toHaveCount(0);
  await cleo.goto("/discover");
  await send(theo, "And once more");
  await expect(unread.first()).toContainText("1");
  for (const page of [rafa, theo]) await page.context().close();
});

test("without script: the frame reports edits and deletions", async ({
  page: cleo,
  browser,
  baseURL,
  sql,
  look,
}, info) => {
  test.skip(hasScript(info), "with script, the messages change in place");
  const { creator, contributor, creatorId } = await makePair(sql);
  const rafa = await openBrowser(browser, info, baseURL);
  await startConversation(rafa, contributor.email, creatorId, "Are you freee?");
  const place = new URL(rafa.url()).pathname;
  await signIn(cleo, creator.email);
  await open(cleo, place);
  await cleo.getByRole("textbox", { name: "Message" }).fill("A draft that stays");
  await send(rafa, "In June, I mean");
  const live = liveIn(cleo, info);
  await expect(live.getByText("In June, I mean")).toBeVisible();

  await open(rafa, `${place}/1`);
  await rafa.getByLabel("Message").fill("Are you free?");
  await rafa.getByRole("button", { name: "Save" }).click();
  const edited = live.getByRole("listitem").filter({ hasText: "Rafa Moor edited their message from" });
  await expect(edited.getByText("Are you free?", { exact: true })).toBeVisible();
  await open(rafa, `${place}/2`);
  await rafa.getByText("Delete this message").click();
  await rafa.getByRole("button", { name: "Delete for good" }).click();
  await expect(live.getByText(/^Rafa Moor's message from .* was deleted/)).toBeVisible();
  await expect(cleo.getByRole("textbox", { name: "Message" })).toHaveValue("A draft that stays");
  await look(cleo);

  await open(cleo, place);
  await expect(
    cleo.getByRole("log", { name: "Messages" }).getByText("This message was deleted"),
  ).toBeVisible();
  await send(rafa, "Still here?");
  await expect(live.getByText("Still here?")).toBeVisible();
  await expect(live.getByText(/edited|deleted/)).toHaveCount(0);
  await rafa.context().close();
});
