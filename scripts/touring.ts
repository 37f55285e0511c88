import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { demoPassword } from "../prisma/seed/logins.ts";
import { findChromium } from "./chromium.ts";
import { ensureDatabase, startPostgres } from "./embedded-postgres.ts";
import { freePort } from "./free-port.mjs";
import { newcomer, type Screen } from "./screens.ts";

export type Scheme = "light" | "dark";

/** How to view a screen. Each view has its own page, which all color schemes share. */
export interface View {
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  scale: number;
  script: boolean;
}

export const viewOf = (width: number, script: boolean): View =>
  width < 768 ? { width, height: 780, scale: 2, script } : { width, height: 800, scale: 1, script };

/** Starts a demo with its own data, which is deleted when the demo ends. */
async function withDemo<Result>(use: (address: string, data: string) => Promise<Result>): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), "matchcut-screenshots-"));
  const port = await freePort();
  const address = `http://localhost:${port}`;
  // A database that's set in the environment must not be used, because the demo would fill it.
  const { DATABASE_URL: _, APP_URL: __, ...env } = process.env;
  const demo = spawn(process.execPath, ["scripts/demo.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...env, PORT: String(port), DATA_DIR: data },
  });
  const ended = once(demo, "exit");
  const stop = () => demo.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    console.log("Starting a demo…");
    for (const deadline = Date.now() + 300_000; ; await pause(500)) {
      if (demo.exitCode !== null) throw new Error("The demo didn't start.");
      if (Date.now() > deadline) throw new Error("The demo didn't start within five minutes.");
      const answer = await fetch(`${address}/healthz`).catch(() => undefined);
      if (answer?.ok) break;
    }
    return await use(address, data);
  } finally {
    stop();
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Signs in each person once, and returns their cookies. */
class Sessions {
  readonly #cookies = new Map<string, Promise<Cookies>>();

  constructor(
    private readonly browser: Browser,
    private readonly address: string,
  ) {}

  of(email: string): Promise<Cookies> {
    const cookies = this.#cookies.get(email) ?? this.#signIn(email);
    this.#cookies.set(email, cookies);
    return cookies;
  }

  async #signIn(email: string): Promise<Cookies> {
    const context = await this.browser.newContext({ baseURL: this.address });
    const post = async (path: string, form: Record<string, string>) => {
      const headers = { "Sec-Fetch-Site": "same-origin" };
      const reply = await context.request.post(path, { form, headers, maxRedirects: 0 });
      return reply.headers().location !== undefined;
    };
    const known = { email, password: demoPassword };
    try {
      if (await post("/login", known)) return await context.cookies();
      const isNew =
        email === newcomer && (await post("/login?tab=create", { ...known, fullName: "Nell Newcomb" }));
      if (!isNew) throw new Error(`${email} couldn't sign in.`);
      // The first page after signing in shows the welcome toast. Opening it here keeps the toast out of the screens.
      await context.request.get("/dashboard");
      return await context.cookies();
    } finally {
      await context.close();
    }
  }
}

/** Waits until styles and the pictures in view have loaded, and script has had time to start. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => {});
  // Polls from outside, because without script the page can't report that it's done.
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await pause(50)) {
    const isThere = await page.evaluate(() => {
      const inView = [...document.images].filter((image) => {
        const { top, bottom, width } = image.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < innerHeight;
      });
      return document.fonts.status === "loaded" && inView.every((image) => image.complete);
    });
    if (isThere) return;
  }
}

/** Returns what's wrong with the screen. */
async function open(page: Page, screen: Screen): Promise<string[]> {
  const wrong: string[] = [];
  page.on("pageerror", ({ message }) => wrong.push(message));
  page.on("response", (response) => {
    if (response.status() >= 500 && !screen.needsScript)
      wrong.push(`${response.status()} at ${new URL(response.url()).pathname}`);
  });
  await page.goto(screen.path, { waitUntil: "domcontentloaded" });
  await settle(page);
  if (screen.link) {
    const { link } = screen;
    const all = await page
      .locator("main a[href], a[href]")
      .evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href));
    const next = all.find((href) => link.test(new URL(href).pathname));
    if (!next) throw new Error(`${screen.path} has no link like ${link}`);
    const { pathname, search } = new URL(next);
    await page.goto(pathname + search, { waitUntil: "domcontentloaded" });
    await settle(page);
  }
  if (screen.act) {
    await screen.act(page);
    await settle(page);
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) wrong.push(`scrolls sideways by ${wider} px`);
  return wrong;
}

export interface Taking {
  browser: Browser;
  address: string;
  sessions: Sessions;
  /** The data folder of the tour's own demo. Undefined if the demo was running already. */
  data?: string;
}

/** Runs SQL in the database of the tour's own demo, for states that no page can create. */
async function changeDemo(data: string | undefined, statement: string): Promise<void> {
  if (!data) throw new Error("it changes the demo's database, so it needs the tour's own demo");
  const cluster = await startPostgres(join(data, "postgres"));
  const client = new pg.Client({ connectionString: await ensureDatabase(cluster, "matchcut") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Opens the screen, and calls `take` for each color scheme.
 * @returns what's wrong with the screen, and what `take` reports
 */
export async function look(
  { browser, address, sessions, data }: Taking,
  screen: Screen,
  { width, height, scale, script }: View,
  wanted: Scheme[],
  take: (page: Page, scheme: Scheme) => Promise<string[]>,
): Promise<string[]> {
  if (screen.before) await changeDemo(data, screen.before);
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: width < 768,
    hasTouch: width < 768,
    javaScriptEnabled: script,
    // An email's policy turns off script, so axe would never finish.
    bypassCSP: screen.name.startsWith("mail-"),
    reducedMotion: "reduce",
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  try {
    if (screen.as) await context.addCookies(await sessions.of(screen.as));
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.emulateMedia({ colorScheme: wanted[0] });
    const wrong = await open(page, screen);
    for (const scheme of wanted) {
      await page.emulateMedia({ colorScheme: scheme });
      wrong.push(...(await take(page, scheme)));
    }
    return wrong;
  } finally {
    await context.close();
  }
}

/** Calls `use` with a browser and the demo at `url`. Without a URL, starts a demo. */
export async function tour<Result>(
  url: string | undefined,
  use: (taking: Taking) => Promise<Result>,
): Promise<Result> {
  const take = async (address: string, data?: string) => {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
    try {
      return await use({ browser, address, sessions: new Sessions(browser, address), data });
    } finally {
      await browser.close();
    }
  };
  return url ? take(url.replace(/\/$/, "")) : withDemo(take);
}
