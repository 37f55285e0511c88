import type { Faker } from "@faker-js/faker";

/** 16:9. The drawings have no letters, because we can't rely on any font. */
export const frame = { width: 720, height: 405 };

const palettes = [
  ["#1b2a41", "#cc3311", "#f4e9d8", "#e0a030"],
  ["#20302a", "#2f8f6b", "#f2efe4", "#e8c547"],
  ["#2b1a3d", "#8f4fb8", "#f7eefc", "#f2a65a"],
  ["#10212b", "#2b7aa8", "#e8f1f5", "#f05d23"],
  ["#3a1414", "#a8322b", "#fbeee6", "#3f7d8c"],
  ["#14213d", "#fca311", "#f5f5f5", "#5c677d"],
];

type Colors = readonly string[];
type Drawing = (faker: Faker, colors: Colors) => string;

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 405" width="720" height="405">${content}</svg>`;
const rect = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
const times = (count: number, draw: (position: number) => string) =>
  Array.from({ length: count }, (_, position) => draw(position)).join("");

/** Hills under a sun: the first frame of a film. */
const landscape: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) => {
  const hill = (base: number, fill: string, opacity: number) => {
    const points = times(9, (at) => `${at * 90},${base - faker.number.int({ min: 0, max: 90 })} `);
    return `<polygon points="0,405 ${points} 720,405" fill="${fill}" opacity="${opacity}"/>`;
  };
  const sun = faker.number.int({ min: 150, max: 560 });
  return svg(
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${dark}"/><stop offset="1" stop-color="${warm}"/></linearGradient></defs>` +
      rect(0, 0, 720, 405, "url(#s)") +
      `<circle cx="${sun}" cy="190" r="58" fill="${light}" opacity=".9"/>` +
      hill(300, strong, 0.55) +
      hill(340, strong, 0.85) +
      hill(390, dark, 1),
  );
};

/** A face, an arrow and a bar, as thumbnails often have. */
const thumbnail: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) => {
  const side = faker.datatype.boolean() ? 520 : 190;
  return svg(
    rect(0, 0, 720, 405, strong) +
      `<polygon points="0,0 430,0 330,405 0,405" fill="${dark}"/>` +
      `<circle cx="${side}" cy="170" r="92" fill="${light}"/><path d="M${side - 150} 405a150 150 0 0 1 300 0z" fill="${light}"/>` +
      times(3, (at) =>
        rect(720 - side - 120, 90 + at * 62, 220 - at * 40, 36, at === 1 ? warm : light, 'rx="6"'),
      ),
  );
};

/** Eight shots of a scene. */
const storyboard: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) =>
  svg(
    rect(0, 0, 720, 405, light) +
      times(8, (at) => {
        const [x, y] = [24 + (at % 4) * 172, 40 + Math.floor(at / 4) * 176];
        const horizon = faker.number.int({ min: 40, max: 80 });
        const figure = faker.number.int({ min: 20, max: 120 });
        return (
          rect(x, y, 156, 104, faker.helpers.arrayElement([strong, warm, dark])) +
          rect(x, y + horizon, 156, 104 - horizon, dark, 'opacity=".5"') +
          `<circle cx="${x + figure}" cy="${y + 56}" r="16" fill="${light}"/>` +
          rect(x, y + 116, 120, 7, dark, 'opacity=".3"') +
          rect(x, y + 130, 84, 7, dark, 'opacity=".3"')
        );
      }),
  );

/** The waveform of an episode. */
const waveform: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) =>
  svg(
    rect(0, 0, 720, 405, dark) +
      times(72, (at) => {
        const height = Math.round(
          (20 + 150 * Math.abs(Math.sin(at / 6))) * faker.number.float({ min: 0.4, max: 1 }),
        );
        return rect(10 + at * 9.7, 202 - height / 2, 6, height, at < 30 ? warm : strong, 'rx="3"');
      }) +
      rect(300, 60, 2, 285, light),
  );

/** A set of shapes for a logo and its variants. */
const identity: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) => {
  const shape = (x: number, y: number, size: number, fill: string) =>
    faker.helpers.arrayElement([
      `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}"/>`,
      rect(x - size, y - size, size * 2, size * 2, fill, `rx="${size / 4}"`),
      `<polygon points="${x},${y - size} ${x + size},${y + size} ${x - size},${y + size}" fill="${fill}"/>`,
    ]);
  return svg(
    rect(0, 0, 720, 405, light) +
      rect(0, 0, 400, 405, strong) +
      shape(200, 202, 96, light) +
      shape(200, 202, 44, dark) +
      times(4, (at) => rect(440, 60 + at * 76, 56, 56, [dark, strong, warm, "#888"][at] ?? dark, 'rx="8"')) +
      times(4, (at) => shape(600, 88 + at * 76, 22, at % 2 ? strong : dark)),
  );
};

/** Lines of a script. */
const page: Drawing = (faker, [dark = "", strong = "", light = "", warm = ""]) =>
  svg(
    rect(0, 0, 720, 405, warm) +
      rect(190, 24, 340, 405, light, 'rx="6"') +
      rect(226, 62, 170, 16, strong) +
      times(13, (at) =>
        rect(
          at % 4 === 0 ? 290 : 226,
          100 + at * 22,
          faker.number.int({ min: 120, max: 260 }),
          8,
          dark,
          'opacity=".55"',
        ),
      ),
  );

const drawings = { landscape, thumbnail, storyboard, waveform, identity, page };
export type DrawingKind = keyof typeof drawings;

/** Services that aren't listed get any kind. */
const kindsOfService: Record<string, DrawingKind[]> = {
  "Video Editor": ["landscape", "storyboard"],
  Videographer: ["landscape"],
  "Thumbnail Designer": ["thumbnail"],
  "Podcast Editor": ["waveform"],
  "Audio Engineer": ["waveform"],
  Writer: ["page"],
  Scriptwriter: ["page", "storyboard"],
  "Graphic Designer": ["identity", "thumbnail"],
  "Brand Designer": ["identity"],
};

export function kindFor(faker: Faker, service: string): DrawingKind {
  return faker.helpers.arrayElement(kindsOfService[service] ?? (Object.keys(drawings) as DrawingKind[]));
}

/** Draws an SVG that could be someone's work. */
export function draw(faker: Faker, kind: DrawingKind): string {
  return drawings[kind](faker, faker.helpers.arrayElement(palettes));
}

/** One frame of a short film, in which the sun sets behind hills. `part` is from 0 to 1. */
export function filmFrame(part: number, colors: Colors): string {
  const [dark = "", strong = "", light = "", warm = ""] = colors;
  const hill = (base: number, shift: number, fill: string) =>
    `<polygon points="0,405 ${times(12, (at) => `${at * 90 - shift},${base - (at % 3) * 34} `)} 990,405" fill="${fill}"/>`;
  return svg(
    rect(0, 0, 720, 405, part < 0.6 ? warm : strong) +
      `<circle cx="${180 + part * 340}" cy="${110 + part * 190}" r="60" fill="${light}"/>` +
      hill(320, part * 160, strong) +
      hill(380, part * 320, dark),
  );
}

export const filmPalettes: Colors[] = palettes.slice(0, 3);
