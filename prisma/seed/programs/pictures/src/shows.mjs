// What creators show in their briefs: title frames, covers and posters of their shows, drawn as SVG.
import { add, grain, J, R, seed } from "./kit-c.mjs";

const text = (x, y, size, font, fill, words, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="'${font}'" fill="${fill}" ${more}>${words}</text>`;
const rect = (x, y, w, h, fill, more = "") => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
const circle = (x, y, r, fill, more = "") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d, stroke, width, more = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const group = (move, body, more = "") => `<g transform="${move}" ${more}>${body}</g>`;
const middle = 'text-anchor="middle"';
const soft = 'style="filter:drop-shadow(0 6px 6px rgba(0,0,0,.28))"';

/** A ridge from left to right, closed at the bottom. */
const ridge = (y, high, steps, fill, bottom = 405, width = 720) => {
  let d = `M-10 ${bottom + 10}V${y}`;
  for (let i = 0; i <= steps; i += 1)
    d += `L${(-10 + ((width + 20) * i) / steps).toFixed(1)} ${(y - high * (0.25 + 0.75 * R()) * (i % 2 ? 1 : 0.35)).toFixed(1)}`;
  return path(`${d}V${bottom + 10}Z`, fill);
};
/** A smooth wave line. */
const wave = (y, high, length, from = -20, to = 760) => {
  let d = `M${from} ${y}`;
  for (let x = from; x < to; x += length) d += `q${length / 4} ${-high} ${length / 2} 0t${length / 2} 0`;
  return d;
};

const show = (id, craft, shows, w, h, background, draw, paper = 0.16) =>
  add(id, craft, shows, w, h, `body{background:${background}}`, () => {
    seed([...id].reduce((sum, one) => sum + one.charCodeAt(0), 0));
    return `<svg class=f width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${draw()}</svg>${grain(paper, 0.8, "multiply")}`;
  });

show("show_nonno", "Thumbnail", "A box grater under a verdict: Nonno says no", 720, 405, "#f2b632", () =>
  rect(0, 300, 720, 105, "#d9812a") +
  group("translate(470 40) rotate(8)",
    path("M20 60L190 60L215 320L-5 320Z", "#c9ced2", soft) + path("M20 60L105 60L105 320L-5 320Z", "#dfe3e6") +
    line("M55 58C55 -20 155 -20 155 58", "#a32a22", 20) +
    J(7, (i) => J(5, (k) => path(`M${36 + k * 32 - i * 1.5 + (i % 2) * 14} ${96 + i * 30}q9 -12 18 0q-9 9 -18 0Z`, "#7d868d")))) +
  text(40, 160, 118, "lilita-one", "#8f1f1b", "Nonno") + text(40, 268, 118, "lilita-one", "#fff6e0", "says no.") +
  text(44, 362, 34, "lilita-one", "#5a2a10", "tool 31 of everything"));

show("show_tidy", "Title frame", "An artist's drawer seen from above: brushes, tins and one red pencil in their places", 720, 405, "#d8c9b2", () =>
  rect(50, 40, 620, 325, "#a98a66", `rx="10" ${soft}`) +
  [[66, 56, 250, 140], [332, 56, 150, 290], [498, 56, 156, 140], [66, 212, 120, 134], [202, 212, 114, 134], [498, 212, 156, 134]].map(([x, y, w, h]) => rect(x, y, w, h, "#f1e6d2", 'rx="6"')).join("") +
  J(8, (i) => group(`translate(${84 + i * 28} 70)`, rect(0, 34, 9, 78, ["#3c5a6b", "#7b3f3a", "#c58b3b", "#2f4a3c"][i % 4], 'rx="4"') + rect(-1, 22, 11, 14, "#c9ccd0") + path("M-1 22Q4 -6 10 22Z", "#4a3a2c"))) +
  J(6, (i) => rect(346 + i * 21, 70, 12, 262, i === 3 ? "#c7352c" : ["#4d6b5a", "#d9a441", "#35506b"][i % 3], 'rx="5"') + path(`M${346 + i * 21} 70l6 -14l6 14Z`, "#e8d2ac")) +
  J(4, (i) => circle(540 + (i % 2) * 72, 96 + Math.floor(i / 2) * 62, 25, ["#b9c2c6", "#c98a5b", "#8ea38c", "#d6b25e"][i], soft) + circle(540 + (i % 2) * 72, 96 + Math.floor(i / 2) * 62, 17, "rgba(255,255,255,.28)")) +
  circle(126, 279, 42, "#e3d6bd", soft) + circle(126, 279, 30, "#9cb4b8") + path("M222 330L260 226L298 330Z", "#c98f74", soft) +
  J(5, (i) => line(`M514 ${238 + i * 22}h${120 - i * 16}`, "#8a6f52", 6)) + text(512, 388, 22, "cormorant-garamond", "#5c4a36", "Studio 14, second drawer", 'font-style="italic" font-weight="600"'));

show("show_half", "Podcast cover", "A teacup on the center spot of a football pitch: Second Half", 720, 720, "#2f7d4f", () =>
  J(6, (i) => rect(0, i * 120, 720, 60, "#35885a")) + `<g fill="none" stroke="#eaf4ea" stroke-width="7"><rect x="60" y="60" width="600" height="600"/><path d="M60 360H660"/><circle cx="360" cy="360" r="150"/></g>` +
  circle(360, 360, 104, "#fffdf5", soft) + circle(360, 360, 80, "#efe6d2") + circle(360, 360, 62, "#fffdf5") + circle(360, 360, 50, "#a8602c") + path("M420 330q48 -6 44 32q-4 30 -46 20", "none", 'stroke="#fffdf5" stroke-width="14" fill="none"') + circle(344, 346, 12, "#c98a54") +
  text(360, 176, 104, "league-gothic", "#fffdf5", "SECOND HALF", `${middle} letter-spacing="6"`) + text(360, 620, 38, "league-gothic", "#ffe27a", "TUESDAY MORNINGS, AFTERWARD", `${middle} letter-spacing="4"`));

show("show_boots", "Title frame", "A red-roofed hut between teal ridges, a dotted track: Hut 9 of 12", 720, 405, "#dfe9e2", () =>
  circle(560, 110, 46, "#f6c95f") + ridge(230, 120, 8, "#a9c4bd") + ridge(280, 110, 9, "#6d9a96") + ridge(330, 80, 7, "#3c6f70") + path("M-10 360Q200 300 420 350T740 330V420H-10Z", "#24494a") +
  group("translate(470 268)", rect(0, 24, 84, 46, "#f0e4cc") + path("M-14 26L42 -14L98 26Z", "#c2402e") + rect(34, 38, 18, 32, "#5b3a2a") + rect(70, -10, 10, 26, "#7a2c20") + line("M75 -16q10 -14 -2 -28", "#fff", 5, 'opacity=".7"')) +
  line("M90 395Q160 350 240 362T400 352T470 338", "#f7e9c6", 5, 'stroke-dasharray="2 14"') +
  text(44, 92, 66, "zilla-slab", "#1f3f40", "Hut 9 of 12", 'font-weight="700"') + text(46, 128, 24, "zilla-slab", "#3c6f70", "walk in, fix a thing, drink tea, walk out"));

show("show_atelier", "Title frame", "An open book from above, its signatures sewn with red thread", 720, 405, "#2a1626", () =>
  group("translate(360 208) rotate(-5)",
    rect(-262, -142, 524, 290, "#5b2b3a", `rx="8" ${soft}`) + J(5, (i) => path(`M-2 -128Q-120 ${-142 + i * 3} -${248 - i * 5} -${126 - i * 2}V${126 - i * 2}Q-120 ${112 + i * 3} -2 128Z`, i % 2 ? "#e9dcc3" : "#f6ecd8")) + J(5, (i) => path(`M2 -128Q120 ${-142 + i * 3} ${248 - i * 5} -${126 - i * 2}V${126 - i * 2}Q120 ${112 + i * 3} 2 128Z`, i % 2 ? "#e9dcc3" : "#f6ecd8")) +
    line(`M0 -124${J(9, (i) => `L${i % 2 ? -9 : 9} ${-110 + i * 27}`)}L0 126`, "#d8312f", 4) + line("M0 126C40 190 150 150 190 196", "#d8312f", 3) + J(7, (i) => line(`M-214 ${-78 + i * 26}H-${44 + (i === 6 ? 90 : 0)}`, "#c8b491", 4)) + text(128, -6, 62, "cormorant-garamond", "#5b2b3a", "sept", `${middle} font-style="italic"`) + text(128, 48, 50, "cormorant-garamond", "#5b2b3a", "semaines", `${middle} font-style="italic"`)));

show("show_aunty", "Infographic", "A savings chart drawn as nail polish bottles: What susu does by month twelve", 720, 405, "#ffd23f", () =>
  rect(0, 330, 720, 75, "#e8590c") +
  J(6, (i) => { const h = 54 + i * 30; const c = ["#d6336c", "#ae3ec9", "#1098ad", "#2b8a3e", "#e03131", "#3b2f8a"][i]; return group(`translate(${250 + i * 76} ${330 - h})`, rect(0, 0, 52, h, c, 'rx="10"') + rect(6, 8, 8, h - 20, "rgba(255,255,255,.35)", 'rx="4"') + rect(14, -46, 24, 50, "#1d1d1f", 'rx="5"')) + text(276 + i * 76, 372, 24, "poppins", "#fff3d6", i * 2 + 2, `${middle} font-weight="700"`); }) +
  text(34, 96, 62, "titan-one", "#7a1f4b", "What susu") + text(34, 160, 62, "titan-one", "#7a1f4b", "does") + text(36, 214, 25, "poppins", "#5a3a00", "under the dryer,", 'font-weight="600"') + text(36, 246, 25, "poppins", "#5a3a00", "in four minutes", 'font-weight="600"') + text(36, 372, 24, "poppins", "#fff3d6", "month", 'font-weight="700"'));

show("show_vereda", "Title frame", "One street in elevation: bakery, tiled doors, laundry and the last dog", 720, 405, "#f4d8c2", () => {
  const houses = [["#d9694a", 120, 210], ["#f0b94e", 96, 250], ["#4f8f8b", 130, 190], ["#e8e0cf", 110, 230], ["#b24a5e", 104, 204], ["#6f86b3", 150, 178]];
  let x = 5;
  return rect(0, 356, 720, 49, "#6b5a4c") + rect(0, 348, 720, 12, "#cbbca6") + houses.map(([c, w, h]) => { const left = x; x += w; const top = 350 - h; return rect(left, top, w, h, c) + rect(left - 2, top - 8, w + 4, 12, "#3d2b22") + rect(left + w / 2 - 16, 282, 32, 68, "#4a2f26") + circle(left + w / 2 + 8, 318, 3, "#f0d080") + J(2, (k) => rect(left + 14 + k * (w - 56), top + 34, 28, 44, "#fdf3dc") + rect(left + 14 + k * (w - 56), top + 54, 28, 3, "#3d2b22")); }).join("") +
    path("M16 250h98l-10 34h-78Z", "#fff") + J(4, (i) => path(`M${16 + i * 25} 250h12l-4 34h-11Z`, "#d9694a")) + group("translate(640 330)", path("M0 20q-4 -22 16 -22l20 0q6 -14 16 -8l6 10l-10 6l-2 14h-8v-10h-22v10h-8Z", "#2d211b")) + text(34, 74, 64, "yeseva-one", "#5b2430", "Vereda") + text(264, 72, 22, "yeseva-one", "#8a4b3a", "from the bakery to the last dog");
});

show("show_kolam", "Thumbnail", "A white kolam looped around a dot grid on red earth, marked nine out of ten", 720, 405, "#7c3a25", () => {
  let d = "";
  for (let i = 0; i <= 720; i += 2) { const a = (i / 720) * Math.PI * 2; const r = 108 + 46 * Math.cos(a * 8); const b = a + 0.34 * Math.sin(a * 8); d += `${i ? "L" : "M"}${(250 + r * 1.05 * Math.cos(b)).toFixed(1)} ${(202 + r * 1.05 * Math.sin(b)).toFixed(1)}`; }
  let inner = "";
  for (let i = 0; i <= 360; i += 2) { const a = (i / 360) * Math.PI * 2; const r = 52 + 26 * Math.cos(a * 4); inner += `${i ? "L" : "M"}${(250 + r * Math.cos(a)).toFixed(1)} ${(202 + r * Math.sin(a)).toFixed(1)}`; }
  return J(5, (i) => J(5, (k) => circle(250 + (k - 2) * 62, 202 + (i - 2) * 62, 5, "#f3d9b8"))) + line(`${d}Z`, "#fffaf0", 7) + line(`${inner}Z`, "#fffaf0", 6) + text(470, 190, 150, "gloock", "#ffce54", "9") + text(546, 190, 88, "gloock", "#f3d9b8", "/ 10") + text(474, 252, 26, "gloock", "#f3d9b8", "says Amma, again") + text(474, 300, 22, "gloock", "#e0a883", "one line, forty dots");
}, 0.34);

show("show_bus", "Title frame", "A lit bus at the end of its line on a snowy night", 720, 405, "#0f1b33", () =>
  path("M0 250Q180 214 360 240T720 222V405H0Z", "#1b2a49") + path("M0 300Q240 262 720 292V405H0Z", "#dfe8f5") + path("M250 405L400 300L452 300L420 405Z", "#b9c7de") +
  group("translate(380 196)", rect(0, 0, 200, 104, "#f3efe2", `rx="14" ${soft}`) + rect(0, 62, 200, 16, "#c8442f") + J(4, (i) => rect(14 + i * 46, 16, 38, 36, "#ffd97a", 'rx="5"')) + circle(46, 106, 17, "#10131b") + circle(156, 106, 17, "#10131b") + path("M200 60l150 20v60l-150 -40Z", "rgba(255,220,130,.28)")) +
  line("M120 330V150", "#8fa3c4", 6) + rect(84, 128, 74, 44, "#f3efe2", 'rx="6"') + text(121, 160, 26, "work-sans", "#c8442f", "15", `${middle} font-weight="700"`) +
  J(130, () => circle((R() * 720).toFixed(0), (R() * 400).toFixed(0), (1 + R() * 2.6).toFixed(1), "#fff", `opacity="${(0.35 + R() * 0.6).toFixed(2)}"`)) + text(40, 80, 50, "josefin-sans", "#f3efe2", "Last Bus Home", 'font-weight="600"') + text(42, 112, 22, "josefin-sans", "#9fb2d4", "line 15, final stop, no one left aboard"), 0.08);

show("show_bog", "Podcast cover", "A lit shed on stacked turf: Bog Standard", 720, 720, "#24303a", () =>
  circle(600, 330, 60, "#e9e1c8") + path("M0 420Q200 380 720 410V720H0Z", "#3e4a36") +
  J(6, (r) => J(9, (k) => rect(-30 + k * 88 + (r % 2) * 44, 480 + r * 42, 82, 36, ["#4b3526", "#5a4030", "#3c2a1e"][Math.floor(R() * 3)], 'rx="5"'))) +
  group("translate(200 280)", rect(0, 60, 300, 150, "#7b8a86") + J(12, (i) => rect(i * 25, 60, 4, 150, "#66756f")) + path("M-24 66L150 -20L324 66Z", "#39464a") + rect(110, 110, 76, 100, "#ffcf6b") + line("M148 110V210M110 160H186", "#39464a", 6) + path("M110 210L40 260H256L186 210Z", "rgba(255,207,107,.32)")) +
  text(360, 130, 116, "alfa-slab-one", "#e9e1c8", "BOG", middle) + text(360, 232, 88, "alfa-slab-one", "#e5a23c", "STANDARD", middle));

show("show_braids", "Newsletter header", "Three strands plaited down a ledger page: Braids and Balance Sheets", 720, 900, "#f7efe0", () =>
  J(24, (i) => rect(0, 200 + i * 30, 720, 1.6, "#c9b99a")) + rect(440, 190, 3, 710, "#d98c8c") + rect(560, 190, 3, 710, "#d98c8c") +
  J(11, (i) => { const y = 210 + i * 62; const flip = i % 2 ? -1 : 1; return line(`M${230 - 52 * flip} ${y}C${230 - 60 * flip} ${y + 50} ${230 + 60 * flip} ${y + 14} ${230 + 52 * flip} ${y + 64}`, "#2b1a14", 44) + line(`M${230 - 52 * flip} ${y}C${230 - 60 * flip} ${y + 50} ${230 + 60 * flip} ${y + 14} ${230 + 52 * flip} ${y + 64}`, ["#4a2d20", "#6a3b25", "#3a2219"][i % 3], 30) + circle(230 + 52 * flip, y + 60, 10, "#e0a526"); }) +
  J(9, (i) => text(540, 250 + i * 60, 26, "dm-mono", "#5a4a3a", ["40.00", "12.50", "180.00", "7.00", "66.20", "25.00", "310.00", "9.90", "51.00"][i], 'text-anchor="end"') + text(690, 250 + i * 60, 26, "dm-mono", i % 3 ? "#2f6b4f" : "#b23a3a", ["+8", "+20", "-60", "+4", "+12", "-5", "+90", "+1", "-10"][i], 'text-anchor="end"')) +
  rect(0, 0, 720, 176, "#7a2f4f") + text(40, 82, 58, "bodoni-moda", "#fbe6c8", "Braids and", 'font-weight="700"') + text(40, 144, 58, "bodoni-moda", "#f2b84b", "Balance Sheets", 'font-weight="700"') + text(684, 60, 26, "dm-mono", "#fbe6c8", "no. 41", 'text-anchor="end"'));

show("show_sauna", "Title frame", "Steam over wooden benches and a dial at ninety: Sauna Politics", 720, 405, "#8a4d22", () =>
  J(9, (i) => rect(0, i * 46, 720, 42, i % 2 ? "#b5713a" : "#a9662f") + J(3, () => `<ellipse cx="${(R() * 720).toFixed(0)}" cy="${i * 46 + 20}" rx="${(8 + R() * 10).toFixed(0)}" ry="5" fill="#7d4619"/>`)) +
  circle(560, 170, 112, "#f4ead6", soft) + J(11, (i) => group(`translate(560 170) rotate(${-120 + i * 24})`, rect(-2, -98, 4, i > 7 ? 24 : 16, i > 7 ? "#c92a2a" : "#3a2a1c"))) + group("translate(560 170) rotate(74)", path("M-6 0L0 -84L6 0Z", "#c92a2a")) + circle(560, 170, 12, "#3a2a1c") + text(560, 246, 40, "bebas-neue", "#3a2a1c", "90°", middle) +
  J(4, (i) => line(`M${90 + i * 90} 390c-40 -60 40 -90 0 -150s40 -90 0 -150`, "#fff", 16, 'opacity=".2"')) + text(44, 150, 108, "bebas-neue", "#fff3dc", "Sauna") + text(44, 244, 108, "bebas-neue", "#ffd166", "politics") + text(48, 292, 25, "work-sans", "#fff3dc", "It ends when someone leaves", 'font-weight="600"'));

show("show_roof", "Illustration", "Tomato pots and a hen on a pink roof above white houses", 720, 405, "#f6c1b1", () =>
  circle(590, 96, 52, "#fff1cf") + J(14, (i) => rect(i * 56 - 10, 190 - R() * 70, 52, 220, ["#fff7ec", "#f3e3d2", "#fbeadb"][i % 3]) + rect(i * 56 + 8, 200 + (i % 3) * 10, 12, 18, "#7aa5a5")) + rect(0, 268, 720, 140, "#d76a57") + rect(0, 262, 720, 12, "#b54f41") +
  J(5, (i) => { const x = 60 + i * 96; return path(`M${x} 330h60l-9 52h-42Z`, i % 2 ? "#3f7f86" : "#e2a03f") + line(`M${x + 30} 330V${230 - (i % 2) * 16}`, "#2f6b3c", 6) + J(4, (k) => path(`M${x + 30} ${310 - k * 24}q${k % 2 ? 34 : -34} -20 ${k % 2 ? 44 : -44} 6q${k % 2 ? -24 : 24} 14 ${k % 2 ? -44 : 44} -6Z`, "#3f8a4c")) + J(3, (k) => circle(x + 14 + k * 17, 300 - ((k * 37) % 50), 9, "#d42f24")); }) +
  group("translate(590 306)", path("M0 40q-8 -46 34 -44q10 -26 32 -22q20 4 16 26q-2 40 -40 48h-26Z", "#fff", soft) + path("M64 -24q4 -14 12 -4q8 -8 10 6Z", "#d42f24") + path("M82 -2l16 4l-16 6Z", "#f0a020") + circle(72, -4, 3.4, "#222") + line("M28 48v22M46 48v22", "#f0a020", 5)) + text(36, 84, 52, "caprasimo", "#8a2f3c", "One illegal chicken"));

show("show_maps", "Poster", "A chart of islands joined by dashed ferry lines: Every ferry, to scale", 720, 900, "#bcd9dc", () => {
  const islands = [[180, 280, 90], [470, 230, 70], [560, 430, 110], [250, 520, 120], [470, 650, 80], [160, 740, 70], [610, 760, 60]];
  const shape = ([x, y, r]) => { let d = ""; for (let i = 0; i < 14; i += 1) { const a = (i / 14) * 6.283; const q = r * (0.7 + R() * 0.5); d += `${i ? "L" : "M"}${(x + q * Math.cos(a)).toFixed(0)} ${(y + q * 0.72 * Math.sin(a)).toFixed(0)}`; } return `${d}Z`; };
  return J(13, (i) => rect(0, 180 + i * 60, 720, 1, "#9cc3c8") + rect(i * 60, 170, 1, 730, "#9cc3c8")) + islands.map((one) => { const d = shape(one); return path(d, "#f4ecd8", 'stroke="#2c4a5a" stroke-width="3" stroke-linejoin="round"') + circle(one[0], one[1], 6, "#c8442f"); }).join("") + [[0, 1], [1, 2], [0, 3], [3, 2], [3, 4], [4, 6], [3, 5]].map(([a, b]) => line(`M${islands[a][0]} ${islands[a][1]}L${islands[b][0]} ${islands[b][1]}`, "#c8442f", 4, 'stroke-dasharray="3 12"')).join("") + rect(0, 0, 720, 168, "#2c4a5a") + text(40, 92, 80, "league-gothic", "#f4ecd8", "EVERY FERRY", 'letter-spacing="5"') + text(42, 138, 30, "league-gothic", "#f2b84b", "ALL SEVEN CROSSINGS, TO SCALE, NO LEGEND NEEDED", 'letter-spacing="2"');
});

show("show_tinto", "Thumbnail", "A coffee cup whose steam is a double helix: Depende", 720, 405, "#0f5c4a", () => {
  let one = "", two = "";
  for (let i = 0; i <= 60; i += 1) { const y = 214 - i * 3.4; one += `${i ? "L" : "M"}${(540 + 30 * Math.sin(i / 7)).toFixed(1)} ${y.toFixed(1)}`; two += `${i ? "L" : "M"}${(540 - 30 * Math.sin(i / 7)).toFixed(1)} ${y.toFixed(1)}`; }
  return J(14, (i) => line(`M${(540 + 30 * Math.sin((i * 4.3 + 3) / 7)).toFixed(1)} ${204 - i * 14.4}L${(540 - 30 * Math.sin((i * 4.3 + 3) / 7)).toFixed(1)} ${204 - i * 14.4}`, "#f6d06a", 5)) + line(one, "#fff6df", 7) + line(two, "#fff6df", 7) + `<ellipse cx="540" cy="356" rx="150" ry="24" fill="#f4ead6"/>` + path("M430 222h220q0 124 -110 124T430 222Z", "#e4572e", soft) + `<ellipse cx="540" cy="222" rx="110" ry="20" fill="#3a1f14"/>` + line("M648 246q56 -4 46 42q-10 34 -66 24", "#e4572e", 18) + text(36, 150, 88, "shrikhand", "#fff6df", "¿Depende") + text(36, 246, 88, "shrikhand", "#f6d06a", "de qué?") + text(42, 340, 32, "poppins", "#bfe3d6", "con fuentes, siempre", 'font-weight="600"');
});

show("show_chess", "Thumbnail", "A king lies on its side on a park chessboard: Move 14. Why?", 720, 405, "#2f5d3a", () =>
  group("translate(330 210) skewX(-18)", J(5, (r) => J(7, (k) => rect(k * 66, r * 42, 66, 42, (r + k) % 2 ? "#2b2a28" : "#efe6d2")))) +
  group("translate(430 266) rotate(78)", path("M-34 60h68l-8 -22q-16 -30 -14 -70h20v-14h-16q14 -26 -2 -40h-28q-16 14 -2 40h-16v14h20q2 40 -14 70Z", "#1b1a19", 'stroke="#efe6d2" stroke-width="4"') + rect(-5, -122, 10, 32, "#1b1a19", 'stroke="#efe6d2" stroke-width="3"') + rect(-15, -112, 30, 10, "#1b1a19", 'stroke="#efe6d2" stroke-width="3"')) +
  group("translate(600 232)", path("M-26 60h52q-2 -16 -14 -30q10 -10 4 -22q8 -30 -16 -34q-24 4 -16 34q-6 12 4 22q-12 14 -14 30Z", "#fff8e6", soft)) + text(36, 138, 108, "archivo-black", "#fff8e6", "Move 14.") + text(36, 214, 60, "archivo-black", "#f2c14e", "Why?") + text(40, 262, 25, "work-sans", "#cfe3c8", "(she is ninety-three)", 'font-weight="600"'));

show("show_jeepney", "Title frame", "A striped jeepney with sound waves for windows", 720, 405, "#26b0a5", () =>
  rect(0, 322, 720, 83, "#34343c") + J(8, (i) => rect(20 + i * 96, 360, 52, 8, "#f4d35e")) +
  group("translate(110 120)", path("M0 60Q0 30 30 30H390Q420 30 430 60L470 120H510Q526 122 526 150V206H0Z", "#e63946", soft) + rect(0, 132, 526, 18, "#f4d35e") + rect(0, 156, 526, 12, "#1d3557") + rect(0, 174, 526, 12, "#f1faee") + rect(24, 52, 370, 66, "#0d2436", 'rx="8"') + J(46, (i) => { const h = 8 + 46 * Math.abs(Math.sin(i * 0.7) * Math.sin(i * 0.23 + 1)); return rect(34 + i * 7.8, 85 - h / 2, 4, h, "#f4d35e"); }) + rect(-6, 14, 420, 18, "#f1faee", 'rx="6"') + J(7, (i) => circle(30 + i * 60, 12, 8, ["#f4d35e", "#26b0a5", "#ff9f1c"][i % 3])) + circle(100, 208, 42, "#191a20") + circle(100, 208, 18, "#c9ced2") + circle(420, 208, 42, "#191a20") + circle(420, 208, 18, "#c9ced2") + rect(500, 128, 26, 22, "#ffe9a8")) + text(40, 84, 66, "bungee", "#fff7e0", "Jeepney Sessions", 'textLength="640" lengthAdjust="spacingAndGlyphs"'));

show("show_island", "Title frame", "An envelope set in the sea like an island, its stamp the sun", 720, 405, "#f3e3d3", () =>
  circle(566, 108, 50, "#e4572e") + J(3, (i) => line(wave(244 + i * 10, 8, 80), "#2a6f97", 5, `opacity="${0.25 + i * 0.15}"`)) + path("M170 350V150H540V350Z", "#fffaf0", soft) + path("M170 150L355 272L540 150Z", "#efe2cc") + line("M170 150L355 272L540 150", "#b59f7d", 3) + path("M300 168L336 132L352 150L378 118L430 168L355 226Z", "#3f7d58") + path("M366 134l12 -16l14 14l-12 6Z", "#fff") +
  J(6, (i) => path(`${wave(296 + i * 22, 12, 90 + i * 6, -40 - i * 17)}V420H-60Z`, ["#8fc1d9", "#66a5c7", "#468bb3", "#2f739d", "#215b80", "#174563"][i], 'opacity=".94"')) + group("translate(80 260)", path("M0 20h92l-16 26H16Z", "#c8442f") + line("M46 20V-40", "#5b3a2a", 5) + path("M50 -38L92 8H50Z", "#fffaf0")) + text(38, 84, 58, "fraunces", "#174563", "Island Post", 'font-weight="600"'));

show("show_porch", "Podcast cover", "A pie with one slice on trial: Porch Court", 720, 720, "#f3ead6", () =>
  J(18, (i) => rect(i * 42, 0, 20, 720, "#e4ecec")) + circle(360, 400, 230, "#b9c3c6", soft) + circle(360, 400, 212, "#d08a3f") + circle(360, 400, 184, "#e7b061") + J(12, (i) => group(`translate(360 400) rotate(${i * 30})`, circle(0, -206, 20, "#c47a31"))) + J(5, (i) => line(`M${250 + i * 55} 232L${250 + i * 55} 570`, "#c47a31", 13)) + J(5, (i) => line(`M192 ${292 + i * 54}H528`, "#c47a31", 13)) + path("M360 400L504 228A226 226 0 0 1 586 400Z", "#f3ead6") + path("M360 400L504 228A226 226 0 0 1 586 400Z", "#b9c3c6", 'opacity=".55"') + group("translate(28 -20)", path("M360 400L492 244A205 205 0 0 1 566 400Z", "#8f2340") + path("M360 400L492 244L500 234L368 390Z", "#e7b061")) +
  text(360, 104, 92, "playfair-display", "#31506b", "Porch Court", `${middle} font-weight="800"`) + text(360, 148, 28, "playfair-display", "#8f2340", "all rise, there is pie", `${middle} font-style="italic"`) + text(360, 692, 28, "playfair-display", "#31506b", "the Hon. J. Adair, retired", `${middle}`));

show("show_asphalt", "Title frame", "A plant in cracked asphalt beside a yellow line, with a specimen tag", 720, 405, "#46484d", () =>
  J(400, () => circle((R() * 720).toFixed(0), (R() * 405).toFixed(0), (0.6 + R() * 1.6).toFixed(1), R() > 0.5 ? "#6a6d73" : "#2d2f33")) + path("M60 -10H118L210 415H146Z", "#f2c230") + line("M720 120L610 150L560 220L470 240L420 310L330 330L300 405", "#191a1c", 10) + line("M560 220L590 290L560 405M470 240L440 170L470 90L450 0", "#191a1c", 6) +
  group("translate(468 240)", J(11, (i) => group(`rotate(${-75 + i * 15})`, line("M0 0Q-6 -50 0 -96", "#6fae46", 5) + J(4, (k) => `<ellipse cx="${k % 2 ? 12 : -12}" cy="${-30 - k * 18}" rx="13" ry="7" fill="${k % 2 ? "#8cc65a" : "#5e9a3c"}" transform="rotate(${k % 2 ? -30 : 30} ${k % 2 ? 12 : -12} ${-30 - k * 18})"/>`) + circle(0, -100, 8, "#ffd54a")))) + group("translate(236 60) rotate(-4)", rect(0, 0, 168, 92, "#f1e7cf", `rx="6" ${soft}`) + circle(18, 18, 7, "#46484d") + text(34, 40, 23, "special-elite", "#3b3226", "Portulaca") + text(34, 64, 23, "special-elite", "#3b3226", "oleracea") + text(34, 84, 14, "special-elite", "#8a7a5c", "Lot C, by the carts")) + text(232, 382, 34, "archivo-black", "#fff", "Asphalt Botany"), 0.1);

show("show_cnc", "Thumbnail", "A curl of metal chip and a caliper: Grandma's CNC", 720, 405, "#f28c28", () => {
  let d = "";
  for (let i = 0; i < 300; i += 1) { const a = i / 9; const r = 14 + i * 0.36; d += `${i ? "L" : "M"}${(520 + r * Math.cos(a)).toFixed(1)} ${(196 + r * 0.82 * Math.sin(a)).toFixed(1)}`; }
  return rect(0, 336, 720, 69, "#3b4650") + line(d, "#8b979f", 17, soft) + line(d, "#e4e9ec", 9) + line(d, "#fff", 2) + group("translate(40 250)", rect(0, 0, 330, 34, "#dfe4e7", `rx="4" ${soft}`) + J(30, (i) => rect(16 + i * 10, 0, 2, i % 5 ? 9 : 17, "#3b4650")) + path("M0 0V-74L34 -40V0Z", "#c5ccd1") + path("M150 0V-74L116 -40V0Z", "#c5ccd1") + rect(112, -4, 92, 48, "#aab3b9", 'rx="4"') + text(158, 30, 26, "dm-mono", "#1f2a33", ".002", middle)) + text(38, 92, 66, "archivo-black", "#2b1a08", "Two thou.") + text(40, 138, 30, "work-sans", "#5a2f08", "Grandma can hear it", 'font-weight="700"');
});

show("show_taco", "Newsletter issue", "A receipt that itemizes one taco, from corn to napkin", 720, 900, "#c9352b", () =>
  group("translate(120 60)", path(`M0 0H480V740${J(16, (i) => `L${480 - (i + 1) * 30} ${i % 2 ? 740 : 716}`)}Z`, "#fffaf0", soft) + path("M90 210A150 150 0 0 1 390 210Z", "#f2b53a") + path("M112 206A128 128 0 0 1 368 206Z", "#e09a26") + J(9, (i) => circle(126 + i * 28, 92 + Math.abs(4 - i) * 17 - 18, 23, ["#5f9a3d", "#8a4a2a", "#e2553a"][i % 3])) + path("M78 214A162 150 0 0 1 402 214Q240 250 78 214Z", "#f6c75c", soft) + text(240, 292, 52, "courier-prime", "#222", "TACO LEDGER", `${middle} font-weight="700"`) + text(240, 328, 24, "courier-prime", "#666", "one taco, all of it", middle) +
    [["corn, soaked", "0.11"], ["lime, the mineral", "0.01"], ["pork, 6 hours", "0.74"], ["onion + patience", "0.05"], ["truck, per taco", "0.38"], ["permit, per taco", "0.09"], ["hands", "0.62"], ["napkin", "0.02"]].map(([a, b], i) => text(44, 390 + i * 34, 25, "courier-prime", "#333", a) + text(436, 390 + i * 34, 25, "courier-prime", "#333", b, 'text-anchor="end"')).join("") + line("M44 660H436", "#333", 2, 'stroke-dasharray="7 7"') + text(44, 700, 32, "courier-prime", "#c9352b", "PRICE", 'font-weight="700"') + text(436, 700, 32, "courier-prime", "#c9352b", "2.50", 'text-anchor="end" font-weight="700"')));

show("show_ghost", "Photo restoration", "A painted soap ad fading on a brick wall", 720, 480, "#7d4a3a", () =>
  J(16, (r) => J(13, (k) => rect(-40 + k * 62 + (r % 2) * 31, r * 30, 58, 26, `hsl(${14 + R() * 8} ${26 + R() * 12}% ${30 + R() * 12}%)`))) + group("translate(0 0)", rect(80, 60, 560, 330, "#e9dfc4", 'opacity=".2"') + text(360, 200, 130, "abril-fatface", "#f3ead0", "Mill’s", `${middle} opacity=".62"`) + text(360, 290, 96, "league-gothic", "#f0d9a0", "LYE SOAP", `${middle} opacity=".5" letter-spacing="16"`) + text(360, 350, 38, "playfair-display", "#e8dcc0", "it’s still on her hands", `${middle} font-style="italic" opacity=".42"`)) + J(120, () => rect((R() * 720).toFixed(0), (R() * 480).toFixed(0), (8 + R() * 40).toFixed(0), (3 + R() * 9).toFixed(0), "#6d3f32", `opacity="${(R() * 0.5).toFixed(2)}"`)) + rect(590, 0, 16, 480, "#2f2a28") + path("M0 430H720V480H0Z", "rgba(20,12,10,.4)"), 0.4);

show("show_night", "Podcast cover", "A washing machine's round window as the moon: Night Shift Reads", 720, 720, "#141c3a", () =>
  J(70, () => circle((R() * 720).toFixed(0), (R() * 420).toFixed(0), (0.8 + R() * 1.8).toFixed(1), "#fff", 'opacity=".7"')) + rect(150, 250, 420, 420, "#e8ebf0", `rx="26" ${soft}`) + rect(150, 250, 420, 70, "#d3d9e2", 'rx="26"') + circle(200, 286, 14, "#5a6a8c") + circle(246, 286, 14, "#5a6a8c") + rect(430, 272, 106, 28, "#1c2a4a", 'rx="6"') + text(483, 294, 22, "dm-mono", "#8fe3b0", "03:00", middle) + circle(360, 480, 146, "#aab4c4") + circle(360, 480, 122, "#f5e6a8") + circle(318, 448, 26, "#e3d08a") + circle(396, 520, 36, "#e3d08a") + circle(400, 430, 14, "#e3d08a") + path("M286 560Q322 536 360 560Q398 536 434 560V592Q398 570 360 594Q322 570 286 592Z", "#31406e") +
  text(360, 122, 92, "gloock", "#f5e6a8", "Night Shift", middle) + text(360, 204, 78, "gloock", "#cdd6ec", "Reads", middle), 0.08);

show("show_home", "Worksheet", "A printable in black lines: count the cactus arms", 720, 900, "#ffffff", () =>
  `<g fill="none" stroke="#111" stroke-width="9" stroke-linejoin="round" stroke-linecap="round">${[[120, 3], [360, 5], [600, 2]].map(([x, arms]) => `<path d="M${x - 34} 560V300q0 -40 34 -40t34 40V560"/>${J(arms, (i) => { const side = i % 2 ? 1 : -1; const y = 340 + Math.floor(i / 2) * 74; return `<path d="M${x + side * 34} ${y + 40}h${side * 26}q${side * 16} 0 ${side * 16} -18v-34"/>`; })}<path d="M${x - 60} 560h120l-14 70h-92Z"/><rect x="${x - 46}" y="700" width="92" height="92" rx="10"/>`).join("")}<path d="M30 662H690" stroke-dasharray="4 22"/></g>` + text(40, 100, 64, "patrick-hand", "#111", "How many arms?") + text(42, 152, 32, "patrick-hand", "#111", "Count them. Then count them out loud.") + text(40, 862, 30, "patrick-hand", "#111", "Name: ______________   Who helped: ________"), 0.05);

show("show_barber", "Poster", "A barber pole wound with film: Corner Barber Film Club", 720, 960, "#f2e6cf", () =>
  rect(250, 150, 220, 560, "#fffaf0", `rx="30" ${soft}`) + `<clipPath id="pole"><rect x="262" y="150" width="196" height="560" rx="24"/></clipPath><g clip-path="url(#pole)">${J(9, (i) => path(`M200 ${120 + i * 120}L520 ${0 + i * 120}V${54 + i * 120}L200 ${174 + i * 120}Z`, i % 2 ? "#1d3f72" : "#17181c") + (i % 2 ? "" : J(9, (k) => rect(214 + k * 34, 132 + i * 120 - k * 12.8 - 8, 18, 12, "#f2e6cf", `transform="rotate(-20.5 ${214 + k * 34} ${132 + i * 120 - k * 12.8})"`))))}</g>` + rect(232, 112, 256, 52, "#b22a2a", 'rx="20"') + rect(232, 700, 256, 52, "#b22a2a", 'rx="20"') + circle(360, 92, 34, "#d9a441") +
  text(360, 838, 76, "big-shoulders-display", "#17181c", "CORNER BARBER", `${middle} font-weight="800"`) + text(360, 912, 62, "big-shoulders-display", "#b22a2a", "FILM CLUB", `${middle} font-weight="800" letter-spacing="10"`) + text(110, 470, 34, "caveat", "#1d3f72", "we hated it", `${middle} font-weight="700" transform="rotate(-12 110 470)"`) + text(604, 380, 34, "caveat", "#1d3f72", "he stayed!", `${middle} font-weight="700" transform="rotate(10 604 380)"`));

show("show_stitch", "Title frame", "A coat pocket half sewn in red, a ticket stub looking out", 720, 405, "#22304d", () =>
  J(60, (i) => line(`M${i * 14 - 60} 0L${i * 14 + 60} 405`, "#2b3b5c", 3)) + group("translate(440 60) rotate(9)", rect(0, 0, 96, 170, "#efd9a7", `rx="4" ${soft}`) + J(7, (i) => circle(0, 14 + i * 24, 5, "#22304d")) + text(50, 60, 24, "special-elite", "#8a3a2a", "ADMIT", middle) + text(50, 92, 24, "special-elite", "#8a3a2a", "ONE", middle) + text(50, 126, 20, "special-elite", "#8a6a3a", "1974", middle)) + path("M330 168H650V330Q490 400 330 330Z", "#1b2640", soft) + path("M330 168H650V200H330Z", "#18213a") + line("M344 184H430M344 212V322Q420 358 490 364", "#e23d3d", 6, 'stroke-dasharray="16 12"') + line("M490 364Q560 350 600 300Q640 240 690 190", "#e23d3d", 4) + group("translate(690 190) rotate(38)", rect(-3, -64, 7, 82, "#dfe4ea", 'rx="3"') + `<ellipse cx="0.5" cy="-54" rx="2" ry="7" fill="#22304d"/>`) + text(40, 130, 72, "cormorant-garamond", "#f2e8d5", "Slow Stitch", 'font-weight="600" font-style="italic"') + text(42, 176, 26, "cormorant-garamond", "#a9b6cf", "coat no. 61, inside left"));

show("show_rezball", "Title frame", "A basketball rises like the sun over mesas, ringed by radio waves", 720, 405, "#f7b267", () =>
  J(4, (i) => `<circle cx="420" cy="250" r="${150 + i * 46}" fill="none" stroke="#fff2d8" stroke-width="8" opacity="${0.75 - i * 0.17}"/>`) + circle(420, 250, 118, "#e0612a") + `<g fill="none" stroke="#3b1a10" stroke-width="6"><path d="M302 250H538M420 132V368M340 166Q394 250 340 334M500 166Q446 250 500 334"/></g>` + path("M0 300H90L104 238H196L212 300H320L334 262H400L412 300H560L574 214H668L684 300H720V405H0Z", "#8f3b24") + path("M0 344H160L174 318H262L274 344H480L494 324H600L610 344H720V405H0Z", "#5a2418") + text(34, 86, 64, "alfa-slab-one", "#5a2418", "Rez Ball") + text(34, 144, 56, "alfa-slab-one", "#fff2d8", "Radio") + text(40, 388, 25, "work-sans", "#f7b267", "four hundred aunties, one whistle", 'font-weight="700"'));

show("show_under", "Title frame", "An empty tape mark in a spotlight between red curtains", 720, 405, "#14090c", () =>
  path("M250 -10H470L620 405H100Z", "rgba(255,240,200,.16)") + `<ellipse cx="360" cy="336" rx="190" ry="46" fill="#f4e4bd" opacity=".9"/>` + group("translate(360 336) scale(1 .5)", rect(-44, -7, 88, 14, "#c92a2a", 'transform="rotate(45)"') + rect(-44, -7, 88, 14, "#c92a2a", 'transform="rotate(-45)"')) + J(8, (i) => path(`M${i * 30 - 20} -10Q${i * 30 + 6} 200 ${i * 26 - 26} 420H${i * 26 + 4}Q${i * 30 + 30} 200 ${i * 30 + 12} -10Z`, i % 2 ? "#8e1c26" : "#6c121b")) + J(8, (i) => path(`M${740 - i * 30} -10Q${714 - i * 30} 200 ${746 - i * 26} 420H${716 - i * 26}Q${690 - i * 30} 200 ${708 - i * 30} -10Z`, i % 2 ? "#8e1c26" : "#6c121b")) + text(360, 168, 70, "bodoni-moda", "#f4e4bd", "The Understudy", `${middle} font-style="italic"`) + text(360, 210, 23, "bodoni-moda", "#c9a86a", "nearly had the part", `${middle} letter-spacing="3"`), 0.1);

show("show_quarry", "Title frame", "Steps of granite, one orange helmet, one lunchbox", 720, 405, "#c9d6dd", () =>
  J(7, (i) => { const x = i * 70; const y = 70 + i * 46; return path(`M${x} ${y}H740V420H${x}Z`, `hsl(205 ${8 + i}% ${72 - i * 7}%)`) + J(7, () => line(`M${(x + 20 + R() * (640 - x)).toFixed(0)} ${(y + 12 + R() * 26).toFixed(0)}h${(8 + R() * 22).toFixed(0)}`, "rgba(255,255,255,.35)", 3)) + line(`M${x} ${y + 46}H740`, "rgba(20,30,40,.22)", 3); }) + group("translate(196 196)", rect(-12, 0, 24, 58, "#3b4a5a", 'rx="8"') + path("M-20 2a20 20 0 0 1 40 0Z", "#f47b20") + rect(-24, 0, 48, 6, "#f47b20", 'rx="3"')) + group("translate(270 222)", rect(0, 10, 56, 34, "#b22a2a", 'rx="6"') + line("M14 10q0 -14 14 -14t14 14", "#7a1a1a", 5)) + line("M640 -10V150", "#39434c", 5) + path("M608 150h64l-10 46h-44Z", "#8d969e") + text(38, 356, 62, "oswald", "#fff", "Quarry Lunch", 'font-weight="700"'));

show("show_choir", "Title frame", "Thirty bright swim caps stand as notes on staves made of waves", 720, 405, "#dfeef2", () =>
  J(5, (i) => line(wave(158 + i * 38, 18, 180), "#1f5f7a", 4)) + J(30, (i) => { const x = 50 + i * 22; const row = Math.floor(R() * 6); const y = 158 + row * 30 + 10 * Math.sin(x / 29); return circle(x, y, 13, ["#e63946", "#ffb703", "#2a9d8f", "#f72585", "#fb8500", "#3a86ff"][i % 6], soft) + (i % 3 ? line(`M${x + 11} ${y}v-52`, "#12303d", 4) : "") + (i % 6 === 1 ? line(`M${x + 11} ${y - 52}q16 8 14 26`, "#12303d", 4) : ""); }) + path(`${wave(350, 16, 150)}V420H-20Z`, "#1f5f7a") + text(38, 66, 52, "yeseva-one", "#12303d", "Cold Plunge Choir") + text(684, 392, 23, "yeseva-one", "#cfe8f0", "tempo: eight degrees", 'text-anchor="end"'));

show("show_vending", "Thumbnail", "A vending machine prints its own receipt: month one", 720, 405, "#5f3dc4", () =>
  group("translate(420 24)", rect(0, 0, 250, 360, "#e03131", `rx="16" ${soft}`) + rect(18, 18, 158, 270, "#10223a", 'rx="8"') + J(4, (r) => J(4, (k) => rect(28 + k * 36, 32 + r * 64, 26, 44, ["#ffd43b", "#69db7c", "#74c0fc", "#ffa94d", "#f783ac"][(r * 3 + k) % 5], 'rx="5"') + rect(26 + k * 36, 80 + r * 64, 30, 4, "#8aa0b8"))) + rect(190, 40, 44, 60, "#ffe3e3", 'rx="6"') + J(6, (i) => circle(200 + (i % 2) * 22, 130 + Math.floor(i / 2) * 24, 8, "#ffc9c9")) + rect(24, 306, 150, 36, "#10223a", 'rx="6"')) + group("translate(300 120) rotate(-7)", path(`M0 0H150V250${J(10, (i) => `L${150 - (i + 1) * 15} ${i % 2 ? 250 : 238}`)}Z`, "#fffdf5", soft) + [["soda", "61.00"], ["chips", "88.25"], ["gum", "9.75"], ["moving", "-412"], ["river", "-1"]].map(([a, b], i) => text(14, 42 + i * 32, 20, "dm-mono", "#333", a) + text(138, 42 + i * 32, 20, "dm-mono", b.startsWith("-") ? "#c92a2a" : "#333", b, 'text-anchor="end"')).join("") + text(75, 226, 26, "dm-mono", "#c92a2a", "-$254", `${middle} font-weight="500"`)) + text(30, 132, 92, "passion-one", "#fff", "Month") + text(30, 222, 92, "passion-one", "#ffd43b", "one") + text(34, 352, 30, "passion-one", "#d0bfff", "every dollar"));

show("show_hospice", "Title frame", "One bowl, two spoons, linen and morning light", 720, 405, "#f3e7d8", () =>
  path("M0 0H320L720 405H500Z", "rgba(255,255,255,.55)") + J(9, (i) => rect(0, 300 + i * 13, 720, 1.5, "#dcc9b1")) + `<ellipse cx="400" cy="300" rx="190" ry="46" fill="#cbb499" opacity=".6"/>` + path("M230 196H570Q560 316 400 316T230 196Z", "#4f6d7a", soft) + `<ellipse cx="400" cy="196" rx="170" ry="38" fill="#6c8a97"/><ellipse cx="400" cy="198" rx="148" ry="30" fill="#e9b872"/>` + J(6, (i) => path(`M${296 + i * 36} ${196 + (i % 2) * 10}q18 -26 38 0q-18 14 -38 0Z`, "#fdf1d6", 'stroke="#dcb377" stroke-width="2"')) + J(3, (i) => line(`M${340 + i * 60} 150c-18 -26 18 -40 0 -70`, "#fff", 8, 'opacity=".75"')) + [[150, -12], [628, 14]].map(([x, a]) => group(`translate(${x} 250) rotate(${a})`, `<ellipse cx="0" cy="-60" rx="20" ry="32" fill="#b9a88f"/>` + rect(-5, -34, 10, 130, "#b9a88f", 'rx="5"'))).join("") + text(40, 74, 40, "newsreader", "#6a4a35", "The dumplings, as she makes them", 'font-style="italic"'));

show("show_allotment", "Poster", "A leek measured by a ruler and a treble clef: Leeks, slowly, in D", 720, 900, "#e7efd2", () =>
  rect(0, 700, 720, 200, "#5a4030") + path("M320 720Q300 420 330 330H390Q420 420 400 720Z", "#f5f7e6", soft) + path("M326 430Q322 360 330 330H390Q400 380 396 430Z", "#bcd98a") + J(7, (i) => path(`M360 360Q${360 + (i - 3) * 26} 220 ${360 + (i - 3) * 76} ${120 + Math.abs(i - 3) * 42}Q${360 + (i - 3) * 44} 260 ${372} 366Z`, ["#3f7d3a", "#57964a", "#2f6a33"][i % 3])) + J(9, (i) => line(`M${334 + i * 7} 720q${(i - 4) * 4} 30 ${(i - 4) * 9} 52`, "#f5f7e6", 3)) + rect(520, 250, 46, 470, "#f2c14e", soft) + J(24, (i) => rect(520, 262 + i * 19, i % 4 ? 12 : 24, 2.6, "#5a4030")) + J(5, (i) => line(`M40 ${500 + i * 26}H290`, "#5a4030", 3)) + J(4, (i) => circle(92 + i * 52, 552 - i * 13, 13, "#5a4030") + line(`M${104 + i * 52} ${552 - i * 13}v-60`, "#5a4030", 4)) + text(44, 96, 66, "fraunces", "#2f4a2a", "Leeks,", 'font-weight="700"') + text(44, 840, 52, "fraunces", "#e7efd2", "slowly, in D", 'font-style="italic"') + text(676, 840, 26, "fraunces", "#f2c14e", "+ 2.1 cm", 'text-anchor="end"'));

show("show_math", "Motion frame", "A circle, a square and a triangle of the same area, and a quiet caption", 720, 405, "#f5f2ea", () =>
  `<g style="mix-blend-mode:multiply">${circle(200, 190, 92, "#ff6b5a")}${rect(279, 108, 163, 163, "#4c7df0")}${path("M568 66L692 281H444Z", "#ffcb3d")}</g>` + line("M200 190H292", "#1d1d24", 4) + text(238, 178, 30, "newsreader", "#1d1d24", "r", 'font-style="italic"') + text(360, 200, 32, "newsreader", "#1d1d24", "r√π", `${middle} font-style="italic"`) + text(568, 236, 30, "newsreader", "#1d1d24", "the same", `${middle} font-style="italic"`) + line("M60 330H660", "#1d1d24", 2) + text(60, 372, 28, "newsreader", "#1d1d24", "Three shapes. If we need a fourth, we start over.") + text(660, 60, 22, "dm-mono", "#8a8578", "proof 12, step 3", 'text-anchor="end"'));

show("show_abuelas", "Thumbnail", "Two stoves, one wall, the same pot: Dos Abuelas", 720, 405, "#fff", () =>
  rect(0, 0, 360, 405, "#e4572e") + rect(360, 0, 360, 405, "#17897b") + [[180, "#ffd166", 1], [540, "#f4a6c0", -1]].map(([x, c, f]) => J(5, (i) => rect(x - 170 + i * 72, 300, 66, 50, "rgba(255,255,255,.16)")) + rect(x - 150, 262, 300, 30, "#2b2b33", 'rx="8"') + path(`M${x - 92} 150H${x + 92}V234Q${x + 92} 262 ${x + 62} 262H${x - 62}Q${x - 92} 262 ${x - 92} 234Z`, c, soft) + rect(x - 104, 138, 208, 20, "#fff7e6", 'rx="8"') + circle(x, 128, 13, "#fff7e6") + line(`M${x - 104} 190h-22M${x + 104} 190h22`, "#fff7e6", 12) + J(3, (i) => line(`M${x - 40 + i * 40} 108c${-14 * f} -20 ${14 * f} -32 0 -56`, "#fff", 8, 'opacity=".7"'))).join("") + J(10, (i) => rect(346, i * 42, 28, 38, i % 2 ? "#8c5a3c" : "#a36a47")) + circle(360, 202, 50, "#fff7e6", soft) + line("M360 202V168M360 202L384 214", "#2b2b33", 6) + text(180, 386, 54, "chewy", "#fff7e6", "Dos", middle) + text(540, 386, 54, "chewy", "#fff7e6", "Abuelas", middle));

show("show_mall", "Title frame", "A dry fountain in an empty pink mall, one escalator stopped", 720, 405, "#e7b7c8", () =>
  path("M0 0H720L470 150H250Z", "#f7dbe3") + path("M0 405L250 240H470L720 405Z", "#b98aa5") + path("M0 0L250 150V240L0 405Z", "#9fc6c4") + path("M720 0L470 150V240L720 405Z", "#8fb6bd") + rect(250, 150, 220, 90, "#5d4a6b") + J(4, (i) => path(`M${30 + i * 54} ${64 + i * 20}L${70 + i * 50} ${82 + i * 18}V${300 - i * 24}L${30 + i * 54} ${326 - i * 28}Z`, "#6f9c9e") + path(`M${690 - i * 54} ${64 + i * 20}L${650 - i * 50} ${82 + i * 18}V${300 - i * 24}L${690 - i * 54} ${326 - i * 28}Z`, "#5f8890")) + J(5, (i) => line(`M${360 + (i - 2) * 90} 405L${360 + (i - 2) * 40} 240`, "rgba(255,255,255,.35)", 3)) + `<ellipse cx="360" cy="322" rx="150" ry="40" fill="#7a5c78"/><ellipse cx="360" cy="314" rx="150" ry="38" fill="#f3e6ea"/><ellipse cx="360" cy="312" rx="122" ry="28" fill="#a9c9cf"/>` + rect(350, 236, 20, 76, "#f3e6ea") + `<ellipse cx="360" cy="240" rx="52" ry="12" fill="#f3e6ea"/>` + J(4, (i) => path(`M${150 + i * 130} 330v-46q-22 -14 -6 -44q4 26 6 26q2 -20 12 -34q6 34 -8 52v46Z`, "#4d7a58")) + text(360, 86, 54, "monoton", "#b5247a", "DEAD MALL", middle) + text(360, 128, 34, "monoton", "#6b4fa0", "TOURS", middle));

show("show_hut", "Title frame", "A parent and a child turn around on a dotted path below a peak", 720, 405, "#cfe4f2", () =>
  circle(120, 96, 40, "#fff6cf") + path("M160 405L420 60L520 190L580 130L760 405Z", "#8fa9c2") + path("M352 150L420 60L474 130L446 120L424 150L398 126Z", "#fff") + path("M-20 405Q200 240 420 320T740 270V420H-20Z", "#5f9b6d") + path("M-20 405Q260 330 740 360V420H-20Z", "#3f7a52") + line("M40 400C140 360 210 372 300 344S420 300 440 272", "#fff6dc", 6, 'stroke-dasharray="2 15"') + line("M440 272c40 -24 60 10 34 26c-30 18 -70 30 -110 62", "#e4572e", 6) + path("M372 344l-16 26l32 -6Z", "#e4572e") + group("translate(300 282)", rect(0, 18, 30, 46, "#e4572e", 'rx="10"') + circle(15, 6, 14, "#f1c9a5") + rect(-10, 22, 14, 32, "#3b4a5a", 'rx="6"') + line("M8 64v20M22 64v20", "#31404f", 8)) + group("translate(346 312)", rect(0, 14, 22, 32, "#ffd166", 'rx="8"') + circle(11, 4, 11, "#f1c9a5") + line("M6 46v14M16 46v14", "#31404f", 6)) + text(560, 56, 42, "lora", "#24415c", "Hut to Hut", `${middle} font-weight="700"`) + text(560, 86, 21, "lora", "#41617e", "day 4: we turned around", `${middle} font-style="italic"`));
