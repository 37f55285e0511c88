import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { listFilesOf } from "~/features/media/forgetting.server";
import { avatarFileOf } from "~/features/profiles/forgetting.server";
import { files } from "~/platform/files/files.server";
import { streamRows } from "~/platform/row-stream.server";
import { answers, type Exported } from "./answers";

const readMe = `This is everything that Matchcut has stored about you, except secrets such as your password.

Each .json file is a list: a row for each thing, as it is stored. Times are in UTC. Messages include those that you
received. 'files' has your pictures, videos and documents; their names and ids are in files.json.
`;

/** One after another, each opened when its turn comes: a ZIP of everything about a person, as a stream. */
export async function packEverything(userId: string): Promise<Readable> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(readMe), "README.txt");
  for (const [table, { exported }] of Object.entries(answers)) {
    if (typeof exported === "string") continue;
    add(zip, `${exported.as}.json`, async () => Readable.from(jsonOf(table, exported, userId)));
  }
  const avatar = await avatarFileOf(userId);
  const kept = await listFilesOf(userId);
  // Pictures and videos are packed already.
  for (const { key, name } of [...(avatar ? [{ key: avatar, name: "avatar.webp" }] : []), ...kept])
    add(zip, `files/${name}`, async () => (await files.read(key))?.stream ?? Readable.from([]), false);
  zip.end();
  return zip.outputStream as Readable;
}

/** What fails while it is read breaks the whole off: a part must not be taken for everything. */
function add(zip: ZipFile, name: string, open: () => Promise<Readable>, compress = true): void {
  zip.addReadStreamLazy(name, { compress }, (done) => {
    open().then(
      (stream) => {
        stream.once("error", (error) => (zip.outputStream as Readable).destroy(error));
        done(null, stream);
      },
      (error: Error) => (zip.outputStream as Readable).destroy(error),
    );
  });
}

async function* jsonOf(table: string, exported: Exported, userId: string): AsyncGenerator<string> {
  let before = "[\n";
  for await (const { row } of streamRows<{ row: string }>(rowsOf(table, exported), [userId])) {
    yield before + row;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** SELECT: `row`, as JSON text. */
export function rowsOf(table: string, { of, row, without = [] }: Exported): string {
  const columns = without.map((column) => `'${column}'`).join(", ");
  const whole = `to_jsonb(t) - ARRAY[${columns}]::text[]`;
  return `SELECT (${row ?? whole})::text AS row FROM ${table} t WHERE ${of.replaceAll("$1", "$1::uuid")}`;
}
