import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Faker } from "@faker-js/faker";
import type pg from "pg";
import sharp from "sharp";
import { type Attachment, pdfOf } from "./attachments.ts";
import { type DrawingKind, draw, filmFrame, filmPalettes, frame, kindFor } from "./drawings.ts";
import { insertRows, type Row } from "./insert.ts";
import { makeVideo } from "./videos.ts";

const widths = [360, 720];
/** Encoding takes time, so people share drawings. */
const drawingsOfKind = 4;
const frames = { count: 24, perSecond: 8, width: 480, height: 270 };

const titles: Record<string, string[]> = {
  "Video Editor": [
    "Cold open, season two",
    "Trailer: the long road",
    "Episode 14, rough to final",
    "A day in forty cuts",
  ],
  "Thumbnail Designer": ["Before and after", "Twelve faces, one look", "The one that doubled clicks"],
  "Podcast Editor": ["Episode 31, cleaned and mixed", "Intro and stings", "Two rooms, one conversation"],
  Writer: ["Script: why rivers bend", "Newsletter, issue 40", "A pilot in nine pages"],
};
const otherTitles = [
  "Series identity",
  "Launch week",
  "Pitch that was bought",
  "Season recap",
  "Concept frames",
];
const parts = [
  "All of it",
  "Edit and color",
  "Concept and design",
  "With the host, from the first draft",
  "",
];

interface Encoded {
  files: { suffix: string; body: Uint8Array }[];
  bytes: number;
}

async function encode(drawing: string): Promise<Encoded> {
  const files: Encoded["files"] = [];
  for (const width of widths) {
    const scaled = sharp(Buffer.from(drawing)).resize(width);
    files.push(
      { suffix: `-${width}.avif`, body: await scaled.clone().avif({ quality: 50, effort: 0 }).toBuffer() },
      { suffix: `-${width}.webp`, body: await scaled.clone().webp({ quality: 72 }).toBuffer() },
    );
  }
  return { files, bytes: files.reduce((sum, { body }) => sum + body.length, 0) };
}

interface Film {
  video: Encoded;
  still: Encoded;
}

async function film(colors: readonly string[]): Promise<Film> {
  const { count, perSecond, width, height } = frames;
  const drawn = Array.from({ length: count }, (_, at) => filmFrame(at / (count - 1), colors));
  const pictures = await Promise.all(
    drawn.map((one) =>
      sharp(Buffer.from(one))
        .resize(width, height)
        .webp({ quality: 45, alphaQuality: 0 })
        .removeAlpha()
        .toBuffer(),
    ),
  );
  const body = await makeVideo(pictures, { width, height, framesPerSecond: perSecond });
  return {
    video: { files: [{ suffix: ".webm", body }], bytes: body.length },
    still: await encode(drawn[8] ?? ""),
  };
}

/** Stores media and samples the way the product does. */
class Works {
  readonly media: Row[] = [];
  readonly samples: Row[] = [];
  readonly #folder: string;
  readonly #faker: Faker;
  constructor(folder: string, faker: Faker) {
    this.#folder = folder;
    this.#faker = faker;
  }

  async store(ownerId: string, encoded: Encoded, row: Row): Promise<string> {
    const id = this.#faker.string.uuid();
    const fileKey = `media/${randomBytes(18).toString("hex")}`;
    for (const { suffix, body } of encoded.files) await writeFile(join(this.#folder, fileKey + suffix), body);
    const plain = { ending: "", width: 0, height: 0, widths: [], milliseconds: 0, name: "" };
    this.media.push({ id, owner_id: ownerId, file_key: fileKey, bytes: encoded.bytes, ...plain, ...row });
    return id;
  }

  async picture(ownerId: string, drawing: Encoded): Promise<Row> {
    return { kind: "image", media_id: await this.store(ownerId, drawing, image), still_id: null, url: null };
  }

  async film(ownerId: string, films: readonly Film[]): Promise<Row> {
    const shot = this.#faker.helpers.arrayElement(films);
    return {
      kind: "video",
      media_id: await this.store(ownerId, shot.video, video),
      still_id: await this.store(ownerId, shot.still, image),
      url: null,
    };
  }
}

const pdf = { kind: "pdf", ending: "pdf" };
const link = { kind: "link", media_id: null, still_id: null, url: "https://portfolio.example.com/work" };
const image = { kind: "image", ...frame, widths };
const video = {
  kind: "video",
  ending: "webm",
  width: frames.width,
  height: frames.height,
  milliseconds: (1_000 * frames.count) / frames.perSecond,
  name: "film.webm",
};

function encodedPdf(lines: readonly string[]): Encoded {
  const body = pdfOf(lines);
  return { files: [{ suffix: ".pdf", body }], bytes: body.length };
}

/** Returns a function that draws something for a service. */
function drawingsBy(faker: Faker): (service: string) => Promise<Encoded> {
  const drawn = new Map<DrawingKind, Encoded[]>();
  return async (service) => {
    const kind = kindFor(faker, service);
    const pool = drawn.get(kind) ?? [];
    drawn.set(kind, pool);
    if (pool.length === drawingsOfKind) return faker.helpers.arrayElement(pool);
    const drawing = await encode(draw(faker, kind));
    pool.push(drawing);
    return drawing;
  };
}

/**
 * Gives three to eight samples to every third contributor and to those who are named, and stores messages' files.
 * `filesFolder` is the file store's folder.
 */
export async function addWorks(
  client: pg.Client,
  faker: Faker,
  filesFolder: string,
  { named, attachments }: { named: readonly string[]; attachments: readonly Attachment[] },
): Promise<void> {
  await mkdir(join(filesFolder, "media"), { recursive: true });
  const { rows: people } = await client.query<{ id: string; services: { id: number; name: string }[] }>(
    `SELECT id, services FROM (
       SELECT p.id, (SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.id)
                       FROM contributor_services c JOIN services s ON s.id = c.service_id
                      WHERE c.contributor_id = p.id) AS services,
              row_number() OVER (ORDER BY p.created_at, p.id) AS number
         FROM profiles p WHERE p.user_type = 'contributor') counted
      WHERE services IS NOT NULL AND (number % 3 = 0 OR id = ANY ($1))`,
    [named],
  );
  const films = await Promise.all(filmPalettes.map(film));
  const drawings = drawingsBy(faker);
  const works = new Works(filesFolder, faker);
  for (const { id, services } of people) {
    const chosen = faker.helpers.arrayElements(services, 3);
    const own = chosen.flatMap(({ name }) => titles[name] ?? []);
    const names = [...faker.helpers.shuffle(own), ...faker.helpers.shuffle(otherTitles)];
    const count = Math.min(names.length, faker.number.int({ min: 3, max: 8 }));
    for (const [position, title] of names.slice(0, count).entries()) {
      const service = chosen[position % chosen.length];
      const isLink = position === 2;
      const isFilm = position > 0 && /Video/.test(service?.name ?? "");
      const content = isLink
        ? link
        : isFilm
          ? await works.film(id, films)
          : await works.picture(id, await drawings(service?.name ?? ""));
      works.samples.push({
        profile_id: id,
        position: position + 1,
        title,
        part: faker.helpers.arrayElement(parts),
        service_id: service?.id ?? null,
        made_on: faker.date.past({ years: 2 }).toISOString().slice(0, 10),
        is_cover: position === 0,
        ...content,
      });
    }
  }
  const attached = [];
  for (const { messageId, ownerId, file } of attachments) {
    const isPdf = "lines" in file;
    const encoded = isPdf ? encodedPdf(file.lines) : await drawings(file.service);
    const mediaId = await works.store(ownerId, encoded, { ...(isPdf ? pdf : image), name: file.name });
    attached.push({ message: messageId, media: mediaId });
  }
  await insertRows(client, "media", works.media);
  await client.query(
    `UPDATE messages m SET media_id = a.media
       FROM json_to_recordset($1::json) AS a (message uuid, media uuid) WHERE m.id = a.message`,
    [JSON.stringify(attached)],
  );
  await insertRows(client, "work_samples", works.samples);
}
