import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { findChromium } from "../scripts/chromium.ts";
import { type Site, withPage } from "./browser.ts";
import { withDatabase } from "./databases.ts";
import { benchData, signIn, startProduct } from "./product.ts";
import { budget, goal, median, type Options, quantile, type Report, tableOf } from "./report.ts";

/** 400 kbit/s and 400 ms, in bytes a second and ms; a processor a quarter as fast as this one. */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const settings = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

/** /discover on a slow phone: when it is useful, what delays a tap, and the frames of a swipe. */
export async function measurePhone(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_phone", async (url) => {
    await seedDemo(url, { filesFolder: join(benchData, "files") });
    const product = await startProduct(url);
    const browser = await chromium.launch({ executablePath: await findChromium() });
    const site: Site = { origin: product.origin, browser };
    try {
      const cookie = await signIn(site.origin, demoLogins.creator, demoPassword);
      const views: View[] = [];
      for (let round = 0; round < (options.quick ? 3 : 7); round += 1) views.push(await view(site, cookie));
      return reportOf(views);
    } finally {
      await browser.close();
      await product.stop();
    }
  });
}

interface View {
  /** Card, Pass and Like are painted; ms since the navigation began. */
  useful: number;
  /** The longest task after that, until the last swipe was answered, in ms. */
  longest: number;
  /** From a tap on Pass and one on Like to the frame that shows it, in ms. */
  answers: number[];
  /** Between the frames from the touch until the next card is there, in ms. */
  frames: number[];
  shift: number;
  /** Pictures of the three following cards that were not fetched before the first swipe. */
  missing: number;
}

interface Seen {
  useful: number;
  tasks: { at: number; took: number }[];
  shift: number;
}

function view(site: Site, cookie: string): Promise<View> {
  return withPage(site, cookie, settings, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const fetched = new Set<string>();
    page.on("requestfinished", (request) => fetched.add(request.url()));
    // tsx wraps named functions with it.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.addInitScript(watch);
    await page.goto(`${site.origin}/discover`, { waitUntil: "networkidle", timeout: 60_000 });
    await page.locator(".deck-next").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    const before = new Set(fetched);
    let missing = 0;
    const answers: number[] = [];
    const settled = async () => {
      await pause(1_500);
      const shown = await page
        .locator("article.deck-card img")
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc));
      missing += shown.filter((address) => !before.has(address)).length;
    };
    const frames = await framesOf(page, () => drag(page, session));
    await settled();
    answers.push(await tap(page, "Pass"));
    await settled();
    await settled();
    answers.push(await tap(page, "Like"));
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const late = seen.tasks.filter(({ at }) => at >= seen.useful).map(({ took }) => took);
    return { ...seen, longest: Math.max(0, ...late), answers, frames, missing };
  });
}

/** In the page, before anything else. */
function watch() {
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
    // A task after the frame: it is painted.
    setTimeout(() => {
      seen.useful = performance.now();
    });
  };
  requestAnimationFrame(look);
}

/** Since the finger was lifted. */
async function tap(page: Page, name: "Like" | "Pass"): Promise<number> {
  await page.evaluate(() => {
    Object.assign(window, { answered: 0 });
    document.addEventListener(
      "click",
      ({ timeStamp }) => {
        const look = () => {
          if (!document.querySelector("[data-leaving], .swipe-form [aria-disabled=true]"))
            return requestAnimationFrame(look);
          setTimeout(() => Object.assign(window, { answered: performance.now() - timeStamp }));
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  const button = page.getByRole("button", { name });
  const box = await button.boundingBox({ timeout: 10_000 }).catch(() => null);
  if (!box) throw new Error(`no ${name} at ${page.url()}: ${await page.locator("main").textContent()}`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const answered = await page.waitForFunction(() => (window as unknown as { answered: number }).answered);
  return answered.jsonValue();
}

async function drag(page: Page, session: CDPSession): Promise<void> {
  const box = await page.locator("article.deck-card").boundingBox();
  if (!box) throw new Error("no card");
  const at = (by: number) => [{ x: box.x + box.width / 2 - by, y: box.y + box.height / 2 }];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", at(0));
  for (let by = 4; by <= 140; by += 4) {
    await touch("touchMove", at(by));
    await pause(10);
  }
  await touch("touchEnd", []);
}

/** Until the next card has been there for half a second. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  const name = await page.locator("article.deck-card h2").textContent();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = 0;
    const next = (now: number) => {
      if (last) frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  await page.waitForFunction(
    (before) => document.querySelector("article.deck-card h2")?.textContent !== before,
    name,
  );
  await pause(500);
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice());
}

function reportOf(views: View[]): Report {
  const frames = views.flatMap((view) => view.frames);
  const answers = views.flatMap((view) => view.answers);
  return {
    tables: [
      tableOf("/discover on a slow phone", views, {
        "useful ms": ({ useful }) => useful,
        "longest task after it ms": ({ longest }) => longest,
        "Like answered ms": (view) => Math.max(...view.answers),
        "longest frame ms": (view) => Math.max(...view.frames),
        "layout shift": ({ shift }) => shift,
        "pictures not there": ({ missing }) => missing,
      }),
      tableOf("Frames of a swipe, ms", [frames], {
        frames: (all) => all.length,
        p50: (all) => median(all),
        p90: (all) => quantile(all, 0.9),
        p99: (all) => quantile(all, 0.99),
        longest: (all) => Math.max(...all),
        "above 17": (all) => all.filter((one) => one > 17.5).length,
        "above 33": (all) => all.filter((one) => one > 33.5).length,
      }),
    ],
    limits: [
      goal("/discover useful", median(views.map(({ useful }) => useful)), 1_200, "ms"),
      goal("longest task after it", median(views.map(({ longest }) => longest)), 50, "ms"),
      goal("Like answered after the tap", median(answers), 100, "ms"),
      goal("longest frame of a swipe", median(views.map((view) => Math.max(...view.frames))), 33.5, "ms"),
      budget("layout shift", Math.max(...views.map(({ shift }) => shift)), 0),
      budget(
        "pictures of the next cards that are not there",
        Math.max(...views.map(({ missing }) => missing)),
        0,
      ),
    ],
    notes: [
      "400 kbit/s, 400 ms, a processor slowed four times, 360 px; medians of the views, an empty cache each.",
    ],
  };
}
