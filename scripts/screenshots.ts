import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import axe from "axe-core";
import sharp from "sharp";
import { demoPassword } from "../prisma/seed/logins.ts";
import { findChromium } from "./chromium.ts";
import { freePort } from "./free-port.mjs";
import { newcomer, type Screen, screens } from "./screens.ts";

const folder = "screenshots";

type Scheme = "light" | "dark";

/** How a screen is looked at. Each takes a page of its own; the schemes share it. */
interface View {
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  scale: number;
  script: boolean;
}

const viewOf = (width: number, script: boolean): View =>
  width < 768 ? { width, height: 780, scale: 2, script } : { width, height: 800, scale: 1, script };

const schemes: Scheme[] = ["light", "dark"];

interface Published {
  file: string;
  screen: string;
  view: View;
  scheme: Scheme;
}

const onPhone = (height: number, scale: number): View => ({ width: 360, height, scale, script: true });

/** Pictures in the repository. `--readme` and `--install` take them again. */
const published: Record<"readme" | "install", Published[]> = {
  readme: [
    { file: "docs/pictures/landing.webp", screen: "landing", view: viewOf(1280, true), scheme: "light" },
    { file: "docs/pictures/discover.webp", screen: "discover", view: onPhone(740, 2), scheme: "light" },
    { file: "docs/pictures/match.webp", screen: "match-talking", view: onPhone(740, 2), scheme: "dark" },
    { file: "docs/pictures/profile.webp", screen: "profile", view: onPhone(740, 2), scheme: "light" },
  ],
  // The sizes that public/site.webmanifest names.
  install: [
    { file: "public/screenshot-deck.webp", screen: "discover", view: onPhone(740, 1.5), scheme: "light" },
    { file: "public/screenshot-messages.webp", screen: "thread", view: onPhone(740, 1.5), scheme: "light" },
    {
      file: "public/screenshot-dashboard.webp",
      screen: "dashboard",
      view: { ...viewOf(1280, true), scale: 0.75 },
      scheme: "light",
    },
  ],
};
/** For all of README's pictures together. */
const mostReadmeBytes = 400_000;

const usage = `npm run screenshots -- [name …] [options]

Takes every screen, or the named ones ("discover" also takes "discover-how"), at 360 and 1280 px, light and dark, script
off and on, into ${folder}/index.html.

  --widths 360,1280     other or fewer widths
  --schemes light,dark  one of the two
  --script off,on       one of the two
  --url <address>       of a running demo, which is then used instead of an own one
  --beside <folder>     shows designs next to the screens: <folder>/<name>-<width>-<scheme>.png
  --axe                 also reports what axe finds on each screen with script
  --readme              only takes README's pictures
  --install             only takes the pictures of the app's install dialog
  --list                prints the names`;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: "string", default: "360,1280" },
    schemes: { type: "string", default: "light,dark" },
    script: { type: "string", default: "off,on" },
    url: { type: "string" },
    beside: { type: "string" },
    axe: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
    install: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Starts a demo with data of its own, and deletes the data when it ends. */
async function withDemo<Result>(use: (address: string) => Promise<Result>): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), "matchcut-screenshots-"));
  const port = await freePort();
  const address = `http://localhost:${port}`;
  // Never someone's own database.
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
    return await use(address);
  } finally {
    stop();
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Signs everyone in once. */
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
      // This page shows the welcome toast, so no screenshot will.
      await context.request.get("/dashboard");
      return await context.cookies();
    } finally {
      await context.close();
    }
  }
}

/** Resolves once styles and the pictures in view are there, and script has had time to take over. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => {});
  // It polls, because with script off the page itself can't tell when it's done.
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

/** @returns what's wrong with the screen */
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

async function violationsIn(page: Page, scheme: Scheme): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.map(
    ({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => target).join(", ")}`,
  );
}

interface Taking {
  browser: Browser;
  address: string;
  sessions: Sessions;
}

/** Opens the screen and calls `take` for each scheme. @returns what's wrong with the screen */
async function look(
  { browser, address, sessions }: Taking,
  screen: Screen,
  { width, height, scale, script }: View,
  wanted: Scheme[],
  take: (page: Page, scheme: Scheme) => Promise<unknown>,
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: width < 768,
    hasTouch: width < 768,
    javaScriptEnabled: script,
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
      await take(page, scheme);
      if (options.axe && script) wrong.push(...(await violationsIn(page, scheme)));
    }
    return wrong;
  } finally {
    await context.close();
  }
}

const nameOf = (screen: string, width: number, scheme: Scheme) => `${screen}-${width}-${scheme}`;
const fileOf = (screen: string, { width, script }: View, scheme: Scheme) =>
  `${nameOf(screen, width, scheme)}${script ? "" : "-no-script"}.jpg`;

const isNamed = ({ name }: Screen) => names.some((one) => name === one || name.startsWith(`${one}-`));

async function takeAll(taking: Taking, views: View[], wanted: Scheme[]): Promise<number> {
  const chosen = screens.filter((screen) =>
    names.length > 0 ? isNamed(screen) : !(screen.changes && options.url),
  );
  if (chosen.length === 0) throw new Error(`No screen is called ${names.join(" or ")}. --list prints them.`);
  await mkdir(folder, { recursive: true });
  let failed = 0;
  for (const screen of chosen) {
    const seen = views.filter(
      ({ script, width }) => (script || !screen.needsScript) && (width < 768 || !screen.onlyNarrow),
    );
    for (const view of seen) {
      const wrong = await look(taking, screen, view, wanted, (page, scheme) =>
        page.screenshot({ path: join(folder, fileOf(screen.name, view, scheme)), type: "jpeg", quality: 82 }),
      ).catch((error: Error) => {
        failed += 1;
        return [`not taken: ${error.message.split("\n")[0]}`];
      });
      if (wrong.length > 0)
        console.log(
          `${screen.name}, ${view.width} px, script ${view.script ? "on" : "off"}: ${wrong.join("; ")}`,
        );
    }
  }
  return failed;
}

async function publish(taking: Taking, pictures: Published[]): Promise<void> {
  for (const { file, screen: name, view, scheme } of pictures) {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`No screen is called ${name}.`);
    await mkdir(dirname(file), { recursive: true });
    const wrong = await look(taking, screen, view, [scheme], async (page) => {
      const taken = sharp(await page.screenshot());
      await taken.webp({ quality: 62, effort: 6 }).toFile(file);
    });
    console.log(`${file}: ${(await stat(file)).size} bytes ${wrong.join("; ")}`);
  }
}

async function checkReadme(): Promise<void> {
  const sizes = await Promise.all(published.readme.map(({ file }) => stat(file)));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostReadmeBytes)
    throw new Error(`README's pictures have ${bytes} bytes together, ${mostReadmeBytes} at most.`);
}

/** Shows everything in the folder, not only what this run took, so a part can be taken again. */
async function writePage(views: View[], wanted: Scheme[]): Promise<string> {
  const taken = new Set(await readdir(folder));
  const { beside } = options;
  const designs = new Set(beside ? await readdir(beside) : []);
  const figure = (file: string, width: number, caption: string) =>
    `<figure><a href="${file}"><img src="${file}" width="${width < 768 ? 180 : 460}" loading="lazy" alt=""></a><figcaption>${caption}</figcaption></figure>`;
  const sections = screens.flatMap(({ name, as = "guest" }) => {
    const figures = wanted.flatMap((scheme) =>
      [...new Set(views.map(({ width }) => width))].flatMap((width) => {
        const design = `${nameOf(name, width, scheme)}.png`;
        return [
          ...[true, false].flatMap((script) => {
            const file = fileOf(name, viewOf(width, script), scheme);
            const caption = `${width} ${scheme}, script ${script ? "on" : "off"}`;
            return taken.has(file) ? [figure(file, width, caption)] : [];
          }),
          ...(beside && designs.has(design)
            ? [figure(join(relative(folder, beside), design), width, `${width} ${scheme}, design`)]
            : []),
        ];
      }),
    );
    return figures.length > 0
      ? [
          `<section id="${name}"><h2>${name} <small>${as}</small></h2><div>${figures.join("")}</div></section>`,
        ]
      : [];
  });
  const file = join(folder, "index.html");
  await writeFile(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens · Matchcut</title><style>
body { margin: 24px; font: 14px/1.4 sans-serif; background: #8a8784 }
h1, h2 { margin: 0; font-size: 16px } section { padding: 16px 0; content-visibility: auto; contain-intrinsic-size: auto 900px }
small { font-weight: 400 } div { display: flex; flex-wrap: wrap; gap: 12px; padding-top: 8px }
figure { margin: 0 } img { display: block; height: auto } figcaption { padding-top: 4px; font-size: 12px }
</style><h1>${sections.length} screens</h1>${sections.join("\n")}`,
  );
  return file;
}

const listOf = (text: string) => text.split(",").map((one) => one.trim());

/** @returns the exit code */
async function main(): Promise<number> {
  if (options.help || options.list) {
    console.log(options.help ? usage : screens.map(({ name }) => name).join("\n"));
    return 0;
  }
  const wanted = schemes.filter((scheme) => listOf(options.schemes).includes(scheme));
  const scripts = listOf(options.script).map((one) => one === "on");
  const views = listOf(options.widths).flatMap((width) =>
    scripts.map((script) => viewOf(Number(width), script)),
  );
  if (wanted.length === 0 || views.some(({ width }) => !(width >= 200))) {
    console.error(usage);
    return 2;
  }
  const take = async (address: string) => {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
    const taking: Taking = { browser, address, sessions: new Sessions(browser, address) };
    try {
      if (!(options.readme || options.install)) {
        const failed = await takeAll(taking, views, wanted);
        console.log(await writePage(views, wanted));
        return failed > 0 ? 1 : 0;
      }
      if (options.install) await publish(taking, published.install);
      if (options.readme) {
        await publish(taking, published.readme);
        await checkReadme();
      }
      return 0;
    } finally {
      await browser.close();
    }
  };
  return options.url ? take(options.url.replace(/\/$/, "")) : withDemo(take);
}

process.exitCode = await main();
