import type { Locator, Page, Request } from "@playwright/test";
import { expect, hasScript, makeContributor, makeCreator, newAddress, signIn, test } from "./journey";

/** Each run uses its own service, so its decks contain only its own people. */
const serviceOf: Record<string, string> = {
  "js-phone": "Channel Manager",
  "js-desktop": "Virtual Assistant",
  "no-js-phone": "Project Coordinator",
  "no-js-desktop": "Podcast Producer",
};

const card = (page: Page) => page.locator("article.deck-card");
const button = (page: Page, name: "Like" | "Pass" | "Undo last swipe") =>
  page.locator(".deck").getByRole("button", { name });
const nameOnTop = (page: Page) =>
  card(page)
    .getByRole("heading")
    .textContent()
    .then((name) => name ?? "");
const press = (page: Page, name: "Like" | "Pass") => button(page, name).click();

/**
 * Waits until script runs, which then adds the next cards behind the first one. Without script, there's only one card.
 */
const ready = (page: Page, hasScript: boolean | undefined) => {
  const behind = expect(page.locator(".deck-next"));
  return hasScript ? behind.not.toHaveCount(0) : behind.toHaveCount(0);
};

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * Lists the Like and Pass buttons and limit notices that are off the first screen, under the tab bar, or under a toast.
 */
const unreachableControls = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const bar = document.querySelector(".tab-bar")?.getBoundingClientRect();
    const bottom = bar?.height ? bar.top : innerHeight;
    const toast = document.querySelector(".toast:not([data-state=over])")?.getBoundingClientRect();
    const controls = [...document.querySelectorAll(".deck-actions .notice a, .swipe-form button")];
    const hidden = controls.filter((control) => {
      const box = control.getBoundingClientRect();
      const isCovered =
        toast &&
        box.top < toast.bottom &&
        toast.top < box.bottom &&
        box.left < toast.right &&
        toast.left < box.right;
      return isCovered || box.top < 0 || box.bottom > bottom;
    });
    return controls.length > 0 ? hidden.map((control) => control.textContent) : ["no controls"];
  });

/** Whether the corner button covers the person's name. */
const isNameCovered = (page: Page) =>
  page.evaluate(() => {
    const corner = document.querySelector(".deck-corner")?.getBoundingClientRect();
    const name = document.querySelector("article.deck-card h2")?.getBoundingClientRect();
    if (!corner || !name) throw new Error("no card");
    return corner.height > 0 && corner.bottom > name.top;
  });

async function drag(page: Page, from: Locator, by: number) {
  // Waits for the card to stop, because it may still be sliding back.
  await card(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  const box = await from.boundingBox();
  if (!box) throw new Error("nothing to drag");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 4 });
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

// These tests share a service, so the same people are in their decks.
test.describe.configure({ mode: "default" });

let viewerId = "";

test.beforeEach(async ({ page, sql, javaScriptEnabled }, info) => {
  const service = serviceOf[info.project.name] ?? "";
  await sql(
    "DELETE FROM person_listings l USING services s WHERE s.name = $1 AND l.terms @> ARRAY['s' || s.id]",
    [service],
  );
  for (const name of ["Ana Cut", "Bo Frame", "Cy Grade", "Di Sound", "Ed Title", "Flo Color"]) {
    const id = await makeContributor(sql, { name, email: newAddress("deck"), service });
    await sql("UPDATE profiles SET bio = 'Cuts fast and keeps the story.' WHERE id = $1", [id]);
  }
  const email = newAddress("viewer");
  viewerId = await makeCreator(sql, { name: "Vera Viewer", email, service });
  if (javaScriptEnabled) {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
      type LayoutShift = PerformanceEntry & { value: number; sources: Source[] };
      const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(" ");
      // How a layout shift is printed on failure: what moved, from where to where.
      const describeShift = ({ value, sources }: LayoutShift) =>
        `${value}: ${sources.map((of) => `${of.node?.textContent?.slice(0, 60)} ${at(of.previousRect)} > ${at(of.currentRect)}`).join("; ")}`;
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[]) shifts.push(describeShift(entry));
      }).observe({ type: "layout-shift", buffered: true });
    });
  }
  await signIn(page, email);
  await page.goto("/discover");
  await expect(card(page)).toBeVisible();
  await ready(page, javaScriptEnabled);
});

test("the deck advances without moving anything else or covering the decision controls", async ({
  page,
  javaScriptEnabled,
  browser,
  sql,
  look,
}) => {
  // Script also loads the photos of the next two people in advance.
  const photos = new Set<string>();
  const note = (request: Request) => /avatars/.test(request.url()) && photos.add(request.url());
  const setPhotos = (src: string) =>
    sql(`UPDATE profiles SET avatar_url = ${src} FROM deck_cards WHERE viewer_id = $1 AND person_id = id`, [
      viewerId,
    ]);
  await setPhotos("'/files/avatars/' || id");
  page.on("request", note);
  await page.reload();
  await expect.poll(() => photos.size).toBe(javaScriptEnabled ? 3 : 1);
  const saving = await browser.newContext({
    storageState: await page.context().storageState(),
    extraHTTPHeaders: { "Save-Data": "on" },
  });
  photos.clear();
  const light = await saving.newPage();
  light.on("request", note);
  await light.goto(page.url());
  await expect(card(light)).toBeVisible();
  expect([...photos], "no photos with Save-Data").toEqual([]);
  await saving.close();
  await setPhotos("NULL");
  await page.reload();
  await ready(page, javaScriptEnabled);

  const [first, status] = [await nameOnTop(page), page.locator(".deck > [role=status]")];
  if (javaScriptEnabled) {
    const took = await button(page, "Pass").evaluate(
      (button) =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          const name = () => document.querySelector("article.deck-card h2")?.textContent;
          const before = name();
          new MutationObserver(() => name() !== before && resolve(performance.now() - start)).observe(
            document.body,
            { childList: true, subtree: true, characterData: true },
          );
          (button as HTMLElement).focus();
          (button as HTMLElement).click();
        }),
    );
    expect(took).toBeGreaterThanOrEqual(260);
  } else await press(page, "Pass");
  await expect(card(page).getByRole("heading")).not.toHaveText(first);
  const second = await nameOnTop(page);
  if (javaScriptEnabled) {
    await expect(card(page).getByRole("heading")).toBeFocused();
    await expect(status).toContainText(`Next: ${second}`);
  }

  const beyond = javaScriptEnabled ? page.evaluate(maxOverflow) : 0;
  await press(page, "Like");
  await expect(page.locator(".toast")).toContainText("Service Provider Liked!");
  await expect(card(page).getByRole("heading")).not.toHaveText(second);
  expect(await beyond, "pixels of overflow while the card slides away").toBe(0);
  expect(await unreachableControls(page)).toEqual([]);
  await look();

  // Like and Pass on the profile return to the deck, with the next card; Back returns to the same card.
  const seen = await nameOnTop(page);
  await card(page).getByRole("link", { name: seen }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(seen);
  await expect(page.getByRole("button", { name: "Pass" })).toBeVisible();
  await page.goBack();
  await expect(card(page).getByRole("heading")).toHaveText(seen);
  await card(page).getByRole("link", { name: seen }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(seen);
  await page.getByRole("button", { name: "Pass" }).click();
  await expect(page).toHaveURL(/\/discover$/);
  await expect(card(page).getByRole("heading")).not.toHaveText(seen);
  await ready(page, javaScriptEnabled);
  if (!javaScriptEnabled) return;

  const kept = await nameOnTop(page);
  const stored = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.down("ArrowLeft");
  await expect(card(page).getByRole("heading")).not.toHaveText(kept);
  await expect(card(page).getByRole("heading")).toBeFocused();
  await stored;
  // A key that's held down swipes only one card, and Undo brings that card back.
  await page.keyboard.down("ArrowLeft");
  await page.keyboard.up("ArrowLeft");
  await page.keyboard.press("Backspace");
  await expect(card(page).getByRole("heading")).toHaveText(kept);
  await expect(card(page).getByRole("heading")).toBeFocused();

  await page.clock.install();
  const third = await nameOnTop(page);
  const bio = card(page).getByText("Cuts fast");
  await drag(page, bio, 140);
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  await expect(card(page).getByRole("heading")).not.toHaveText(third);
  await expect(page.locator(".toast")).toContainText("Service Provider Liked!");
  await page.clock.fastForward(5_000);
  await expect(page.locator(".toast")).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

test("Pass, Undo and Like stay where they are while the next card loads", async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script, each card is a page of its own");
  await page.goto("/discover");
  await ready(page, javaScriptEnabled);
  const places = async () =>
    JSON.stringify(
      await Promise.all(
        (["Pass", "Undo last swipe", "Like"] as const).map((name) => button(page, name).boundingBox()),
      ),
    );
  const before = await places();
  let answer = () => {};
  const isHeld = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/discover/swipe.data*", (route) => isHeld.then(() => route.continue()));
  const words = page.getByText("Loading service providers...");
  await expect(async () => {
    if (await button(page, "Pass").isEnabled()) await press(page, "Pass");
    await expect(words).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await places()).toBe(before);
  await expect(button(page, "Like")).toBeDisabled();
  answer();
  await expect(words).toHaveCount(0);
});

test("Like and Pass are on a phone's first screen, whatever is above them", async ({
  page,
  sql,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) > 400, "only on a phone");
  // The screen heights of the installed app, of Chrome with its bars, and of Safari with its bars.
  const heights = [780, 660, 620];
  await sql("UPDATE users SET confirmed_at = NULL WHERE id = $1", [viewerId]);
  const note = page.locator(".notice", { hasText: "Open the link in our email. Didn't get it?" });
  const open = async (height: number) => {
    await page.setViewportSize({ width: 360, height });
    await page.goto("/discover");
    await expect(card(page)).toBeVisible();
  };
  for (const height of heights) {
    await open(height);
    const [lines, isCut] = await note.evaluate((box) => [
      box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
      box.scrollWidth > box.clientWidth,
    ]);
    expect([Math.floor(Number(lines)), isCut], "the note is one line and not cut off").toEqual([1, false]);
    expect(await unreachableControls(page), `at a height of ${height}`).toEqual([]);
    expect(await isNameCovered(page), `at a height of ${height}`).toBe(false);
    const name = await nameOnTop(page);
    await press(page, "Like");
    await expect(page.locator(".toast")).toContainText("Service Provider Liked!");
    await expect(card(page).getByRole("heading")).not.toHaveText(name);
    expect(await unreachableControls(page), `with a toast at a height of ${height}`).toEqual([]);
  }
  await sql(
    "UPDATE user_usage SET swipe_count_today = 10, last_swipe_reset = (now() AT TIME ZONE 'UTC')::date + 1 WHERE user_id = $1",
    [viewerId],
  );
  for (const height of heights) {
    await open(height);
    await expect(page.getByText("Continue with Limitations")).toBeVisible();
    expect(await unreachableControls(page), `at the limit and a height of ${height}`).toEqual([]);
    expect(await isNameCovered(page), `at the limit and a height of ${height}`).toBe(false);
  }
});

test("creators need Pro for filters other than the service; filters survive swipes and undo, and can be cleared", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  await sql(
    `INSERT INTO contributor_tools (contributor_id, tool_id)
     SELECT p.id, t.id FROM profiles p, tools t, deck_cards c
      WHERE p.full_name IN ('Bo Frame', 'Di Sound') AND t.name = 'Figma' AND c.viewer_id = $1 AND c.person_id = p.id`,
    [viewerId],
  );
  await sql(
    "UPDATE profiles SET updated_at = now() FROM deck_cards c WHERE viewer_id = $1 AND person_id = id",
    [viewerId],
  );
  const figma = (await sql("SELECT id FROM tools WHERE name = 'Figma'"))[0]?.id;
  const open = async () => {
    await page.getByRole("link", { name: "Filters" }).click();
    return page.getByRole("search", { name: "Filters" });
  };

  await page.goto(`/discover?tool=${figma}`);
  await expect(page.getByText("so we ignored them here")).toBeVisible();
  await expect(card(page)).toBeVisible();
  let form = await open();
  await expect(form.getByLabel("Location")).toHaveCount(0);
  await expect(form.getByRole("link", { name: "See Pricing Options" })).toHaveAttribute(
    "href",
    "/pricing?from=%2Fdiscover",
  );
  await look();

  await sql(
    `UPDATE user_subscriptions SET plan_type = 'pro', tier_id = (SELECT id FROM subscription_tiers WHERE name = 'pro'),
            current_period_end = now() + interval '30 days' WHERE user_id = $1`,
    [viewerId],
  );
  await page.goto("/discover");
  form = await open();
  // Without script, the page with the dialog comes without the deck.
  await expect(card(page)).toHaveCount(javaScriptEnabled ? 1 : 0);
  await form.getByText("Tools", { exact: true }).click();
  await form.getByLabel("Figma").check();
  await look();
  await form.getByRole("button", { name: javaScriptEnabled ? "Show 2 people" : "Show people" }).click();
  await expect(page.getByText("Figma: 2 people left.")).toBeVisible();
  const first = await nameOnTop(page);
  await press(page, "Pass");
  await expect(page.getByText("Figma: 1 person left.")).toBeVisible();
  await expect(page).toHaveURL(/tool=/);
  await page.getByRole("button", { name: "Undo last swipe" }).click();
  await expect(page.getByText("Figma: 2 people left.")).toBeVisible();
  await expect(card(page).getByRole("heading")).toHaveText(first);
  await press(page, "Pass");
  await expect(page.getByText("Figma: 1 person left.")).toBeVisible();
  await expect(card(page).getByRole("heading")).not.toHaveText(first);
  await press(page, "Like");
  await expect(page.getByText("No more service providers fit these filters.")).toBeVisible();
  await look();
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(card(page)).toBeVisible();
  await expect(page).toHaveURL(/\/discover$/);
});

test("a toast says what was stored, and the limit's dialog opens only at the limit", async ({
  page,
  sql,
  javaScriptEnabled,
  viewport,
}) => {
  const top = await nameOnTop(page);
  await sql(
    `INSERT INTO swipes (actor_id, target_id, liked)
     SELECT viewer_id, person_id, false FROM deck_cards JOIN profiles p ON p.id = person_id
      WHERE viewer_id = $1 AND p.full_name = $2`,
    [viewerId, top],
  );
  await press(page, "Like");
  await expect(page.locator(".toast")).toContainText("You already passed on this person");

  const dialog = page.getByRole("dialog", { name: "Swipe Limit Reached" });
  await page.goto("/discover?limit=swipes");
  await expect(card(page)).toBeVisible();
  await expect(dialog).toBeHidden();
  // This address doesn't ask for the dialog.
  await page.goto("/discover");
  await sql(
    `INSERT INTO user_usage (user_id, swipe_count_today, last_swipe_reset) VALUES ($1, 10, (now() AT TIME ZONE 'UTC')::date + 1)
     ON CONFLICT (user_id) DO UPDATE SET swipe_count_today = 10, last_swipe_reset = excluded.last_swipe_reset`,
    [viewerId],
  );
  await press(page, "Like");
  await expect(dialog).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await dialog.getByText("Continue with Limitations").click();
  await expect(dialog).toBeHidden();
  await expect(button(page, "Pass")).toHaveCount(0);
  if ((viewport?.width ?? 0) >= 1024)
    for (const height of [800, 720]) {
      await page.setViewportSize({ width: 1280, height });
      expect(await unreachableControls(page), `at a height of ${height}`).toEqual([]);
    }
  if (!javaScriptEnabled) return;
  await page.goto("/matches");
  await page.goBack();
  await expect(card(page)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("'How matching works' opens on click, hover and focus, and covers no controls", async ({
  page,
  javaScriptEnabled,
  viewport,
}) => {
  const summary = page.getByText("How matching works");
  const words = page.getByText(/Every pair starts at 60%/);
  await summary.click();
  await expect(words).toBeVisible();
  await expect(page.getByText(/by dragging the card or with the arrow keys/)).toBeVisible({
    visible: javaScriptEnabled,
  });
  for (const name of ["Pass", "Like"] as const)
    expect(await overlap(page.locator(".hover-card > .card"), button(page, name))).toBe(false);
  await summary.click();
  await expect(words).toBeHidden();
  if (!javaScriptEnabled || (viewport?.width ?? 0) < 1024) return;

  await page.mouse.move(0, 0);
  await page.locator("main").focus();
  const since = Date.now();
  await summary.hover();
  await expect(words).toBeVisible();
  expect(Date.now() - since).toBeGreaterThanOrEqual(690);
  for (const name of ["Pass", "Like"] as const)
    expect(await overlap(page.locator(".hover-card > .card"), button(page, name))).toBe(false);
  await page.mouse.move(0, 0);
  await expect(words).toBeHidden();
  await summary.focus();
  await expect(words).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await summary.click();
  await page.mouse.click(5, 700);
  await expect(words).toBeHidden();
});

test("a failure leaves the page or the navigation in place, with a way to try again", async ({
  page,
  sql,
  javaScriptEnabled,
  viewport,
}) => {
  await page.goto("/profile/avatar");
  if (javaScriptEnabled) await hasScript(page);
  await page
    .getByLabel("Picture")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("This isn't a picture").first()).toBeVisible();
  if (!javaScriptEnabled) return;
  await expect(page).toHaveURL(/\/profile\/avatar$/);

  await page.goto("/discover");
  await ready(page, true);
  const nav = page.getByRole("navigation", { name: (viewport?.width ?? 0) < 768 ? "Quick links" : "Main" });
  await page.context().setOffline(true);
  await nav.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.locator(".toast")).toContainText("You're offline");
  await expect(card(page)).toBeVisible();
  await page.context().setOffline(false);

  for (const [link, words] of [
    ["Dashboard", "Loading your dashboard..."],
    ["Discover", "Loading service providers..."],
  ] as const) {
    let answer = () => {};
    const isHeld = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/*.data*", (route) => isHeld.then(() => route.continue()), { times: 1 });
    await nav.getByRole("link", { name: link }).click();
    await expect(page.getByRole("status").filter({ hasText: words })).toHaveCount(1);
    answer();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(link);
  }

  await page.route("**/dashboard.data*", (route) => route.fulfill({ status: 503, body: "away" }));
  await nav.getByRole("link", { name: "Dashboard" }).click();
  const again = page.getByRole("main").getByRole("link", { name: "Try Again" });
  await expect(again).toBeVisible();
  await expect(nav.getByRole("link", { name: "Messages" })).toBeVisible();
  await page.unroute("**/dashboard.data*");
  await again.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Dashboard");

  const unknownId = "00000000-0000-4000-8000-000000000000";
  const failing = [
    ...[
      "/admin",
      "/admin/people",
      `/admin/people/${unknownId}`,
      "/admin/nowhere",
      "/dev/kit",
      "/no/such/page",
    ],
    ...[
      `/projects/${unknownId}`,
      `/profile/${unknownId}`,
      "/messages/none",
      "/confirm/none",
      "/blog/none",
      "/a%zz",
    ],
  ];
  // Script must accept the page at its URL. Otherwise, it would load the page a second time.
  const loads = failing.map(async (path) => {
    const tab = await page.context().newPage();
    const documents: string[] = [];
    tab.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await tab.goto(path);
    if (await tab.locator("html[data-script]").count()) await hasScript(tab, "main a");
    await tab.close();
    return documents;
  });
  expect(await Promise.all(loads)).toEqual(failing.map((path) => [path]));

  await page.goto("/discover");
  await ready(page, javaScriptEnabled);
  await sql("DELETE FROM sessions WHERE user_id = $1::uuid", [viewerId]);
  await press(page, "Like");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're signed out");
  await expect(page.locator("form[action='/logout']")).toHaveCount(0);
});

test("the layout holds with forced colors and on a short screen", async ({ page, viewport }) => {
  const nav = page.getByRole("navigation", { name: (viewport?.width ?? 0) < 768 ? "Quick links" : "Main" });
  await page.emulateMedia({ forcedColors: "active" });
  const edge = (name: string) =>
    nav.getByRole("link", { name }).evaluate((link) => {
      const { borderTopColor, borderBottomColor } = getComputedStyle(link);
      return [borderTopColor, borderBottomColor].join();
    });
  expect(await edge("Discover")).not.toBe(await edge("Messages"));
  await page.goto("/creator-dashboard");
  await expect(page.locator("progress").first()).toHaveCSS("appearance", "auto");

  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize({ width: 780, height: 360 });
  await page.goto("/discover");
  await page.evaluate(() => document.querySelector("article.deck-card")?.scrollIntoView());
  const strangers = await card(page).evaluate((article) => {
    const box = article.getBoundingClientRect();
    const over: string[] = [];
    for (let y = Math.max(1, box.top + 2); y < Math.min(innerHeight, box.bottom - 2); y += 10) {
      const at = document.elementFromPoint(box.left + box.width / 2, y);
      if (at && !article.contains(at)) over.push(at.className);
    }
    const floats = [...article.querySelectorAll("*")].filter((part) =>
      /fixed|sticky/.test(getComputedStyle(part).position),
    );
    return [...over, ...floats.map((part) => part.className)];
  });
  expect(strangers).toEqual([]);
});

/**
 * How many pixels wider than the window the page was, at most, until the next person's card appears. Runs in the page.
 */
function maxOverflow(): Promise<number> {
  const name = () => document.querySelector("article.deck-card h2")?.textContent;
  const before = name();
  return new Promise((resolve) => {
    let most = 0;
    const look = () => {
      most = Math.max(most, document.documentElement.scrollWidth - window.innerWidth);
      if (name() === before) requestAnimationFrame(look);
      else resolve(most);
    };
    look();
  });
}
