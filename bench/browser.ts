import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { localFiles } from "~/platform/files/local-files.server";
import { seedDemo } from "../prisma/seed.ts";
import { findChromium } from "../scripts/chromium.ts";
import { withDatabase } from "./database.ts";
import { benchData, startProduct } from "./processes.ts";
import { type QueryCounter, startQueryCounter } from "./query-counter.ts";
import type { Options } from "./report.ts";

/** The network counts as quiet after this many ms without activity. */
const quiet = 1_000;

export interface Site {
  origin: string;
  browser: Browser;
  /** Counts the product's SQL statements. */
  counter: QueryCounter;
  databaseUrl: string;
}

/** Runs the built product with the demo's data, and Chromium. */
export async function withSite<Result>(
  options: Options,
  name: string,
  use: (site: Site) => Promise<Result>,
): Promise<Result> {
  return withDatabase(options, name, async (databaseUrl) => {
    await seedDemo(databaseUrl, { files: localFiles(join(benchData, "files")) });
    const counter = await startQueryCounter(databaseUrl);
    const { origin, stop } = await startProduct(counter.url);
    const browser = await chromium.launch({ executablePath: await findChromium() });
    try {
      return await use({ origin, browser, counter, databaseUrl });
    } finally {
      await browser.close();
      await stop();
      counter.stop();
    }
  });
}

/** Opens a page in a new, empty profile. */
export async function withPage<Result>(
  { browser, origin }: Site,
  cookie: string,
  settings: BrowserContextOptions,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(settings);
  try {
    const [name = "", value = ""] = cookie.split(/=(.*)/);
    if (cookie) await context.addCookies([{ name, value, url: origin }]);
    // tsx wraps named functions in this helper, which doesn't exist in pages.
    await context.addInitScript("globalThis.__name = (named) => named");
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

interface Requested {
  url: string;
  isScript: boolean;
  isPicture: boolean;
  isFont: boolean;
  isFrame: boolean;
  /** Whether the picture is at least partly in the window before any scrolling. Unknown without script. */
  isInView?: boolean;
  /** Bytes on the wire, including headers; 0 while the request is unfinished. */
  bytes: number;
}

/** Opens the page with an empty cache, and returns the requests that Chromium makes. */
export function requestsOf(
  site: Site,
  path: string,
  cookie: string,
  settings: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<Requested[]> {
  return withPage(site, cookie, settings, async (page) => {
    const session = await page.context().newCDPSession(page);
    const requests = new Map<string, Requested>();
    let lastAt = Date.now();
    await session.send("Network.enable");
    const { frameTree } = await session.send("Page.getFrameTree");
    session.on("Network.requestWillBeSent", () => {
      lastAt = Date.now();
    });
    session.on("Network.responseReceived", ({ requestId, response: { url, mimeType }, type, frameId }) => {
      lastAt = Date.now();
      requests.set(requestId, {
        url,
        isScript: type === "Script",
        isPicture: mimeType.startsWith("image/"),
        isFont: type === "Font",
        isFrame: frameId !== frameTree.frame.id,
        bytes: 0,
      });
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await prepare?.(page);
    // In a conversation, the "load" event never fires, because a frame keeps an event stream open.
    await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    const waitsForScript = async () =>
      settings.javaScriptEnabled !== false &&
      ![...requests.values()].some(({ isScript }) => isScript) &&
      (await page.evaluate(() => document.documentElement.hasAttribute("data-script")));
    // Script is loaded at an idle moment, which may take several seconds to come on a busy machine.
    for (;;) {
      const since = Date.now() - lastAt;
      if (since > 5 * quiet || (since > quiet && !(await waitsForScript()))) break;
      await pause(50);
    }
    const inView = settings.javaScriptEnabled === false ? [] : await page.evaluate(picturesInView);
    return [...requests.values()]
      .filter(({ url }) => url.startsWith("http"))
      .map((request) => ({ ...request, isInView: inView.includes(request.url) }));
  });
}

/** Returns the URLs of the pictures in the window. Runs in the page. */
function picturesInView(): string[] {
  const isInView = (image: HTMLImageElement) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && image.checkVisibility();
  };
  return [...document.images].filter(isInView).map(({ currentSrc }) => currentSrc);
}

export interface Seen {
  /** When the deck's card, Pass and Like had been painted, in ms since navigation started. */
  useful: number;
  /** Tasks longer than 50 ms. */
  tasks: { at: number; took: number }[];
  /** Cumulative layout shift, without the shifts that follow an input. */
  shift: number;
}

/** Observes /discover from now on. The returned function returns what has been seen so far. */
export async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = { useful: 0, tasks: [], shift: 0 };
    Object.assign(window, { seen });
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe("longtask", ({ startTime, duration }) => seen.tasks.push({ at: startTime, took: duration }));
    observe("layout-shift", (entry) => {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    });
    const look = () => {
      const isThere = document.querySelector(".deck-card h2") && document.querySelector("[value=like]");
      if (!isThere) return requestAnimationFrame(look);
      // The frame has been painted by the time that this task, which is queued after it, runs.
      setTimeout(() => {
        seen.useful = performance.now();
      });
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Performs the act, and resolves once another card is showing. */
export async function swipe(page: Page, act: () => Promise<void>): Promise<void> {
  const name = await page.locator("article.deck-card h2").textContent();
  await act();
  await page.waitForFunction((before) => {
    const next = document.querySelector("article.deck-card h2")?.textContent;
    return next !== undefined && next !== before;
  }, name);
}
