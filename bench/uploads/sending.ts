import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import sharp from "sharp";
import { paths } from "../../app/paths.ts";
import { makeVideo } from "../../prisma/seed/videos.ts";

const boundary = "bench-boundary";
const piece = Buffer.alloc(64 * 1024);

/** Of a real video that is as long as asked: a box that players skip fills the rest. */
export async function videoHead(bytes: number): Promise<Buffer> {
  const frame = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#1030c0" } })
    .webp()
    .toBuffer();
  const frames = [frame, frame, frame, frame];
  const film = await makeVideo(frames, { width: 320, height: 180, framesPerSecond: 2, format: "mp4" });
  const filler = Buffer.alloc(16);
  filler.writeUInt32BE(1);
  filler.write("free", 4, "latin1");
  filler.writeBigUInt64BE(BigInt(bytes - film.length), 8);
  return Buffer.concat([film, filler]);
}

export interface Sent {
  status: number;
  location: string;
  ms: number;
}

/** As a page without script: an ordinary multipart form, written as fast as the server reads. */
export async function sendForm(origin: string, cookie: string, bytes: number): Promise<Sent> {
  const head = await videoHead(bytes);
  const fields = { intent: "file", key: randomUUID(), title: "A long film", part: "" };
  const before = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
    head,
  ]);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = before.length + (bytes - head.length) + after.length;
  return timed(
    request(origin + paths.newSample(), {
      method: "POST",
      headers: {
        ...browser(origin, cookie),
        "Content-Type": `multipart/form-data; boundary=${boundary}`,
        "Content-Length": length,
      },
    }),
    async (form) => {
      await write(form, before);
      await writeZeros(form, bytes - head.length);
      form.end(after);
    },
  );
}

const chunk = 8 * 2 ** 20;

/** As a page with script: in requests of 8 MB, then a form that names the upload. */
export async function sendResumable(origin: string, cookie: string, bytes: number): Promise<Sent> {
  const head = await videoHead(bytes);
  const started = performance.now();
  const tus = { ...browser(origin, cookie), "Tus-Resumable": "1.0.0" };
  const begun = await timed(
    request(origin + paths.uploads(), {
      method: "POST",
      headers: { ...tus, "Upload-Length": bytes, "Content-Length": 0 },
    }),
    async (begin) => void begin.end(),
  );
  if (begun.status !== 201) return begun;
  for (let offset = 0; offset < bytes; offset += chunk) {
    const size = Math.min(chunk, bytes - offset);
    const own = offset === 0 ? head : Buffer.alloc(0);
    const sent = await timed(
      request(origin + begun.location, {
        method: "PATCH",
        headers: {
          ...tus,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": offset,
          "Content-Length": size,
        },
      }),
      async (patch) => {
        await write(patch, own);
        await writeZeros(patch, size - own.length);
        patch.end();
      },
    );
    if (sent.status !== 204) return sent;
  }
  const upload = begun.location.split("/").at(-1) ?? "";
  const form = new URLSearchParams({
    intent: "file",
    key: randomUUID(),
    title: "A long film",
    part: "",
    upload,
  });
  const body = Buffer.from(form.toString());
  const made = await timed(
    request(origin + paths.newSample(), {
      method: "POST",
      headers: {
        ...browser(origin, cookie),
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": body.length,
      },
    }),
    async (last) => void last.end(body),
  );
  return { ...made, ms: performance.now() - started };
}

/** Reads a file to its end, keeping nothing. */
export async function download(address: string, cookie: string): Promise<{ bytes: number; ms: number }> {
  const started = performance.now();
  const asked = request(address, { headers: { Cookie: cookie } }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return { bytes, ms: performance.now() - started };
}

const browser = (origin: string, cookie: string) => ({
  Cookie: cookie,
  Origin: origin,
  "Sec-Fetch-Site": "same-origin",
});

async function timed(sent: ClientRequest, body: (sent: ClientRequest) => Promise<void>): Promise<Sent> {
  const started = performance.now();
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  // A server that refuses early closes the connection.
  body(sent).catch(() => {});
  const [response] = await answered;
  response.resume();
  await once(response, "end");
  const { statusCode = 0, headers } = response;
  return { status: statusCode, location: headers.location ?? "", ms: performance.now() - started };
}

async function write(sent: ClientRequest, data: Buffer): Promise<void> {
  if (data.length > 0 && !sent.write(data)) await once(sent, "drain");
}

async function writeZeros(sent: ClientRequest, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= piece.length)
    await write(sent, left < piece.length ? piece.subarray(0, left) : piece);
}
