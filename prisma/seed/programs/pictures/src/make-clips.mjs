// Draws all clips and sounds from scratch: `npm run clips`, or only those with the given ids. All of them take about 15 minutes on two cores.
//   clips-stills.mjs  large stills from the scenes of the pictures (raw/clip-*.png)
//   clips-page.mjs    runs in Chromium: draws a clip frame by frame, writes H.264 (WebCodecs) and AAC or MP3 (WASM) with mediabunny
//   clips-film.mjs    shaders in linear light, developed like film (the same chain as engine.mjs, without grain)
//   clips-audio.mjs   instruments, foley, ambience, reverb, limiter: plain JavaScript to PCM
//   clips-video*.mjs  the ten clips; clips-sound.mjs the six sounds
// Environment: PREVIEW=1 draws eight frames per clip into SHEETS and encodes nothing; AUDIO=1 writes only WAV files into SHEETS.
import { chromium } from "@playwright/test";
import { createRequire } from "node:module";
import { readFileSync, writeFileSync, mkdirSync, existsSync, statSync } from "node:fs";
import { dirname, join, extname } from "node:path";
import sharp from "sharp";
import { COMMON } from "./engine.mjs";
import { stills } from "./clips-stills.mjs";
import { LIST } from "./clips-list.mjs";

sharp.concurrency(1);
const SRC = new URL(".", import.meta.url).pathname, PIC = join(SRC, ".."), ROOT = join(PIC, ".."), OUT = join(PIC, "clips");
const SHEETS = process.env.SHEETS || join(PIC, "raw"), PREVIEW = !!process.env.PREVIEW, AUDIO = !!process.env.AUDIO;
mkdirSync(OUT, { recursive: true }); mkdirSync(SHEETS, { recursive: true });
const req = createRequire(import.meta.url);
const where = (pkg) => { let d = dirname(req.resolve(pkg)); while (!existsSync(join(d, "package.json")) || JSON.parse(readFileSync(join(d, "package.json"))).name !== pkg) d = dirname(d); return d; };
const NM = { mediabunny: where("mediabunny"), aac: where("@mediabunny/aac-encoder"), mp3: where("@mediabunny/mp3-encoder") };
const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".woff2": "font/woff2", ".avif": "image/avif", ".png": "image/png", ".webp": "image/webp" };
const FONTS = [["Anton", "anton/files/anton-latin-400-normal.woff2", 400], ["Archivo", "archivo-black/files/archivo-black-latin-400-normal.woff2", 400], ["DMS", "dm-serif-display/files/dm-serif-display-latin-400-normal.woff2", 400], ["Caveat", "caveat/files/caveat-latin-700-normal.woff2", 700], ["IS", "instrument-serif/files/instrument-serif-latin-400-normal.woff2", 400], ["ISI", "instrument-serif/files/instrument-serif-latin-400-italic.woff2", 400], ["Syne", "syne/files/syne-latin-800-normal.woff2", 800], ["SM", "space-mono/files/space-mono-latin-400-normal.woff2", 400], ["Bebas", "bebas-neue/files/bebas-neue-latin-400-normal.woff2", 400], ["Bric", "-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2", "200 800"]];
const fs = (f) => (f.startsWith("-") ? join(ROOT, "node_modules/@fontsource" + f) : join(ROOT, "node_modules/@fontsource", f));
const HTML = `<!doctype html><meta charset=utf-8><style>${FONTS.filter(([, f]) => existsSync(fs(f))).map(([n, , w], i) => `@font-face{font-family:${n};font-weight:${w};src:url(/font/${n})}`).join("")}*{margin:0}</style><script type=importmap>{"imports":{"mediabunny":"/nm/mediabunny/dist/bundles/mediabunny.min.mjs","@mediabunny/aac-encoder":"/nm/aac/dist/bundles/mediabunny-aac-encoder.min.mjs","@mediabunny/mp3-encoder":"/nm/mp3/dist/bundles/mediabunny-mp3-encoder.min.mjs"}}</script><body>`;
const serve = (route) => {
  const p = decodeURIComponent(new URL(route.request().url()).pathname);
  if (p === "/") return route.fulfill({ contentType: "text/html", body: HTML });
  let f = p.startsWith("/src/") ? join(SRC, p.slice(5)) : p.startsWith("/pic/") ? join(PIC, p.slice(5)) : p.startsWith("/font/") ? fs(FONTS.find(([n]) => n === p.slice(6))[1]) : p.startsWith("/nm/") ? join(NM[p.split("/")[2]], p.split("/").slice(3).join("/")) : "";
  if (!f || !existsSync(f)) return route.fulfill({ status: 404, body: p });
  return route.fulfill({ contentType: TYPES[extname(f)] || "application/octet-stream", body: readFileSync(f) });
};
async function fit(buf, w, max) { let best; for (const q of [68, 60, 52, 45, 38, 32, 26, 20]) { best = await sharp(buf).resize({ width: w, withoutEnlargement: true }).avif({ quality: q, effort: 4, chromaSubsampling: "4:2:0" }).toBuffer(); if (best.length <= max) break; } return best; }

const only = process.argv.slice(2);
const todo = LIST.filter((c) => !only.length || only.includes(c.id));
if (todo.some((c) => c.needs === "stills")) await stills();
const INDEX = join(ROOT, "index.json");
const write = (e) => { let a = existsSync(INDEX) ? JSON.parse(readFileSync(INDEX)) : []; a = a.filter((x) => x.id !== e.id); a.push(e); const o = LIST.map((c) => c.id); a.sort((x, y) => o.indexOf(x.id) - o.indexOf(y.id)); writeFileSync(INDEX, JSON.stringify(a, null, 1) + "\n"); };

const browser = await chromium.launch({ executablePath: process.env.PLAYWRIGHT_CHROMIUM || undefined, args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage", "--js-flags=--max-old-space-size=8192"] });
for (const c of todo) {
  const t0 = Date.now(), page = await browser.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.text().startsWith("·")) console.log("  ", m.text().slice(0, 900)); });
  page.on("pageerror", (e) => console.log("  page:", String(e).slice(0, 900)));
  await page.route("**/*", serve);
  await page.goto("http://localhost:9/");
  const got = {};
  await page.exposeFunction("save", (n, b64) => { got[n] = Buffer.from(b64, "base64"); });
  await page.addScriptTag({ content: `window.COMMON=${JSON.stringify(COMMON)}` });
  try {
    const r = await page.evaluate(async ([x, mode]) => { const m = await import("/src/clips-page.mjs"); return m.run(x, mode); }, [c, { preview: PREVIEW, audio: AUDIO }]);
    if (got.sheet) writeFileSync(join(SHEETS, `${c.id}.jpg`), await sharp(got.sheet).jpeg({ quality: 88 }).toBuffer());
    if (got.wav) writeFileSync(join(SHEETS, `${c.id}.wav`), got.wav);
    if (!PREVIEW && !AUDIO) {
      writeFileSync(join(OUT, r.file), got.media);
      const big = await fit(got.still, c.w > c.h ? 1280 : 720, 90000);
      writeFileSync(join(OUT, `${c.id}-l.avif`), big);
      const mid = await fit(got.still, 720, 25000), small = await fit(got.still, 360, 10000);
      writeFileSync(join(OUT, `${c.id}.avif`), mid); writeFileSync(join(OUT, `${c.id}-s.avif`), small);
      write({ id: c.id, file: `clips/${r.file}`, still: `clips/${c.id}.avif`, kind: c.kind, craft: c.craft, w: c.w, h: c.h, seconds: +r.seconds.toFixed(2), bytes: got.media.length, shows: c.shows, tone: r.tone });
      console.log(c.id, `${(got.media.length / 1000).toFixed(0)} kB`, `${r.bitrate / 1000 | 0} kbit/s`, `stills ${mid.length}/${small.length}/${big.length}`, `${((Date.now() - t0) / 1000).toFixed(0)} s`);
    } else console.log(c.id, "preview", `${((Date.now() - t0) / 1000).toFixed(1)} s`);
  } catch (e) { console.log(c.id, "FAILED", String(e).slice(0, 1500)); process.exitCode = 1; }
  await page.close();
}
await browser.close();
