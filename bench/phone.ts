import { setTimeout as pause } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { type Site, swipe, watch, withPage, withSite } from "./browser.ts";
import { signIn } from "./http.ts";
import { budget, goal, median, type Options, p99, quantile, type Report } from "./report.ts";

/**
 * A connection of 400 kbit/s and 400 ms (in bytes per second and ms), and a processor a quarter as fast as this one.
 */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const settings = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

/** Measures /discover on a slow phone: when it becomes useful, what delays a tap, and the frames of a swipe. */
export const measurePhone = (options: Options): Promise<Report> =>
  withSite(options, "matchcut_phone", async (site) => {
    const cookie = await signIn(site.origin, demoLogins.creator, demoPassword);
    const views: View[] = [];
    for (let round = 0; round < (options.quick ? 3 : 7); round += 1) views.push(await view(site, cookie));
    return reportOf(views);
  });

interface View {
  /** When the card, Pass and Like had been painted, in ms since navigation started. */
  useful: number;
  /** The longest task after that and before the last swipe was answered, in ms. */
  longest: number;
  /** From a tap on Pass and a tap on Like to the frame that shows it, in ms. */
  answers: number[];
  /** Times between frames from the first touch until the next card is there, in ms. */
  frames: number[];
  shift: number;
  /** Pictures of the next three cards that hadn't loaded before the first swipe. */
  missing: number;
}

const view = (site: Site, cookie: string): Promise<View> =>
  withPage(site, cookie, settings, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
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
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc));
      missing += shown.filter((address) => !before.has(address)).length;
    };
    const frames = await framesOf(page, () => swipe(page, () => drag(page, session)));
    await settled();
    const passed = await tap(page, "Pass");
    await settled();
    await settled();
    const answers = [passed, await tap(page, "Like")];
    const { useful, tasks, shift } = await seen();
    const late = tasks.filter(({ at }) => at >= useful).map(({ took }) => took);
    return { useful, shift, longest: Math.max(0, ...late), answers, frames, missing };
  });

/** Returns ms since the finger was lifted. */
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

/** Collects frame times until half a second after the act. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
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
  await pause(500);
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice());
}

function reportOf(views: View[]): Report {
  const frames = views.flatMap((view) => view.frames);
  const answers = views.flatMap((view) => view.answers);
  const longestFrames = views.map((view) => Math.max(...view.frames));
  const shift = Math.max(...views.map((view) => view.shift));
  const missing = Math.max(...views.map((view) => view.missing));
  return {
    tables: [
      {
        title: "/discover on a slow phone",
        rows: views.map(({ useful, longest, answers, shift, missing }, index) => ({
          "useful ms": useful,
          "longest task after it ms": longest,
          "Like answered ms": Math.max(...answers),
          "longest frame ms": longestFrames[index] ?? 0,
          "layout shift": shift,
          "pictures not there": missing,
        })),
      },
      {
        title: "Frames of a swipe, ms",
        rows: [
          { p50: median(frames), p90: quantile(frames, 0.9), p99: p99(frames), longest: Math.max(...frames) },
        ],
      },
    ],
    limits: [
      goal("/discover useful", median(views.map(({ useful }) => useful)), 1_200, "ms"),
      goal("longest task after it", median(views.map(({ longest }) => longest)), 50, "ms"),
      goal("Like answered after the tap", median(answers), 100, "ms"),
      goal("longest frame of a swipe", median(longestFrames), 33.5, "ms"),
      budget("layout shift", shift, 0),
      budget("pictures of the next cards that are not there", missing, 0),
    ],
    notes: [
      "400 kbit/s, 400 ms, a processor slowed four times, 360 px; medians of the views, an empty cache each.",
    ],
  };
}
