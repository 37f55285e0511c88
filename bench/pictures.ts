import type { BrowserContextOptions, Page } from "@playwright/test";
import { requestsOf, type Site } from "./browser-requests.ts";

const phone = { width: 360, height: 780 };
const swipes = 20;

export interface PictureWeight {
  name: string;
  bytes: number;
  pictures: number;
  largest: number;
  /** Requests with Save-Data. */
  saveData: number;
}

/** Members' pictures, icon apart, of a phone's first view with script. */
export async function weighPictures(site: Site, name: string, path: string): Promise<PictureWeight> {
  const pictures = async (settings: BrowserContextOptions = {}) =>
    (await requestsOf(site, path, site.cookie, { viewport: phone, ...settings })).filter(
      ({ isPicture, url }) => isPicture && !url.endsWith("/favicon.svg"),
    );
  const shown = await pictures();
  const sizes = shown.map(({ bytes }) => bytes);
  return {
    name,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    pictures: shown.length,
    largest: Math.max(0, ...sizes),
    saveData: (await pictures({ extraHTTPHeaders: { "Save-Data": "on" } })).length,
  };
}

/** Cumulative layout shift of twenty swipes by key, each after the next card is there. */
export async function shiftOfSwipes(site: Site): Promise<number> {
  const context = await site.browser.newContext({ viewport: phone });
  try {
    const [name = "", value = ""] = site.cookie.split(/=(.*)/);
    await context.addCookies([{ name, value, url: site.origin }]);
    const page = await context.newPage();
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
    return await page.evaluate(() => (window as unknown as { shift: number }).shift);
  } finally {
    await context.close();
  }
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
