import type { BrowserContextOptions, Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { requestsOf, type Site, swipe, watch, withPage, withSite } from "./browser.ts";
import { type Answer, getPage, signIn, textOf } from "./http.ts";
import { demoPages } from "./pages.ts";
import { fewestQueries } from "./query-counter.ts";
import { budget, type Options, type Report } from "./report.ts";

/** Ten packets, which is TCP's initial window. */
const maxBytes = 14_600;
/** Bytes of the heading typeface with its headers. It's a third request. */
const maxFace = 6_900;
/** The script budget for every page. React, React Router and Remix are 68 KB of it. */
const maxScript = 100_000;
/** The script budget for the pages that a visitor sees first. */
const maxGuestScript = 86_000;
/** Budgets for a phone's first view: all its pictures together, and each picture. */
const maxPictures = 60_000;
const maxPicture = 25_000;

const guestPaths = ["/", "/login", "/onboarding"];
/** Pages that lead with people's work. */
const showsWork = new Set([
  ...["/", "/contributors", "/contributors/video-editors", "/saved"],
  ...["/discover", "/discover, contributor", "/profile/{id}", "/matches", "/matches/{id}"],
]);
const contentPaths = [
  ...["/", "/how-it-works", "/pricing", "/features", "/about", "/careers", "/contact", "/newsletter"],
  ...["/blog", "/faq", "/safety-center", "/privacy-policy", "/terms-of-service"],
  ...["/contributors", "/contributors/video-editors"],
];
const phone: BrowserContextOptions = { viewport: { width: 360, height: 780 } };
const savingData: BrowserContextOptions = { extraHTTPHeaders: { "Save-Data": "on" } };

interface Subject {
  name: string;
  path: string;
  /** Empty for guests. */
  cookie: string;
}

/** Measures pages on the wire, with script off and on, and their database queries. */
export const measureWeight = (options: Options): Promise<Report> =>
  withSite(options, "matchcut_weight", async (site) => {
    const cookie = await signIn(site.origin, demoLogins.creator, demoPassword);
    const contributor = await signIn(site.origin, demoLogins.contributor, demoPassword);
    const [visited = {}, others = {}] = await demoPages(site.databaseUrl, demoLogins.creator);
    const subjectsOf = (all: Record<string, string>): Subject[] =>
      Object.entries(all).map(([name, path]) => ({ name, path, cookie }));
    const both = [
      ...[...new Set([...guestPaths, ...contentPaths])].map((path) => ({ name: path, path, cookie: "" })),
      ...subjectsOf(visited),
      { name: "/projects, contributor", path: "/projects", cookie: contributor },
      { name: "/discover, contributor", path: "/discover", cookie: contributor },
    ];
    const withWork = both.filter(({ name }) => showsWork.has(name));
    return reportOf(
      await inTurn(both, (subject) => weighPlain(site, subject)),
      await inTurn([...both, ...subjectsOf(others)], (subject) => weighScript(site, subject)),
      await inTurn(withWork, (subject) => weighPictures(site, subject)),
      await shiftOfSwipes(site, cookie),
    );
  });

async function inTurn<Given, Result>(all: Iterable<Given>, one: (given: Given) => Promise<Result>) {
  const results: Result[] = [];
  for (const given of all) results.push(await one(given));
  return results;
}

const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);

type PlainWeight = Awaited<ReturnType<typeof weighPlain>>;

async function weighPlain(site: Site, { name, path, cookie }: Subject) {
  const headers = cookie ? { Cookie: cookie } : undefined;
  const page = await getPage(site.origin, path, headers);
  const queries = await fewestQueries(site.counter, 3, () => getPage(site.origin, path, headers));
  const sheets = textOf(page).matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g);
  const styles: Answer[] = await inTurn(sheets, ([, href]) =>
    getPage(site.origin, String(href), { Accept: "text/css,*/*;q=0.1", "Sec-Fetch-Dest": "style" }),
  );
  const requested = await requestsOf(site, path, cookie, { javaScriptEnabled: false });
  return {
    name,
    bytes: sum([page, ...styles], ({ bytes }) => bytes),
    requests: requested.filter(({ isPicture, isFont, isFrame }) => !isPicture && !isFont && !isFrame).length,
    face: sum(requested, ({ isFont, bytes }) => (isFont ? bytes : 0)),
    queries,
  };
}

type ScriptWeight = Awaited<ReturnType<typeof weighScript>>;

async function weighScript(site: Site, { name, path, cookie }: Subject) {
  const isScript = (file: { isScript: boolean }) => file.isScript;
  const files = (await requestsOf(site, path, cookie)).filter(isScript);
  const saving = await requestsOf(site, path, cookie, savingData);
  const slow = await requestsOf(site, path, cookie, {}, emulateSlowConnection);
  const answers = await inTurn(files, ({ url }) =>
    getPage(site.origin, new URL(url).pathname, { Accept: "*/*", "Sec-Fetch-Dest": "script" }),
  );
  return {
    name,
    bytes: sum(answers, ({ body }) => body.length),
    saveData: saving.filter(isScript).length,
    fonts: saving.filter(({ isFont }) => isFont).length,
    slow: slow.filter(isScript).length,
  };
}

/** Sets the value itself, because Chromium can't emulate 2g in navigator.connection. */
async function emulateSlowConnection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g", saveData: false } });
  });
}

type PictureWeight = Awaited<ReturnType<typeof weighPictures>>;

/**
 * Weighs members' pictures, without the icon, in a phone's first view with script. Chromium also loads what's up to
 * 1,250 px away from the window, and the deck loads its next cards.
 */
async function weighPictures(site: Site, { name, path, cookie }: Subject) {
  const pictures = async (settings?: BrowserContextOptions) =>
    (await requestsOf(site, path, cookie, { ...phone, ...settings })).filter(
      ({ isPicture, url }) => isPicture && !url.endsWith("/favicon.svg"),
    );
  const loaded = await pictures();
  const inView = loaded.filter(({ isInView }) => isInView);
  return {
    name,
    bytes: sum(inView, ({ bytes }) => bytes),
    ahead: sum(loaded, ({ bytes }) => bytes) - sum(inView, ({ bytes }) => bytes),
    largest: Math.max(0, ...loaded.map(({ bytes }) => bytes)),
    saveData: (await pictures(savingData)).length,
  };
}

/** Layout shift over twenty swipes by key on a phone. Each swipe waits for the next card. */
const shiftOfSwipes = (site: Site, cookie: string): Promise<number> =>
  withPage(site, cookie, phone, async (page) => {
    const seen = await watch(page);
    await page.goto(`${site.origin}/discover`, { waitUntil: "networkidle" });
    for (let swiped = 0; swiped < 20; swiped += 1) {
      await swipe(page, () => page.keyboard.press("ArrowLeft"));
      await page.waitForLoadState("networkidle");
    }
    return (await seen()).shift;
  });

function reportOf(
  plain: PlainWeight[],
  scripted: ScriptWeight[],
  pictured: PictureWeight[],
  shift: number,
): Report {
  const isContent = ({ name }: { name: string }) => contentPaths.includes(name);
  const content = scripted.filter(isContent);
  const app = scripted.filter((page) => !isContent(page));
  const guests = app.filter(({ name }) => guestPaths.includes(name));
  const atMost = <Row>(what: string, rows: Row[], of: (row: Row) => number, most: number, unit?: string) =>
    budget(what, Math.max(0, ...rows.map(of)), most, unit);
  return {
    tables: [
      {
        title: "Without script, with an empty cache: bytes on the wire, brotli",
        rows: plain.map(({ name, bytes, face, requests, queries }) => ({
          page: name,
          bytes,
          "heading face": face,
          requests,
          queries,
        })),
      },
      {
        title: "Script of a first view: bytes, brotli",
        rows: scripted.map(({ name, bytes, saveData, slow }) => ({
          page: name,
          script: bytes,
          "files with Save-Data": saveData,
          "files on 2g": slow,
        })),
      },
      {
        title: "Pictures of a first view at 360 px: bytes",
        rows: pictured.map(({ name, bytes, ahead, largest, saveData }) => ({
          page: name,
          bytes,
          "loaded ahead": ahead,
          largest,
          "pictures with Save-Data": saveData,
        })),
      },
    ],
    limits: [
      ...plain.map(({ name, bytes }) => budget(`${name} without script`, bytes, maxBytes, "B")),
      atMost("requests before pictures, worst page", plain, (page) => page.requests, 2),
      atMost("heading face, worst page", plain, (page) => page.face, maxFace, "B"),
      atMost("queries of a page, worst page", plain, (page) => page.queries, 4),
      atMost("script of /login and the builder, heaviest", guests, (page) => page.bytes, maxGuestScript, "B"),
      atMost("script of any page, heaviest", app, (page) => page.bytes, maxScript, "B"),
      atMost("script of content pages", content, (page) => page.bytes, 0, "B"),
      atMost("scripts with Save-Data", scripted, (page) => page.saveData, 0, "files"),
      atMost("heading face with Save-Data", scripted, (page) => page.fonts, 0, "files"),
      atMost("scripts on 2g", scripted, (page) => page.slow, 0, "files"),
      atMost(
        "pictures of a first view at 360 px, worst page",
        pictured,
        (page) => page.bytes,
        maxPictures,
        "B",
      ),
      atMost("largest picture at 360 px", pictured, (page) => page.largest, maxPicture, "B"),
      atMost("pictures with Save-Data", pictured, (page) => page.saveData, 0, "files"),
      budget("layout shift over twenty swipes", shift, 0),
    ],
    notes: [
      "Requests are Chromium's, without pictures, the icon and the heading typeface, which is optional. Queries are the minimum of three views, including the session's.",
      "Not counted: the live frame that a conversation requests without script, which stays open and grows.",
    ],
  };
}
