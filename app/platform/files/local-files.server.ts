import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { contentTypeOf, type FileBody, type FilesSide } from "./files-side.server";

export function localFiles(folder: string): FilesSide {
  const pathOf = (key: string) => {
    contentTypeOf(key);
    return join(folder, key);
  };
  return {
    async put(key, body) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Renamed once complete, so that nobody reads half a file.
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        await write(unfinished, body);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(key) {
      const contentType = contentTypeOf(key);
      const file = await open(pathOf(key)).catch(nullIfAbsent);
      if (!file) return null;
      const { size } = await file.stat();
      return { stream: file.createReadStream(), bytes: size, contentType };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function write(path: string, body: FileBody): Promise<void> {
  if (body instanceof Uint8Array) return writeFile(path, body, { flag: "wx" });
  await writeFile(path, body.stream, { flag: "wx" });
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
