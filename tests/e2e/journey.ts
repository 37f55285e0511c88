import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { test as base, expect, type Locator, type Page, type Request, type TestInfo } from "@playwright/test";
import axe from "axe-core";
import pg from "pg";
import { type NewPerson, storePeople } from "../../prisma/people.ts";

export const password = "violet-harbour-27";
/** Cheap: password hashing is not under test. */
const passwordHash = hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });

interface Fixtures {
  sql: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;
  /** No axe violation, nothing wider than the window. */
  look: (page?: Page) => Promise<void>;
  /** Fails the journey if a page's script throws, even if the page keeps working. */
  noScriptErrors: undefined;
  /** Prints what the pages of a failed journey showed and were last answered: a log elsewhere has no screenshots. */
  tellOfFailure: undefined;
}

/** Against the product with Ably. */
export const isOverAbly = (info: TestInfo) => info.project.name.startsWith("ably");

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  baseURL: async ({}, use, info) =>
    use(isOverAbly(info) ? process.env.ABLY_PRODUCT_URL : process.env.PRODUCT_URL),
  // biome-ignore lint/correctness/noEmptyPattern: likewise
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": `fd00:0:0:${randomUUID().slice(0, 4)}::1` }),
  // biome-ignore lint/correctness/noEmptyPattern: likewise
  sql: async ({}, use, info) => {
    const { ABLY_PRODUCT_DATABASE_URL, PRODUCT_DATABASE_URL } = process.env;
    const client = new pg.Client({
      connectionString: isOverAbly(info) ? ABLY_PRODUCT_DATABASE_URL : PRODUCT_DATABASE_URL,
    });
    await client.connect();
    await use(async (text, values) => (await client.query(text, values)).rows);
    await client.end();
  },
  noScriptErrors: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on("weberror", (event) => broken.push(`${event.page()?.url()}: ${event.error().message}`));
      await use(undefined);
      expect(broken, "no uncaught error in a page").toEqual([]);
    },
    { auto: true },
  ],
  tellOfFailure: [
    async ({ context }, use, info) => {
      const answers: string[] = [];
      const tell = (request: Request, answer: string) =>
        /\/assets\//.test(request.url()) ||
        answers.push(
          `${new Date().toISOString().slice(17, 23)} ${answer} ${request.method()} ${request.url()}`,
        );
      context.on("request", (request) => tell(request, "…"));
      context.on("response", (response) => tell(response.request(), String(response.status())));
      context.on("requestfailed", (request) => tell(request, request.failure()?.errorText ?? "failed"));
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const page of context.pages()) {
        const shown = await page.locator("body").ariaSnapshot({ timeout: 2000 }).catch(String);
        console.log(`${page.url()}\n${shown.slice(0, 4000)}`);
      }
      console.log(answers.slice(-25).join("\n"));
    },
    { auto: true },
  ],
  look: async ({ page: own, javaScriptEnabled }, use) => {
    await use(async (page = own) => {
      await hasStyles(page);
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWider, "nothing is wider than the window").toBe(false);
      // axe needs script; pages without have the same markup.
      if (!javaScriptEnabled) return;
      // Contrast is wrong while elements fade in. A toast may come while axe reads the page.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.evaluate(() =>
        Promise.allSettled(document.getAnimations().map((motion) => motion.finished)),
      );
      expect(await violationsIn(page)).toEqual([]);
      await page.emulateMedia({ reducedMotion: null });
    });
  },
});

export { expect };

/**
 * By axe itself: its binding for Playwright brings its half megabyte of source twice for each look, also where script
 * has led from page to page within one document.
 */
async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, {
      resultTypes: ["violations"],
      // The rest of what it would fetch is for a rule that is off.
      preload: { assets: ["media"] },
    });
    return violations.map(({ id, nodes }) => {
      const places = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`.trim());
      return `${id}: ${places.join(", ")}`;
    });
  });
}

/** Makes a name unique, however many runs share the database. */
export const newMark = () => randomUUID().slice(0, 8);

/** Waits for them: what is measured before is not the page. 'load' never comes on a page with a live frame. */
export async function hasStyles(page: Page): Promise<void> {
  const waiting = () =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].flatMap(({ sheet, href }) => {
      try {
        return sheet?.cssRules.length ? [] : [href];
      } catch {
        // It could not be loaded.
        return [href];
      }
    });
  await expect.poll(() => page.evaluate(waiting), "the page's styles").toEqual([]);
}

/**
 * Waits until script has taken over the page's form. Before that, a form is sent as without script. React marks what it
 * has; nothing visible tells.
 */
export const hasScript = (page: Page, form = "main form") =>
  page.waitForFunction(
    (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__reactProps")),
    form,
  );

/** The script of the page's next load waits until the returned function is called. */
export async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, (route) => isReleased.then(() => route.continue()));
  return release;
}

export const newAddress = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}@example.com`;

/**
 * Gives the page's browser a session, and opens nothing: the form itself is in account.spec.ts and wherever a journey
 * is led to it.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const reply = await page.request.post("/login", {
    form: { email, password },
    headers: { "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect(reply.headers().location).toBe("/dashboard");
}

interface JourneyPerson {
  name: string;
  email: string;
  service: string;
  plan?: string;
}

/** Listed if approved. Returns the id. */
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
    // Set, so that no script stores it and reloads the page in between.
    time_zone: "UTC",
    services: [service],
  };
  const [id = ""] = await storePeople(sql, [person]);
  return id;
}

/** The control that opens a choice's group. */
export const groupOf = (page: Page, choice: string) =>
  page.locator("details", { has: page.getByLabel(choice) }).locator("> summary");

/** The group of the most used choices is open already. */
export async function openGroup(page: Page, choice: string): Promise<void> {
  await expect(page.getByLabel(choice)).toBeAttached();
  if (await page.getByLabel(choice).isHidden()) await groupOf(page, choice).click();
  await expect(page.getByLabel(choice)).toBeVisible();
}

export async function nextStep(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Next", exact: true }).click();
}

/** On the page 'Create Your Account'. */
export async function createAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Through the link mailed at sign-up. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.goto("/dev/outbox");
  const mail = page.locator("article").filter({ hasText: email }).first();
  await page.goto((await mail.getByRole("link").getAttribute("href")) ?? "");
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Your email address is confirmed")).toBeVisible();
}

/** By keyboard, from where the focus is. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, "can be reached by keyboard").toBeFocused();
}

/**
 * In each document that the page loads: types into a field, and submits its form, after React has taken it over and
 * before React's effects. A clock that runs fast makes React leave them to another message, as it does on a slow phone.
 */
export async function typeWhileScriptStarts(page: Page, field: string, typed: string): Promise<void> {
  await page.addInitScript(
    ([selector, text]) => {
      const own = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
      const now = performance.now.bind(performance);
      let ahead = 0;
      let hasTyped = false;
      performance.now = () => {
        // React yields after 5 ms.
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
