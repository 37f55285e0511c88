import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import axe from "axe-core";
import sharp from "sharp";
import { type Screen, screens } from "./screens.ts";
import { look, type Scheme, type Taking, tour, type View, viewOf } from "./touring.ts";

const folder = "screenshots";

const schemes: Scheme[] = ["light", "dark"];

interface Published {
  file: string;
  screen: string;
  view: View;
  scheme: Scheme;
}

const onPhone = (height: number, scale: number): View => ({ width: 360, height, scale, script: true });

/** The pictures that are in the repository, which `--readme` and `--install` take again. */
const published: Record<"readme" | "install", Published[]> = {
  readme: [
    { file: "docs/pictures/landing.webp", screen: "landing", view: viewOf(1280, true), scheme: "light" },
    { file: "docs/pictures/discover.webp", screen: "discover", view: onPhone(740, 2), scheme: "light" },
    { file: "docs/pictures/match.webp", screen: "match-talking", view: onPhone(740, 2), scheme: "dark" },
    { file: "docs/pictures/profile.webp", screen: "profile", view: onPhone(740, 2), scheme: "light" },
  ],
  // The sizes must be the ones that public/site.webmanifest states.
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
/** The most bytes that the README's pictures may have together. */
const mostReadmeBytes = 400_000;

const usage = `npm run screenshots -- [name …] [options]

Takes every screen, or the named ones ("discover" also takes "discover-how"), at 360 and 1280 px, light and dark, script
off and on, into ${folder}/index.html.

  --widths 360,1280     other or fewer widths
  --schemes light,dark  one of the two
  --script off,on       one of the two
  --url <address>       uses a running demo instead of starting one
  --beside <folder>     shows designs next to the screens: <folder>/<name>-<width>-<scheme>.png
  --axe                 also reports what axe finds on each screen with script
  --readme              takes only the README's pictures
  --install             takes only the pictures of the app's install dialog
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

async function violationsIn(page: Page, screen: string, scheme: Scheme): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // The kit shows each part in light and in dark, so its landmarks come twice.
  const rules = { "landmark-unique": { enabled: !screen.startsWith("kit-") } };
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    { rules },
  );
  return violations.map(
    ({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => target).join(", ")}`,
  );
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
      const wrong = await look(taking, screen, view, wanted, async (page, scheme) => {
        const path = join(folder, fileOf(screen.name, view, scheme));
        await page.screenshot({ path, type: "jpeg", quality: 82 });
        return options.axe && view.script ? violationsIn(page, screen.name, scheme) : [];
      }).catch((error: Error) => {
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
      return [];
    });
    console.log(`${file}: ${(await stat(file)).size} bytes ${wrong.join("; ")}`);
  }
}

async function checkReadme(): Promise<void> {
  const sizes = await Promise.all(published.readme.map(({ file }) => stat(file)));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostReadmeBytes)
    throw new Error(`The README's pictures add up to ${bytes} bytes. The limit is ${mostReadmeBytes}.`);
}

/**
 * Writes a page with all pictures in the folder, including those of earlier runs, so that you can retake only some.
 */
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
  return tour(options.url, async (taking) => {
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
  });
}

process.exitCode = await main();
