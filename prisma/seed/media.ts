import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Row } from "./insert.ts";
import { pdfOf } from "./pdf.ts";
import { idOf, personId, type Rows } from "./rows.ts";
import type { AttachedFile, Picture } from "./world.ts";

const folder = new URL("./media/", import.meta.url);

/** The product's file store, on disk or in a bucket. */
export interface FileStore {
  put(key: string, body: Uint8Array): Promise<void>;
}

/** How many files are written at the same time. A bucket takes too long for one after another. */
const atATime = 16;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Turns 'Headwaters, episode 1' into 'Headwaters-episode-1', as a person might name the file. */
const fileNameOf = (title: string) =>
  title
    .normalize("NFD")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-|-$/g, "");

interface Shown {
  title: string;
  at: Date;
  /** Tells apart two uses of a picture by the same person. */
  use?: string;
}

const plain = { ending: "", width: 0, height: 0, widths: [], milliseconds: 0, peaks: [], tone: null };

/**
 * Adds media the way uploads leave it. Pictures exist only as AVIF. The product makes a picture's WebP files
 * when a browser first asks for them.
 */
export class Media {
  readonly #files: { key: string; body: Uint8Array }[] = [];
  readonly #names = readdirSync(folder);

  constructor(
    private readonly rows: Rows,
    private readonly pictures: ReadonlyMap<string, Picture>,
  ) {}

  #find(id: string): Picture {
    const picture = this.pictures.get(id);
    if (!picture) throw new Error(`There's no picture called ${id}.`);
    return picture;
  }

  /** @param files the files, by the part of their names that follows the key */
  #add(owner: string, use: string, files: Record<string, Uint8Array>, row: Row, at: Date): string {
    const fileKey = `media/${digest(`${owner} ${use}`).toString("hex").slice(0, 36)}`;
    for (const [suffix, body] of Object.entries(files)) this.#files.push({ key: fileKey + suffix, body });
    const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    const id = idOf("media", owner, use);
    const stored = { id, owner_id: personId(owner), file_key: fileKey, bytes, created_at: at };
    this.rows.add("media", { ...stored, ...plain, ...row });
    return id;
  }

  kindOf(id: string): Picture["kind"] {
    return this.#find(id).kind;
  }

  /** @returns the URL of a profile picture, without size and type */
  portrait(id: string): string {
    const base = `avatars/${digest(id).subarray(0, 18).toString("base64url")}`;
    const own = this.#names.filter((name) => name.replace(/-\d+\.\w+$/, "") === id);
    for (const name of own)
      this.#files.push({ key: base + name.slice(id.length), body: readFileSync(new URL(name, folder)) });
    return `/files/${base}`;
  }

  picture(owner: string, id: string, { title, at, use = "" }: Shown): string {
    const { width, height, widths, tone } = this.#find(id);
    const files = Object.fromEntries(
      widths.map((pixels) => [`-${pixels}.avif`, readFileSync(new URL(`${id}-${pixels}.avif`, folder))]),
    );
    const row = { kind: "image", width, height, widths, tone, name: `${fileNameOf(title)}.jpg` };
    return this.#add(owner, id + use, files, row, at);
  }

  video(owner: string, id: string, { title, at }: Shown): string {
    const { file = "", fileWidth = 0, fileHeight = 0, seconds = 0 } = this.#find(id);
    const ending = file.split(".").at(-1) ?? "";
    const size = { width: fileWidth, height: fileHeight, milliseconds: Math.round(seconds * 1_000) };
    const row = { kind: "video", ending, ...size, name: `${fileNameOf(title)}.${ending}` };
    return this.#add(owner, file, { [`.${ending}`]: readFileSync(new URL(file, folder)) }, row, at);
  }

  sound(owner: string, id: string, { title, at }: Shown): string {
    const { file = "", seconds = 0, peaks = [] } = this.#find(id);
    const ending = file.split(".").at(-1) ?? "";
    const name = `${fileNameOf(title)}.${ending}`;
    const row = { kind: "audio", ending, milliseconds: Math.round(seconds * 1_000), peaks, name };
    return this.#add(owner, file, { [`.${ending}`]: readFileSync(new URL(file, folder)) }, row, at);
  }

  /** A message's file. */
  attachment(owner: string, file: AttachedFile, at: Date): string {
    if (file.type === "picture") {
      const title = file.name.replace(/\.\w+$/, "");
      return this.picture(owner, file.picture, { title, at, use: ", sent" });
    }
    const row = { kind: "pdf", ending: "pdf", name: file.name };
    return this.#add(owner, file.name, { ".pdf": pdfOf(file.pages) }, row, at);
  }

  /** Writing a file again replaces it. */
  async write(store: FileStore): Promise<void> {
    for (let from = 0; from < this.#files.length; from += atATime)
      await Promise.all(this.#files.slice(from, from + atATime).map(({ key, body }) => store.put(key, body)));
  }
}
