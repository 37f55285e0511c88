import { randomUUID } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Upload } from "tus-js-client";
import { paths } from "../app/paths.ts";

// Sends one video per session cookie, all of them concurrently, as fast as the server reads.

const [origin = "", how = "", file = "", ...cookies] = process.argv.slice(2);
const headersOf = (cookie: string) => ({ Cookie: cookie, Origin: origin, "Sec-Fetch-Site": "same-origin" });
const fields = () => ({ intent: "file", key: randomUUID(), title: "A long film", part: "" });

async function post(cookie: string, body: FormData | URLSearchParams): Promise<void> {
  const address = origin + paths.newSample();
  const { status } = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: headersOf(cookie),
    body,
  });
  if (status !== 303) throw new Error(`An upload was answered with ${status}`);
}

/** Sends the form of a page without script. */
async function sendForm(cookie: string): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields())) form.append(name, value);
  form.append("file", await openAsBlob(file, { type: "video/mp4" }), "film.mp4");
  await post(cookie, form);
}

/** Sends what a page with script sends: requests of 8 MB, then a form that names the upload. */
async function sendResumable(cookie: string): Promise<void> {
  const address = await new Promise<string>((done, failed) => {
    const upload = new Upload(createReadStream(file), {
      endpoint: origin + paths.uploads(),
      chunkSize: 8 * 2 ** 20,
      headers: headersOf(cookie),
      onError: failed,
      onSuccess: () => done(upload.url ?? ""),
    });
    upload.start();
  });
  await post(cookie, new URLSearchParams({ ...fields(), upload: address.split("/").at(-1) ?? "" }));
}

await Promise.all(cookies.map(how === "form" ? sendForm : sendResumable));
