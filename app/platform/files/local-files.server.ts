import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { link, mkdir, open, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { contentTypeOf, type FileBody, type FilesPort } from "./files-port.server";

/** The name of a file left by a process that was killed while writing. */
const unfinishedPattern = /^([a-z]+\/[^/]+)\.[a-f0-9-]{36}\.part$/;

export function localFiles(folder: string): FilesPort {
  const pathOf = (key: string) => {
    contentTypeOf(key);
    return join(folder, key);
  };
  return {
    async put(key, body) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // The file is renamed once it's complete, so that no one reads half of it.
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        await write(unfinished, body);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      const contentType = contentTypeOf(key);
      const file = await open(pathOf(key)).catch(nullIfAbsent);
      if (!file) return null;
      const { size } = await file.stat();
      const part = range && { start: range.first, end: range.last };
      return { stream: file.createReadStream(part), bytes: size, contentType };
    },
    async sizeOf(key) {
      return (await stat(pathOf(key)).catch(nullIfAbsent<Stats>))?.size ?? null;
    },
    async copy(from, to) {
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true });
      await link(pathOf(from), path);
    },
    async remove(key) {
      contentTypeOf(unfinishedPattern.exec(key)?.[1] ?? key);
      await rm(join(folder, key), { force: true });
    },
    async *list(name) {
      const entries = await opendir(join(folder, name)).catch(nullIfAbsent);
      for await (const entry of entries ?? []) {
        const stats = await stat(join(folder, name, entry.name)).catch(nullIfAbsent<Stats>);
        if (stats?.isFile()) yield [{ key: `${name}/${entry.name}`, changedAt: stats.mtime }];
      }
    },
  };
}

async function write(path: string, body: FileBody): Promise<void> {
  if (body instanceof Uint8Array) return writeFile(path, body, { flag: "wx" });
  await writeFile(path, body.stream, { flag: "wx" });
}

function nullIfAbsent<_Found>(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
