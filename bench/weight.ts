import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { findChromium } from "../scripts/chromium.ts";
import { requestsOf, type Site } from "./browser-requests.ts";
import { withDatabase } from "./databases.ts";
import { type PictureWeight, shiftOfSwipes, weighPictures } from "./pictures.ts";
import { benchData, demoPages, otherPages, signIn, startProduct } from "./product.ts";
import { startQueryCounter } from "./query-counter.ts";
import type { Limit, Options, Report } from "./report.ts";
import { type Answer, get } from "./wire.ts";

/** Ten packets: TCP's initial window. */
const maxBytes = 14_600;
const maxRequests = 2;
/** Of every page; React, React Router and Remix are 71 kB of each. */
const maxScript = 96_000;
/** Of those that a visitor meets first. */
const maxGuestScript = 86_000;
const maxQueries = 6;
/** Of a phone's first view: all pictures, and one. */
const maxPictures = 60_000;
const maxPicture = 25_000;
const maxShift = 0.01;

const guestPages: Record<string, string> = { "/": "/", "/login": "/login", "/onboarding": "/onboarding" };
const showsWork = new Set(["/discover", "/profile/{id}", "/matches", "/matches/{id}"]);
const contentPages = [
  ...["/", "/how-it-works", "/pricing", "/features", "/about", "/careers", "/contact", "/newsletter"],
  ...["/blog", "/faq", "/safety-center", "/privacy-policy", "/terms-of-service"],
  ...["/contributors", "/contributors/video-editors"],
];

/** Pages on the wire, with script off and on, and their database queries. */
export async function measureWeight(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_weight", async (url) => {
    await seedDemo(url, { filesFolder: join(benchData, "files") });
    const counter = await startQueryCounter(url);
    const product = await startProduct(counter.url);
    const browser = await chromium.launch({ executablePath: await findChromium() });
    try {
      const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
      const site: Site = { origin: product.origin, cookie, browser };
      const pages = { ...guestPages, ...(await demoPages(url, demoLogins.creator)) };
      const plain: PlainWeight[] = [];
      const scripted: ScriptWeight[] = [];
      for (const [name, path] of Object.entries(pages)) {
        plain.push(await weighPlain(site, name, path, counter));
        scripted.push(await weighScript(site, name, path));
      }
      for (const [name, path] of Object.entries(otherPages(pages)))
        scripted.push(await weighScript(site, name, path));
      const pictured: PictureWeight[] = [];
      for (const [name, path] of Object.entries(pages).filter(([one]) => showsWork.has(one)))
        pictured.push(await weighPictures(site, name, path));
      const shift = await shiftOfSwipes(site);
      const contributor = await signIn(product.origin, demoLogins.contributor, demoPassword);
      const available = "/projects, contributor";
      plain.push(await weighPlain({ ...site, cookie: contributor }, available, "/projects", counter));
      scripted.push(await weighScript({ ...site, cookie: contributor }, available, "/projects"));
      for (const path of contentPages.filter((page) => !(page in pages))) {
        plain.push(await weighPlain(site, path, path, counter));
        scripted.push(await weighScript(site, path, path));
      }
      return reportOf(plain, scripted, pictured, shift);
    } finally {
      await browser.close();
      await product.stop();
      counter.stop();
    }
  });
}

interface PlainWeight {
  name: string;
  page: Answer;
  html: number;
  css: number;
  headers: number;
  total: number;
  requests: number;
  /** An embedded frame stays open and grows. */
  frameRequests: number;
  queries: number;
}

const cookieFor = (site: Site, name: string) =>
  name in guestPages || contentPages.includes(name) ? "" : site.cookie;

async function weighPlain(
  site: Site,
  name: string,
  path: string,
  counter: { take(): number },
): Promise<PlainWeight> {
  const cookie = cookieFor(site, name);
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  const queries: number[] = [];
  let page = await get(site.origin + path, headers);
  for (let view = 0; view < 3; view += 1) {
    counter.take();
    page = await get(site.origin + path, headers);
    queries.push(counter.take());
  }
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  const sheets = [...page.text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  const styles = await Promise.all(
    sheets.map((href) =>
      get(new URL(String(href), site.origin).href, {
        Accept: "text/css,*/*;q=0.1",
        "Sec-Fetch-Dest": "style",
      }),
    ),
  );
  const sum = (of: (answer: Answer) => number, answers: Answer[]) =>
    answers.reduce((total, one) => total + of(one), 0);
  const html = page.bodyBytes;
  const css = sum(({ bodyBytes }) => bodyBytes, styles);
  const head = sum(({ headBytes }) => headBytes, [page, ...styles]);
  const requested = await requestsOf(site, path, cookie, { javaScriptEnabled: false });
  const counted = requested.filter(({ isPicture }) => !isPicture);
  return {
    name,
    page,
    html,
    css,
    headers: head,
    total: html + css + head,
    requests: counted.filter(({ isFrame }) => !isFrame).length,
    frameRequests: counted.filter(({ isFrame }) => isFrame).length,
    queries: Math.min(...queries),
  };
}

interface ScriptWeight {
  name: string;
  isContent: boolean;
  bytes: number;
  files: number;
  saveData: number;
  slow: number;
}

async function weighScript(site: Site, name: string, path: string): Promise<ScriptWeight> {
  const cookie = cookieFor(site, name);
  const scripts = async (settings?: BrowserContextOptions, prepare?: (page: Page) => Promise<void>) =>
    (await requestsOf(site, path, cookie, settings, prepare)).filter(({ isScript }) => isScript);
  const files = await scripts();
  const answers = await Promise.all(
    files.map(({ url }) => get(url, { Accept: "*/*", "Sec-Fetch-Dest": "script" })),
  );
  return {
    name,
    isContent: contentPages.includes(name),
    bytes: answers.reduce((total, { bodyBytes }) => total + bodyBytes, 0),
    files: files.length,
    saveData: (await scripts({ extraHTTPHeaders: { "Save-Data": "on" } })).length,
    slow: (await scripts({}, emulateSlowConnection)).length,
  };
}

/** Chromium cannot emulate 2g in navigator.connection. */
async function emulateSlowConnection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g", saveData: false } });
  });
}

function reportOf(
  plain: PlainWeight[],
  scripted: ScriptWeight[],
  pictured: PictureWeight[],
  shift: number,
): Report {
  const budget = (what: string, value: number, most: number, unit: string): Limit => ({
    kind: "budget",
    what,
    value,
    most,
    unit,
  });
  const worst = <Row>(rows: Row[], of: (row: Row) => number) => Math.max(0, ...rows.map(of));
  const app = scripted.filter(({ isContent }) => !isContent);
  const content = scripted.filter(({ isContent }) => isContent);
  return {
    tables: [
      {
        title: "Script off, cold: bytes on the wire, brotli",
        columns: [
          "page",
          "HTML",
          "CSS",
          "headers",
          "total",
          "of the budget",
          "requests",
          "in a frame",
          "queries",
        ],
        rows: plain.map((one) => [
          one.name,
          one.html,
          one.css,
          one.headers,
          one.total,
          `${Math.round((one.total / maxBytes) * 100)} %`,
          one.requests,
          one.frameRequests,
          one.queries,
        ]),
      },
      {
        title: "Script on a first view: bytes, brotli",
        columns: ["page", "script", "files", "files with Save-Data", "files on 2g"],
        rows: scripted.map((one) => [one.name, one.bytes, one.files, one.saveData, one.slow]),
      },
      {
        title: "Pictures of a first view at 360 px: bytes",
        columns: ["page", "bytes", "pictures", "largest", "pictures with Save-Data"],
        rows: pictured.map((one) => [one.name, one.bytes, one.pictures, one.largest, one.saveData]),
      },
    ],
    limits: [
      ...plain.map(({ name, total }) => budget(`${name} without script`, total, maxBytes, "B")),
      budget(
        "requests before pictures, worst page",
        worst(plain, ({ requests }) => requests),
        maxRequests,
        "",
      ),
      budget(
        "queries of a page, worst page",
        worst(plain, ({ queries }) => queries),
        maxQueries,
        "",
      ),
      budget(
        "script of /login and the builder, heaviest",
        worst(
          app.filter(({ name }) => name in guestPages),
          ({ bytes }) => bytes,
        ),
        maxGuestScript,
        "B",
      ),
      budget(
        "script of any page, heaviest",
        worst(app, ({ bytes }) => bytes),
        maxScript,
        "B",
      ),
      budget(
        "script of content pages",
        worst(content, ({ bytes }) => bytes),
        0,
        "B",
      ),
      budget(
        "scripts with Save-Data",
        worst(scripted, ({ saveData }) => saveData),
        0,
        "files",
      ),
      budget(
        "pictures of a first view at 360 px, worst page",
        worst(pictured, ({ bytes }) => bytes),
        maxPictures,
        "B",
      ),
      budget(
        "largest picture at 360 px",
        worst(pictured, ({ largest }) => largest),
        maxPicture,
        "B",
      ),
      budget(
        "pictures with Save-Data",
        worst(pictured, ({ saveData }) => saveData),
        0,
        "files",
      ),
      budget("layout shift of twenty swipes", shift, maxShift, ""),
      budget(
        "scripts on 2g",
        worst(scripted, ({ slow }) => slow),
        0,
        "files",
      ),
    ],
    notes: [
      "requests: those of Chromium, without pictures and the icon; queries: the minimum of three views, including the session's.",
      "In a frame: without script a conversation also requests its live frame, and the frame's styles, which are cached.",
    ],
  };
}
