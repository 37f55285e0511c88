import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { findChromium } from "../scripts/chromium.ts";
import { requestsOf, type Site, shiftOfSwipes } from "./browser.ts";
import { withDatabase } from "./databases.ts";
import { benchData, demoPages, signIn, startProduct } from "./product.ts";
import { fewestQueries, type QueryCounter, startQueryCounter } from "./query-counter.ts";
import { budget, type Options, type Report, tableOf } from "./report.ts";
import { type Answer, get } from "./wire.ts";

/** Ten packets: TCP's initial window. */
const maxBytes = 14_600;
const maxRequests = 2;
/** Of every page; React, React Router and Remix are 71 kB of each. */
const maxScript = 96_000;
/** Of those that a visitor meets first. */
const maxGuestScript = 86_000;
const maxQueries = 4;
/** Of a phone's first view: all pictures, and one. */
const maxPictures = 60_000;
const maxPicture = 25_000;
const maxShift = 0.01;

const guestPaths = ["/", "/login", "/onboarding"];
const showsWork = new Set(["/discover", "/profile/{id}", "/matches", "/matches/{id}"]);
const contentPaths = [
  ...["/", "/how-it-works", "/pricing", "/features", "/about", "/careers", "/contact", "/newsletter"],
  ...["/blog", "/faq", "/safety-center", "/privacy-policy", "/terms-of-service"],
  ...["/contributors", "/contributors/video-editors"],
];

interface Subject {
  name: string;
  path: string;
  /** Empty for guests. */
  cookie: string;
}

/** Pages on the wire, with script off and on, and their database queries. */
export async function measureWeight(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_weight", async (url) => {
    await seedDemo(url, { filesFolder: join(benchData, "files") });
    const counter = await startQueryCounter(url);
    const product = await startProduct(counter.url);
    const browser = await chromium.launch({ executablePath: await findChromium() });
    const site: Site = { origin: product.origin, browser };
    try {
      const cookie = await signIn(site.origin, demoLogins.creator, demoPassword);
      const contributor = await signIn(site.origin, demoLogins.contributor, demoPassword);
      const [visited = {}, others = {}] = await demoPages(url, demoLogins.creator);
      const subjectsOf = (all: Record<string, string>, cookie: string): Subject[] =>
        Object.entries(all).map(([name, path]) => ({ name, path, cookie }));
      const both = [
        ...[...new Set([...guestPaths, ...contentPaths])].map((path) => ({ name: path, path, cookie: "" })),
        ...subjectsOf(visited, cookie),
        { name: "/projects, contributor", path: "/projects", cookie: contributor },
      ];
      const plain = await inTurn(both, (subject) => weighPlain(site, subject, counter));
      const scripted = await inTurn([...both, ...subjectsOf(others, cookie)], (subject) =>
        weighScript(site, subject),
      );
      const withWork = both.filter(({ name }) => showsWork.has(name));
      const pictured = await inTurn(withWork, (subject) => weighPictures(site, subject));
      return reportOf(plain, scripted, pictured, await shiftOfSwipes(site, cookie));
    } finally {
      await browser.close();
      await product.stop();
      counter.stop();
    }
  });
}

async function inTurn<Of, Result>(all: Of[], work: (one: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const sum = <Of>(all: Of[], of: (one: Of) => number) => all.reduce((total, one) => total + of(one), 0);

/** Bytes on the wire. */
interface PlainWeight {
  name: string;
  html: number;
  css: number;
  headers: number;
  total: number;
  requests: number;
  queries: number;
}

async function weighPlain(site: Site, subject: Subject, counter: QueryCounter): Promise<PlainWeight> {
  const { name, path, cookie } = subject;
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  const page = await get(site.origin + path, headers);
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  const queries = await fewestQueries(counter, 3, () => get(site.origin + path, headers));
  const sheets = [...page.text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)];
  const styles: Answer[] = await inTurn(sheets, ([, href]) =>
    get(new URL(String(href), site.origin).href, {
      Accept: "text/css,*/*;q=0.1",
      "Sec-Fetch-Dest": "style",
    }),
  );
  const requested = await requestsOf(site, path, cookie, { javaScriptEnabled: false });
  const weight = {
    html: page.bodyBytes,
    css: sum(styles, ({ bodyBytes }) => bodyBytes),
    headers: sum([page, ...styles], ({ headBytes }) => headBytes),
  };
  return {
    name,
    ...weight,
    total: weight.html + weight.css + weight.headers,
    requests: requested.filter(({ isPicture, isFrame }) => !isPicture && !isFrame).length,
    queries,
  };
}

interface ScriptWeight {
  name: string;
  bytes: number;
  files: number;
  saveData: number;
  slow: number;
}

const savingData: BrowserContextOptions = { extraHTTPHeaders: { "Save-Data": "on" } };

async function weighScript(site: Site, { name, path, cookie }: Subject): Promise<ScriptWeight> {
  const scripts = async (settings?: BrowserContextOptions, prepare?: (page: Page) => Promise<void>) =>
    (await requestsOf(site, path, cookie, settings, prepare)).filter(({ isScript }) => isScript);
  const files = await scripts();
  const answers = await inTurn(files, ({ url }) => get(url, { Accept: "*/*", "Sec-Fetch-Dest": "script" }));
  return {
    name,
    bytes: sum(answers, ({ bodyBytes }) => bodyBytes),
    files: files.length,
    saveData: (await scripts(savingData)).length,
    slow: (await scripts({}, emulateSlowConnection)).length,
  };
}

/** Chromium cannot emulate 2g in navigator.connection. */
async function emulateSlowConnection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g", saveData: false } });
  });
}

interface PictureWeight {
  name: string;
  bytes: number;
  pictures: number;
  largest: number;
  saveData: number;
}

/** Members' pictures, icon apart, of a phone's first view with script. */
async function weighPictures(site: Site, { name, path, cookie }: Subject): Promise<PictureWeight> {
  const pictures = async (settings: BrowserContextOptions = {}) =>
    (await requestsOf(site, path, cookie, { viewport: { width: 360, height: 780 }, ...settings })).filter(
      ({ isPicture, url }) => isPicture && !url.endsWith("/favicon.svg"),
    );
  const shown = await pictures();
  return {
    name,
    bytes: sum(shown, ({ bytes }) => bytes),
    pictures: shown.length,
    largest: Math.max(0, ...shown.map(({ bytes }) => bytes)),
    saveData: (await pictures(savingData)).length,
  };
}

function reportOf(
  plain: PlainWeight[],
  scripted: ScriptWeight[],
  pictured: PictureWeight[],
  shift: number,
): Report {
  const most = <Row>(rows: Row[], of: (row: Row) => number) => Math.max(0, ...rows.map(of));
  const isContent = ({ name }: ScriptWeight) => contentPaths.includes(name);
  const app = scripted.filter((page) => !isContent(page));
  const guests = app.filter(({ name }) => guestPaths.includes(name));
  const bytes = ({ bytes }: { bytes: number }) => bytes;
  const saveData = ({ saveData }: { saveData: number }) => saveData;
  return {
    tables: [
      tableOf("Script off, cold: bytes on the wire, brotli", plain, {
        page: ({ name }) => name,
        "HTML B": ({ html }) => html,
        "CSS B": ({ css }) => css,
        "headers B": ({ headers }) => headers,
        total: ({ total }) => total,
        requests: ({ requests }) => requests,
        queries: ({ queries }) => queries,
      }),
      tableOf("Script on a first view: bytes, brotli", scripted, {
        page: ({ name }) => name,
        script: bytes,
        files: ({ files }) => files,
        "files with Save-Data": saveData,
        "files on 2g": ({ slow }) => slow,
      }),
      tableOf("Pictures of a first view at 360 px: bytes", pictured, {
        page: ({ name }) => name,
        bytes,
        pictures: ({ pictures }) => pictures,
        largest: ({ largest }) => largest,
        "pictures with Save-Data": saveData,
      }),
    ],
    limits: [
      ...plain.map(({ name, total }) => budget(`${name} without script`, total, maxBytes, "B")),
      budget(
        "requests before pictures, worst page",
        most(plain, ({ requests }) => requests),
        maxRequests,
      ),
      budget(
        "queries of a page, worst page",
        most(plain, ({ queries }) => queries),
        maxQueries,
      ),
      budget("script of /login and the builder, heaviest", most(guests, bytes), maxGuestScript, "B"),
      budget("script of any page, heaviest", most(app, bytes), maxScript, "B"),
      budget("script of content pages", most(scripted.filter(isContent), bytes), 0, "B"),
      budget("scripts with Save-Data", most(scripted, saveData), 0, "files"),
      budget(
        "scripts on 2g",
        most(scripted, ({ slow }) => slow),
        0,
        "files",
      ),
      budget("pictures of a first view at 360 px, worst page", most(pictured, bytes), maxPictures, "B"),
      budget(
        "largest picture at 360 px",
        most(pictured, ({ largest }) => largest),
        maxPicture,
        "B",
      ),
      budget("pictures with Save-Data", most(pictured, saveData), 0, "files"),
      budget("layout shift of twenty swipes", shift, maxShift),
    ],
    notes: [
      "requests: those of Chromium, without pictures and the icon; queries: the minimum of three views, including the session's.",
      "Not counted: the live frame that a conversation requests without script, which stays open and grows.",
    ],
  };
}
