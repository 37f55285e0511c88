import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/** Without network activity, in ms. */
const quiet = 1_000;
const swipes = 20;

export interface Site {
  origin: string;
  browser: Browser;
}

interface Requested {
  url: string;
  isScript: boolean;
  isPicture: boolean;
  isFrame: boolean;
  /** On the wire, headers included; 0 while unfinished. */
  bytes: number;
}

/** A page of a new, empty profile. */
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
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Chromium's requests for a first view with an empty cache. */
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
        isFrame: frameId !== frameTree.frame.id,
        bytes: 0,
      });
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await prepare?.(page);
    // Not 'load': a thread's frame stays open.
    await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    while (Date.now() - lastAt < quiet) await pause(50);
    return [...requests.values()].filter(({ url }) => url.startsWith("http"));
  });
}

/** Cumulative layout shift of twenty swipes by key on a phone, each after the next card is there. */
export function shiftOfSwipes(site: Site, cookie: string): Promise<number> {
  return withPage(site, cookie, { viewport: { width: 360, height: 780 } }, async (page) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) (window as unknown as { shift: number }).shift += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${site.origin}/discover`, { waitUntil: "networkidle" });
    for (let swipe = 0; swipe < swipes; swipe += 1) await passOne(page);
    return page.evaluate(() => (window as unknown as { shift: number }).shift);
  });
}

async function passOne(page: Page): Promise<void> {
  const name = "article.deck-card h2";
  const before = await page.locator(name).textContent();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(
    ([selector, last]) => {
      const next = document.querySelector(selector)?.textContent;
      return next !== undefined && next !== last;
    },
    [name, before] as const,
  );
  await page.waitForLoadState("networkidle");
}
