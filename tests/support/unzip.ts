import { inflateRawSync } from "node:zlib";

/**
 * Reads the entries of a ZIP from its central directory, which has the final sizes. It shares no code with the library
 * that makes the ZIP.
 */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from("PK\u0005\u0006")) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const name = zip.subarray(at + 46, at + 46 + (nameBytes ?? 0)).toString();
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + packed);
    entries.set(name, method === 8 ? inflateRawSync(data) : Buffer.from(data));
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}
