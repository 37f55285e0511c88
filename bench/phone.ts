import { setTimeout as pause } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { type Site, swipe, watch, withPage, withSite } from "./browser.ts";
import { signIn } from "./http.ts";
import { budget, goal, median, type Options, p99, quantile, type Report } from "./report.ts";

/**
 * The connection has 400 kbit/s, which Chromium takes in bytes per second, and a latency of 400 ms. The CPU is
 * slowed down by a factor of four.
 */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const settings = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

/**
 * Measures a slow phone: when /discover becomes useful, what delays a tap, and the frames of a drag, a Like and the
 * seam of a match.
 */
export const measurePhone = (options: Options): Promise<Report> =>
  withSite(options, "matchcut_phone", async (site) => {
    const cookie = await signIn(site.origin, demoLogins.creator, demoPassword);
    const views: View[] = [];
    const seams: number[][] = [];
    for (let round = 0; round < (options.quick ? 3 : 7); round += 1) {
      seams.push(await seam(site, cookie));
      views.push(await view(site, cookie));
    }
    return reportOf(views, seams);
  });

interface View {
  /** When the card, Pass and Like had been painted, in ms since navigation started. */
  useful: number;
  /** The longest task after that and before the last swipe was answered, in ms. */
  longest: number;
  /** From a tap on Pass, and from a tap on Like, to the frame that shows it, in ms. */
  answers: number[];
  /** Times between frames from the first touch until the next card appears, in ms. */
  frames: number[];
  /** The same, from a tap on Like until its card has left. */
  likeFrames: number[];
  shift: number;
  /** Pictures of the next cards that hadn't loaded before the first swipe. */
  missing: number;
}

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return session;
}

const view = (site: Site, cookie: string): Promise<View> =>
  withPage(site, cookie, settings, async (page) => {
    const session = await slow(page);
    const fetched = new Set<string>();
    page.on("requestfinished", (request) => fetched.add(request.url()));
    const seen = await watch(page);
    await page.goto(`${site.origin}/discover`, { waitUntil: "networkidle", timeout: 60_000 });
    await page.locator(".deck-next").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    const before = new Set(fetched);
    let missing = 0;
    const settled = async () => {
      await pause(1_500);
      const shown = await page
        .locator("article.deck-card img")
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc).filter(Boolean));
      missing += shown.filter((address) => !before.has(address)).length;
    };
    const frames = await framesOf(page, 500, () => swipe(page, () => drag(page, session)));
    await settled();
    const passed = await tap(page, "Pass");
    await settled();
    await settled();
    let liked = 0;
    const likeFrames = await framesOf(page, likeTakes, async () => {
      liked = await tap(page, "Like");
    });
    const answers = [passed, liked];
    const { useful, tasks, shift } = await seen();
    const late = tasks.filter(({ at }) => at >= useful).map(({ took }) => took);
    return { useful, shift, longest: Math.max(0, ...late), answers, frames, likeFrames, missing };
  });

/** How long the card's exit and the next one's growth take, in ms. The response, which may open a match, takes longer. */
const likeTakes = 300;
/** How long both halves, both faces and the loop take one after the other, in ms. */
const seamTakes = 700;

const halves = ".match .half";

/**
 * Opens a match as script does after a Like. Returns the times between frames, from the first one that shows the match.
 */
const seam = (site: Site, cookie: string): Promise<number[]> =>
  withPage(site, cookie, settings, async (page) => {
    await slow(page);
    await page.goto(`${site.origin}/matches`, { waitUntil: "networkidle", timeout: 60_000 });
    const open = async () => {
      await page.locator("main a[href^='/matches/']").first().click();
      await page.locator(halves).first().waitFor();
    };
    return framesOf(page, seamTakes, open, halves);
  });

/** Taps a button. Returns how long it took until the page showed that, in ms. */
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
  const box = await page
    .getByRole("button", { name })
    .boundingBox({ timeout: 10_000 })
    .catch(() => null);
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

/**
 * Returns the times between frames until `after` ms after the act.
 * @param selector begins with the first frame that shows it; by default, begins right away
 */
async function framesOf(
  page: Page,
  after: number,
  act: () => Promise<void>,
  selector = "body",
): Promise<number[]> {
  await page.evaluate((shown) => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = 0;
    const next = (now: number) => {
      if (last) frames.push(now - last);
      last = document.querySelector(shown) ? now : 0;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }, selector);
  await act();
  await pause(after);
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice());
}

function reportOf(views: View[], seams: number[][]): Report {
  const answers = views.flatMap((view) => view.answers);
  const shift = Math.max(...views.map((view) => view.shift));
  const missing = Math.max(...views.map((view) => view.missing));
  const motions = {
    "a drag": views.map((view) => view.frames),
    "a Like": views.map((view) => view.likeFrames),
    "a match's seam": seams,
  };
  return {
    tables: [
      {
        title: "/discover on a slow phone",
        rows: views.map(({ useful, longest, answers, shift, missing }) => ({
          "useful ms": useful,
          "longest task after it ms": longest,
          "tap to frame ms": Math.max(...answers),
          "layout shift": shift,
          "pictures missing": missing,
        })),
      },
      {
        title: "Times between frames, ms",
        rows: Object.entries(motions).map(([motion, rounds]) => {
          const frames = rounds.flat();
          const [p50, p90] = [median(frames), quantile(frames, 0.9)];
          return { motion, p50, p90, p99: p99(frames), longest: Math.max(...frames) };
        }),
      },
    ],
    limits: [
      goal("/discover useful", median(views.map(({ useful }) => useful)), 1_200, "ms"),
      goal("longest task after it", median(views.map(({ longest }) => longest)), 50, "ms"),
      goal("from a tap to the frame that shows it", median(answers), 100, "ms"),
      ...Object.entries(motions).map(([motion, rounds]) => {
        const longest = rounds.map((frames) => Math.max(...frames));
        return goal(`longest frame of ${motion}`, median(longest), 33.5, "ms");
      }),
      budget("layout shift", shift, 0),
      budget("pictures of the next cards that hadn't loaded", missing, 0),
    ],
    notes: [
      "400 kbit/s, 400 ms, a CPU slowed down by a factor of four, 360 px. Each view has an empty cache. Times in the limits are medians.",
    ],
  };
}
