import type { Page } from "@playwright/test";
import { thirdOf } from "../support/scope";
import { expect, hasStyles, makeContributor, makeCreator, newAddress, signIn, test } from "./journey";

const long = (letter: string) => letter.repeat(100);
/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "Scriptwriter";

test("no page is wider than a small phone, even with long words, and the focus stays visible", async ({
  page,
  sql,
  javaScriptEnabled,
  viewport,
}) => {
  test.skip(
    javaScriptEnabled || (viewport?.width ?? 0) > 400,
    "one project is enough: the markup and styles are the same in all",
  );
  const email = `${"w".repeat(60)}@${newAddress("x").split("@")[0]}.example.com`;
  const wide = await makeCreator(sql, { name: long("W"), email, service, isAdmin: true, plan: "pro" });
  const person = (letter: string, status?: string) =>
    makeContributor(sql, { name: long(letter), email: newAddress(letter), service, status });
  const [met, dealt, blocked, waiting] = [
    await person("M"),
    await person("D"),
    await person("B"),
    await person("P", "pending"),
  ];
  await sql(
    `UPDATE profiles SET bio = $2, location = $2, current_project = $2, price_range = $2, turnaround_time = $2,
            style_description = $2, other_tools = $2, projects_good_at = $2 WHERE id = ANY($1::uuid[])`,
    [[wide, met, dealt, waiting], long("X")],
  );
  await sql(
    `INSERT INTO profile_links (profile_id, key, url) SELECT unnest($1::uuid[]), 'website', 'https://example.com/' || $2`,
    [[wide, met], long("x")],
  );
  await sql(
    `UPDATE contributor_profiles SET portfolio_url = 'https://example.com/' || $2 WHERE id = ANY($1::uuid[])`,
    [[met, waiting], long("x")],
  );
  await sql(
    `INSERT INTO audit_log (actor_id, action, subject_id, details)
     VALUES ($1, 'contributor.reject', $2, jsonb_build_object('reason', $3::text))`,
    [wide, waiting, long("R")],
  );
  await sql(
    `INSERT INTO notifications (user_id, kind, title, body, href, event_key) VALUES ($1, 'match', $2, $2, '/matches', $3)`,
    [wide, long("N"), `narrow:${wide}`],
  );
  await sql("INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)", [wide, blocked]);
  const [match] = await sql("INSERT INTO matches (creator_id, contributor_id) VALUES ($1, $2) RETURNING id", [
    wide,
    met,
  ]);
  await sql(
    "UPDATE user_subscriptions SET current_period_end = now() + interval '2 days' WHERE user_id = $1",
    [wide],
  );
  const [project] = await sql("INSERT INTO project_briefs (creator_id, title) VALUES ($1, $2) RETURNING id", [
    wide,
    long("T"),
  ]);
  await sql(
    "INSERT INTO project_applications (project_id, contributor_id, note) SELECT $1, unnest($2::uuid[]), $3",
    [project?.id, [met, dealt], long("A")],
  );
  await signIn(page, email);
  await page.goto(`/messages/new?to=${met}`);
  await send(page, `${long("H")} https://example.com/${long("h")}`);
  const thread = new URL(page.url()).pathname;
  await page.goto(`/messages/new?with=${met}+${dealt}&sending=1`);
  await send(page, long("G"));
  const group = new URL(page.url()).pathname;
  await page.goto(`/report/profile/${met}`);
  await page.getByLabel("What's wrong?").selectOption("Spam or advertising");
  await page.getByLabel("Tell us more").fill(long("R"));
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page).toHaveURL(/\/report$/);
  const [report] = await sql("SELECT id FROM report_cases WHERE reported_id = $1", [met]);

  const pages = [
    ...[
      "/",
      "/how-it-works",
      "/pricing",
      "/features",
      "/about",
      "/team/mara-lindqvist",
      "/careers",
      "/blog",
      "/blog/small-crews-that-stay",
      "/dashboard",
      "/creator-dashboard",
      "/discover",
      "/discover?limit=swipes",
    ],
    ...["/matches", `/matches/${match?.id}`, "/messages", thread, `${thread}/1`, group],
    ...[`/messages/new?q=${"D".repeat(30)}&with=${met}`, `/messages/new?with=${met}+${dealt}&sending=1`],
    ...["/profile", "/profile/edit", "/profile/avatar", `/profile/${met}`, `/profile/${met}/block`],
    ...["/settings", "/settings/account", "/settings/address", "/settings/appearance", "/settings/privacy"],
    ...["/settings/sessions", "/settings/notifications", "/settings/blocked", "/admin/contributors"],
    ...[
      "/admin/people",
      `/admin/people/${wide}`,
      "/admin/projects",
      "/admin/mail?state=waiting",
      "/admin/jobs",
    ],
    ...["/admin", `/admin/audit?person=${waiting}`, "/admin/subscriptions", `/admin/subscriptions/${wide}`],
    ...[
      "/notifications",
      "/report",
      `/report/profile/${met}`,
      "/admin/reports",
      `/admin/reports/${report?.id}`,
    ],
    ...[`/admin/contributors/${waiting}`, "/dev/outbox", "/no/such/page"],
  ];
  const comparison = `/projects/${project?.id}/compare?with=${met}&with=${dealt}`;
  const [tooWide, tooSmall]: [string[], string[]] = [[], []];
  for (const path of [...thirdOf(pages, 1), comparison]) {
    await visit(page, path);
    // Opens all details, because their contents must fit, too.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    // 1024 px is the narrowest desktop. The page ends at 320 px, where targets are measured.
    for (const width of [1024, 360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      const wideness = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wideness > width) tooWide.push(`${path}: ${wideness} of ${width}`);
    }
    tooSmall.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
  }
  expect.soft(tooWide).toEqual([]);
  expect.soft(tooSmall).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/profile/edit", "/dashboard"]) expect(await hiddenByTabBar(page, path)).toEqual([]);

  // On a desktop, the six steps fill every row.
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/how-it-works");
  const rowEnds = await page.locator(".board > li").evaluateAll((steps) => {
    const ends = new Map<number, number>();
    for (const step of steps) {
      const { top, right } = step.getBoundingClientRect();
      ends.set(Math.round(top), Math.max(right, ends.get(Math.round(top)) ?? 0));
    }
    return [...ends.values()].map(Math.round);
  });
  expect(rowEnds.length).toBeGreaterThan(1);
  expect(new Set(rowEnds).size).toBe(1);
});

test("names, menus, dates and decisions fit a phone with text at 200%", async ({
  page,
  sql,
  javaScriptEnabled,
  viewport,
}) => {
  test.skip(javaScriptEnabled || (viewport?.width ?? 0) > 400, "one project is enough, as above");
  const [email, theirs] = [newAddress("large"), newAddress("texts")];
  const creator = await makeCreator(sql, { name: "Lara Textor", email, service, isAdmin: true });
  const waiting = await makeContributor(sql, {
    name: "Wei",
    email: newAddress("w"),
    service,
    status: "pending",
  });
  const saved = await makeContributor(sql, { name: "Leilani Kahalewai-Brandt", email: theirs, service });
  await sql("INSERT INTO saved_contributors (creator_id, contributor_id) VALUES ($1, $2)", [creator, saved]);
  // As many rem as 360 px have with a font size of 32 px.
  await page.setViewportSize({ width: 180, height: 390 });
  const openAll = () =>
    page.evaluate(() => {
      for (const details of document.querySelectorAll("main details"))
        (details as HTMLDetailsElement).open = true;
    });

  await signIn(page, email);
  await visit(page, "/saved");
  await openAll();
  const menu = await page.locator(".more-menu > .card").boundingBox();
  expect.soft(menu?.x).toBeGreaterThanOrEqual(0);
  const name = page.getByRole("heading", { name: "Leilani Kahalewai-Brandt" });
  expect.soft(await name.evaluate((heading) => heading.scrollWidth - heading.clientWidth)).toBe(0);
  await visit(page, `/admin/contributors/${waiting}`);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);

  await page.context().clearCookies();
  await signIn(page, theirs);
  await visit(page, "/profile/work/new");
  await openAll();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
});

test("a toast is in view where a form leads, even further down the page", async ({ page, sql }) => {
  const email = newAddress("owner");
  const creatorId = await makeCreator(sql, { name: "Olive Owner", email, service });
  const applicantId = await makeContributor(sql, { name: "Abe Applies", email: newAddress("abe"), service });
  const [brief] = await sql(
    `WITH posted AS (
       INSERT INTO project_briefs (creator_id, title, expires_at)
       VALUES ($1, 'Six episodes', now() + interval '30 days') RETURNING id
     )
     INSERT INTO project_applications (project_id, contributor_id, note)
     SELECT id, $2, $3 FROM posted RETURNING project_id`,
    [creatorId, applicantId, "Hello. ".repeat(250)],
  );
  await signIn(page, email);
  await visit(page, `/projects/${brief?.project_id}/applicants/${applicantId}`);
  await page.locator("summary").filter({ hasText: "More for Abe Applies", visible: true }).click();
  await page.getByRole("button", { name: /^Shortlist/ }).click();
  await expect(page.getByText("Added to the shortlist")).toBeInViewport({ ratio: 1 });
});

/** Waits for the document and its stylesheets, but not for pictures. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await hasStyles(page);
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/, { waitUntil: "domcontentloaded" });
}

/** Lists targets less than 44 px high, except links in running text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>("a, button, summary, select, input, textarea");
    /** A link may cover its entire row. */
    const pressed = (target: HTMLElement) =>
      (getComputedStyle(target, "::after").position === "absolute" && target.offsetParent) || target;
    return [...targets]
      .map((target) => target.closest("label") ?? target)
      .filter((target) => {
        const { width, height } = pressed(target).getBoundingClientRect();
        const isHidden = width <= 1 || target.closest("[hidden], .skip") !== null;
        const isInText = target.tagName === "A" && target.closest(".mail-text") !== null;
        return !isHidden && !isInText && Math.round(height) < 44;
      })
      .map((target) => `${target.tagName} ${target.textContent?.trim().slice(0, 40)} ${target.clientHeight}`);
  });
}

/** Tabs through a page and collects focused elements hidden under the tab bar. */
async function hiddenByTabBar(page: Page, path: string): Promise<string[]> {
  await visit(page, path);
  const hidden: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const [focused, bar] = [document.activeElement, document.querySelector(".tab-bar")];
      if (!focused || !bar || bar.contains(focused)) return null;
      const { top, bottom, height } = focused.getBoundingClientRect();
      const isCovered = bottom > bar.getBoundingClientRect().top && height < 300 && top >= 0;
      return isCovered ? `${focused.tagName} ${focused.id || focused.textContent?.slice(0, 30)}` : null;
    });
    if (covered) hidden.push(covered);
  }
  return hidden;
}
