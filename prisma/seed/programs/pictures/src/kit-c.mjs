// What graphics-c*.mjs share: every installed font by its package name, pictures by name, and a browser that photographs a page at 1440 px.
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { readdirSync, existsSync, writeFileSync, readFileSync, mkdirSync, statSync } from "node:fs";
sharp.concurrency(1);
export const PIC = new URL("../", import.meta.url).pathname, RAW = PIC + "raw/", OUT = PIC + "c/", FS = new URL("../../node_modules/@fontsource/", import.meta.url).pathname;
mkdirSync(RAW, { recursive: true }); mkdirSync(OUT, { recursive: true });
const css = () => readdirSync(FS).map((p) => readdirSync(`${FS}${p}/files`).filter((f) => f.endsWith(".woff2") && new RegExp(`^${p}-latin-\\d`).test(f)).map((f) => { const [, w, s] = f.match(/-latin-(\d+)-(\w+)\.woff2$/); return `@font-face{font-family:${/^\d|-\d/.test(p) ? `"${p}"` : p};font-weight:${w};font-style:${s};src:url(file://${FS}${p}/files/${f})}`; }).join("")).join("\n");
writeFileSync(RAW + "fonts-c.css", css());
/** A still by its name: our cutouts and films (raw/cc-*.png), or any finished picture. */
export const img = (n) => { for (const f of [`${RAW}cc-${n}.png`, `${RAW}${n}.png`, `${PIC}${n}.avif`, `${PIC}more/${n}.avif`]) if (existsSync(f)) return `file://${f}`; throw new Error("no picture " + n); };
let sd = 7; export const R = () => { sd = (sd * 16807) % 2147483647; return sd / 2147483647; };
export const seed = (n) => { sd = n * 7919 + 13; R(); R(); };
export const G = {};
/** craft: what people call this kind of work; shows: one line about what's in it. */
export const add = (id, craft, shows, w, h, style, body) => { G[id] = { id, craft, shows, w, h, html: () => `<!doctype html><meta charset=utf-8><link rel=stylesheet href="file://${RAW}fonts-c.css"><style>*{margin:0;padding:0;box-sizing:border-box}html,body{width:${w}px;height:${h}px;overflow:hidden;position:relative;-webkit-font-smoothing:antialiased;font-kerning:normal}.f{position:absolute;inset:0}.a{position:absolute}img{display:block}svg{display:block}${style}</style>${typeof body === "function" ? body() : body}` }; };
export const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
export const J = (n, f) => range(n, f).join("");
/** A soft outline around a cutout, of one color. */
export const ring = (c, w, sh = "0 12px 22px rgba(0,0,0,.45)") => `filter:drop-shadow(${w}px 0 0 ${c}) drop-shadow(-${w}px 0 0 ${c}) drop-shadow(0 ${w}px 0 ${c}) drop-shadow(0 -${w}px 0 ${c}) drop-shadow(${sh})`;
export const wavePath = (w, h, n, f, y0 = 0) => { let d = ""; for (let i = 0; i < n; i++) { const a = Math.max(0.03, f(i / n)) * h * (0.35 + 0.65 * R()); d += `M${((i + 0.5) * w / n).toFixed(1)} ${(y0 + h / 2 - a / 2).toFixed(1)}v${a.toFixed(1)}`; } return d; };
export const speech = (t) => { const s = Math.sin(t * 61) + Math.sin(t * 23 + 2) + Math.sin(t * 137 + 1); return Math.max(0, s / 2.4 + 0.25) * (Math.sin(t * 9 + 1) > -0.75 ? 1 : 0.05); };
/** Paper grain as an SVG filter layer. */
export const grain = (o = 0.12, f = 0.8, blend = "multiply") => `<svg class=f style="width:100%;height:100%;mix-blend-mode:${blend};opacity:${o};pointer-events:none"><filter id=gr${Math.round(f * 100)}><feTurbulence type=fractalNoise baseFrequency=${f} numOctaves=3 seed=4 /><feColorMatrix type=saturate values=0 /></filter><rect width=100% height=100% filter="url(#gr${Math.round(f * 100)})"/></svg>`;
export async function shoot(ids) {
  const browser = await chromium.launch({ executablePath: process.env.PLAYWRIGHT_CHROMIUM || undefined, args: ["--no-sandbox", "--allow-file-access-from-files"] });
  for (const id of ids) {
    const d = G[id], ctx = await browser.newContext({ viewport: { width: d.w, height: d.h }, deviceScaleFactor: 1440 / d.w }), page = await ctx.newPage();
    page.on("pageerror", (e) => console.log(id, e.message));
    writeFileSync(RAW + "page-c.html", d.html()); await page.goto(`file://${RAW}page-c.html`); await page.evaluate(async () => { await document.fonts.ready; await Promise.all([...document.images].map((i) => i.decode().catch(() => {}))); if (window.draw) await window.draw(); });
    await page.waitForTimeout(60); await page.screenshot({ path: `${RAW}C-${id}.png` }); await ctx.close();
  }
  await browser.close();
}
const Q = [12, 16, 20, 25, 30, 36, 43, 50, 58];
/**
 * Encodes a picture within the limit of bytes. The first quality is usually low enough; otherwise, the excess says how
 * far to lower it.
 */
const fit = async (src, w, max, file, from) => { const raw = await sharp(src).resize({ width: w }).removeAlpha().raw().toBuffer({ resolveWithObject: true }); let i = from, b;
  for (;;) { b = await sharp(raw.data, { raw: raw.info }).avif({ quality: Q[i], effort: w > 1000 ? 3 : 4, chromaSubsampling: "4:2:0" }).toBuffer(); if (b.length <= max) break; if (!i) throw new Error(file + " too heavy"); i = Math.max(0, i - Math.max(1, Math.round(Math.log(b.length / max) / 0.2))); }
  writeFileSync(file, b); return b.length; };
export async function pack(ids, fresh) {
  const IDX = new URL("../../index.json", import.meta.url).pathname; const idx = existsSync(IDX) ? JSON.parse(readFileSync(IDX)) : [];
  for (const id of ids) { const d = G[id], src = `${RAW}C-${id}.png`; if (fresh && existsSync(`${OUT}${id}-s.avif`) && statSync(`${OUT}${id}-s.avif`).mtimeMs > statSync(src).mtimeMs && idx.some((x) => x.id === id)) continue; const l = await fit(src, 1440, 70000, `${OUT}${id}-l.avif`, 7), m = await fit(src, 720, 25000, `${OUT}${id}.avif`, 8), s = await fit(src, 360, 10000, `${OUT}${id}-s.avif`, 8);
    const { channels } = await sharp(src).removeAlpha().stats(); const tone = "#" + channels.map((c) => Math.round(c.mean).toString(16).padStart(2, "0")).join("");
    const e = { id, file: `pictures/c/${id}.avif`, craft: d.craft, w: 720, h: Math.round(720 * d.h / d.w), shows: d.shows, tone }; const at = idx.findIndex((x) => x.id === id); if (at < 0) idx.push(e); else idx[at] = e;
    writeFileSync(IDX, "[\n" + idx.map((x) => "  " + JSON.stringify(x)).join(",\n") + "\n]\n"); console.log(id, l, m, s); }
}
