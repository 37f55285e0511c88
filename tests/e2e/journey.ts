import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { test as base, expect, type Locator, type Page, type Request, type TestInfo } from "@playwright/test";
import axe from "axe-core";
import pg from "pg";
import { type NewPerson, storePeople } from "../../prisma/people.ts";
import { runsAll } from "../support/scope.ts";

export const password = "violet-harbour-27";
/** Uses cheap parameters, because password hashing isn't under test. */
const passwordHash = hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });

interface Fixtures {
  sql: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;
  /** Checks that nothing is wider than the window and, for some pages, that axe finds nothing. */
  look: (page?: Page) => Promise<void>;
  /** Fails the journey if a page's script throws, even if the page keeps working. */
  noScriptErrors: undefined;
  /** Prints the pages of a failed journey and their last responses, because CI logs have no screenshots. */
  reportFailure: undefined;
}

export const isOverAbly = (info: TestInfo) => info.project.name.startsWith("ably");

/**
 * The URLs of the servers that the current Playwright project tests, read from the environment, which
 * start-product.ts fills.
 */
function productOf(info: TestInfo): { url?: string; databaseUrl?: string } {
  const [, name = ""] = /^(ably|balanced)-/.exec(info.project.name) ?? [];
  const prefix = name && `${name.toUpperCase()}_`;
  return {
    url: process.env[`${prefix}PRODUCT_URL`],
    databaseUrl: process.env[`${prefix}PRODUCT_DATABASE_URL`],
  };
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  baseURL: async ({}, use, info) => use(productOf(info).url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": `fd00:0:0:${randomUUID().slice(0, 4)}::1` }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  sql: async ({}, use, info) => {
    const client = new pg.Client({ connectionString: productOf(info).databaseUrl });
    await client.connect();
    await use(async (text, values) => (await client.query(text, values)).rows);
    await client.end();
  },
  noScriptErrors: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on("weberror", (event) => {
        const { message } = event.error();
        // Browsers throw this error if a test turns off motion during a transition between pages.
        if (message.startsWith("Transition was aborted")) return;
        broken.push(`${event.page()?.url()}: ${message}`);
      });
      await use(undefined);
      expect(broken, "uncaught errors in pages").toEqual([]);
    },
    { auto: true },
  ],
  reportFailure: [
    async ({ context }, use, info) => {
      const responses: string[] = [];
      const note = (request: Request, outcome: string) =>
        /\/assets\//.test(request.url()) ||
        responses.push(
          `${new Date().toISOString().slice(17, 23)} ${outcome} ${request.method()} ${request.url()}`,
        );
      context.on("request", (request) => note(request, "…"));
      context.on("response", (response) => note(response.request(), String(response.status())));
      context.on("requestfailed", (request) => note(request, request.failure()?.errorText ?? "failed"));
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const page of context.pages()) {
        const shown = await page.locator("body").ariaSnapshot({ timeout: 2000 }).catch(String);
        console.log(`${page.url()}\n${shown.slice(0, 4000)}`);
      }
      console.log(responses.slice(-25).join("\n"));
    },
    { auto: true },
  ],
  look: async ({ page: own, javaScriptEnabled }, use) => {
    let looks = 0;
    await use(async (page = own) => {
      await hasStyles(page);
      expect(await page.evaluate(wideElements), `wider than the window on ${page.url()}`).toEqual([]);
      // axe needs script, but pages have the same markup without it. It takes a sixth of a journey's time, so by
      // default it reads every third page. "npm run screenshots" has it read every screen.
      const isRead = runsAll || looks % 3 === 0;
      looks += 1;
      if (!javaScriptEnabled || !isRead) return;
      // Contrast is wrong while elements fade in, and a toast may appear while axe is reading the page.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.evaluate(() =>
        Promise.allSettled(document.getAnimations().map((motion) => motion.finished)),
      );
      expect(await violationsIn(page)).toEqual([]);
      if (runsAll) await page.emulateMedia({ reducedMotion: null });
    });
  },
});

export { expect };

/** The opening tags of elements that make the page scroll sideways. */
function wideElements(): string[] {
  const { documentElement: root } = document;
  if (root.scrollWidth <= window.innerWidth) return [];
  const wide = [...root.querySelectorAll("body *")].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth,
  );
  return [
    `${root.scrollWidth} > ${window.innerWidth} px`,
    ...wide.map(({ outerHTML }) => outerHTML.slice(0, 120)),
  ];
}

/**
 * Uses axe directly. Playwright's binding would inject axe's half megabyte of source for each check, even if script has
 * only navigated within the same document.
 */
async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, {
      resultTypes: ["violations"],
      // axe would preload stylesheets for a rule that's disabled.
      preload: { assets: ["media"] },
    });
    return violations.map(({ id, nodes }) => {
      const places = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`.trim());
      return `${id}: ${places.join(", ")}`;
    });
  });
}

/** Where a text's first and last characters are, in px from the left. */
export const edgesOf = (text: Locator) =>
  text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const leftOf = (index: number) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().left;
    };
    return { first: leftOf(0), last: leftOf(node.data.trimEnd().length - 1) };
  });

/** Makes names unique when several runs share the database. */
export const newMark = () => randomUUID().slice(0, 8);

/**
 * Waits for the page's stylesheets, because nothing has its final size before that. Waiting for the load event isn't
 * enough: when script opens another page, its stylesheet may load after that event.
 */
export async function hasStyles(page: Page): Promise<void> {
  const waiting = () =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].flatMap(({ sheet, href }) => {
      try {
        return sheet?.cssRules.length ? [] : [href];
      } catch {
        // A stylesheet that couldn't be loaded throws when it's read.
        return [href];
      }
    });
  // A navigation that begins now ends the evaluation. The next round then reads the new page.
  const missing = () => page.evaluate(waiting).catch((error: Error) => [error.message]);
  await expect.poll(missing, "stylesheets that haven't loaded").toEqual([]);
}

/**
 * Waits until React has taken over the page's form. Until then, the browser would send the form itself. Nothing visible
 * shows the difference, so this looks for the properties that React adds to the element.
 */
export const hasScript = (page: Page, form = "main form") =>
  page.waitForFunction(
    (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__reactProps")),
    form,
  );

/** Holds back the scripts of the page's next load until the returned function is called. */
export async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, (route) => isReleased.then(() => route.continue()));
  return release;
}

/**
 * Lets the page's next request for data reach the server, and holds the answer back until it's released. Later requests
 * go through.
 */
export function holdNextLoad(page: Page): { isRead: Promise<void>; release: () => void } {
  let read = () => {};
  let release = () => {};
  const isRead = new Promise<void>((done) => {
    read = done;
  });
  const isReleased = new Promise<void>((done) => {
    release = done;
  });
  let isHeld = false;
  page.route(/\.data/, async (route) => {
    if (isHeld || route.request().method() !== "GET") return route.continue();
    isHeld = true;
    const response = await route.fetch();
    read();
    await isReleased;
    await route.fulfill({ response });
  });
  return { isRead, release };
}

export const newAddress = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}@example.com`;

/**
 * Gives the page's browser a session without opening a page. account.spec.ts and other journeys test the sign-in form
 * itself.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const reply = await page.request.post("/login", {
    form: { email, password },
    headers: { "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect(reply.headers().location).toContain("dashboard");
}

interface JourneyPerson {
  name: string;
  email: string;
  service: string;
  plan?: string;
}

/** Stores a contributor, who is listed if they're approved. Returns their ID. */
export async function makeContributor(
  sql: Fixtures["sql"],
  { status, ...person }: JourneyPerson & { status?: string },
): Promise<string> {
  return makePerson(sql, person, { user_type: "contributor", status });
}

export async function makeCreator(
  sql: Fixtures["sql"],
  { isAdmin, ...person }: JourneyPerson & { isAdmin?: boolean },
): Promise<string> {
  return makePerson(sql, person, { user_type: "creator", is_admin: isAdmin });
}

async function makePerson(
  sql: Fixtures["sql"],
  { name, email, service, plan }: JourneyPerson,
  kind: NewPerson,
): Promise<string> {
  const person = {
    ...kind,
    plan,
    full_name: name,
    email,
    password_hash: await passwordHash,
    // Otherwise, script would store the time zone and reload the page in the middle of a journey.
    time_zone: "UTC",
    services: [service],
  };
  const [id = ""] = await storePeople(sql, [person]);
  return id;
}

/** The summary that opens a choice's group. */
export const groupOf = (page: Page, choice: string) =>
  page.locator("details", { has: page.getByLabel(choice) }).locator("> summary");

/** Opens a choice's group, unless it's already open because it's the most used one. */
export async function openGroup(page: Page, choice: string): Promise<void> {
  await expect(page.getByLabel(choice)).toBeAttached();
  if (await page.getByLabel(choice).isHidden()) await groupOf(page, choice).click();
  await expect(page.getByLabel(choice)).toBeVisible();
}

export async function nextStep(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Next", exact: true }).click();
}

export async function createAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/(discover|profile\/work\/new\?first=1)$/);
}

/** Confirms the address with the link emailed at sign-up. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.goto("/dev/outbox");
  const mail = page.locator("article").filter({ hasText: email }).first();
  await page.goto((await mail.getByRole("link").getAttribute("href")) ?? "");
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Your email address is confirmed")).toBeVisible();
}

/** Moves the focus from where it is to the target by keyboard. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, "the target can be reached by keyboard").toBeFocused();
}

/**
 * In each document that the page loads, types into a field and submits its form after React has taken it over and
 * before React's effects run. The fast clock makes React defer its effects to a later task, as it does on a slow phone.
 */
export async function typeWhileScriptStarts(page: Page, field: string, typed: string): Promise<void> {
  await page.addInitScript(
    ([selector, text]) => {
      const own = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
      const now = performance.now.bind(performance);
      let ahead = 0;
      let hasTyped = false;
      performance.now = () => {
        // React yields to the browser after 5 ms, so each reading of the clock moves it ahead by more than that.
        if (!hasTyped) ahead += 6;
        return now() + ahead;
      };
      const type = () => {
        const found = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
        if (hasTyped || !found || !Object.keys(found).some((key) => key.startsWith("__reactProps"))) return;
        hasTyped = true;
        found.select();
        document.execCommand("insertText", false, text);
        found.form?.requestSubmit();
      };
      Object.defineProperty(MessagePort.prototype, "onmessage", {
        ...own,
        set(handle: (event: MessageEvent) => void) {
          own?.set?.call(this, (event: MessageEvent) => {
            handle(event);
            type();
          });
        },
      });
    },
    [field, typed] as const,
  );
}
