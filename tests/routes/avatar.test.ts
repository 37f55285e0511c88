import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pictureFormats } from "~/features/media/media";
import { avatarTooLarge } from "~/features/profiles/components/avatar-form";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as, type Visitor } from "../support/request";
import { animated } from "../support/sample-files";
import { fillIn, press, type Submission, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
let png: Buffer;
let animation: Buffer;
let form: Submission;
beforeAll(async () => {
  app = await startApp();
  png = await sharp({ create: { width: 500, height: 300, channels: 3, background: "#e01010" } })
    .png()
    .toBuffer();
  animation = await animated.gif(2);
  const page = await as(await makeCreator()).get(paths.avatar());
  form = fillIn(page, "Save picture", { Picture: fileOf(png) });
});
afterAll(() => app.stop());

const boundary = "a-boundary";
const megabyte = 1024 * 1024;

const fileOf = (content: Buffer | string) =>
  new File([Uint8Array.from(Buffer.from(content))], "me.png", { type: "image/png" });

function upload(visitor: Visitor, files: (Buffer | string)[]) {
  const fields = form.fields.flatMap(([name]) => files.map((file): [string, File] => [name, fileOf(file)]));
  return send(visitor, { ...form, fields });
}

const avatarOf = async (person: Person) =>
  (await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).avatarUrl;

describe("a picture", () => {
  test("of a creator is saved, shown, revalidated on each request from a member, and removed", async () => {
    const person = await makeCreator();
    const visitor = as(person);
    const saved = await press(visitor, paths.avatar(), "Save picture", { Picture: fileOf(png) });
    expect(saved).toMatchObject({ status: 303, location: paths.editProfile() });
    const url = await avatarOf(person);
    const page = await visitor.get(paths.avatar());
    expect(page.html).toContain(`${url}-320.webp`);

    const guest = await as(null).get(`${url}-96.webp`);
    expect([guest.status, guest.headers["cache-control"]]).toEqual([404, "private, no-store"]);
    const other = as(await makeCreator());
    const file = await other.get(`${url}-96.webp`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    });
    const again = { headers: { "If-None-Match": String(file.headers.etag) } };
    expect((await other.send("GET", `${url}-96.webp`, again)).status).toBe(304);
    expect((await as(null).send("GET", `${url}-96.webp`, again)).status).toBe(404);
    expect(file.headers["content-security-policy"]).toBe(
      "frame-ancestors 'self'; default-src 'none'; sandbox",
    );
    const head = await other.send("HEAD", `${url}-96.avif`);
    expect(head).toMatchObject({ status: 200, html: "" });
    expect(head.headers["content-type"]).toBe("image/avif");

    expect((await press(visitor, page, "Remove picture")).location).toBe(paths.editProfile());
    expect(await avatarOf(person)).toBeNull();
    expect((await other.get(`${url}-96.webp`)).status).toBe(404);
  });

  test("of an approved contributor is public; any other contributor's is visible only to members", async () => {
    for (const [status, expected] of [
      ["approved", [200, "public, max-age=86400, s-maxage=60"]],
      ["pending", [404, "private, no-store"]],
    ] as const) {
      const person = await makeContributor({ status });
      await press(as(person), paths.avatar(), "Save picture", { Picture: fileOf(png) });
      const file = await as(null).get(`${await avatarOf(person)}-96.webp`);
      expect([file.status, file.headers["cache-control"]]).toEqual(expected);
    }
  });

  test.each<[string, () => (Buffer | string)[], number, string]>([
    ["no file", () => [], 400, "Please choose a picture."],
    ["an empty file", () => [""], 422, "This file is empty."],
    ["two files", () => [png, png], 400, "Please choose just one picture."],
    [
      "a drawing that could contain script",
      () => ["<svg xmlns='http://www.w3.org/2000/svg'/>"],
      422,
      `We can't show pictures in SVG format. Please export this one as a ${pictureFormats}.`,
    ],
    ["an animated GIF", () => [animation], 422, "We'd keep only the first frame of this animation."],
    [
      "a program",
      () => [Buffer.from("4d5a90000300000004000000ffff0000", "hex")],
      422,
      `This isn't a picture (${pictureFormats}).`,
    ],
    [
      "half a picture",
      () => [png.subarray(0, png.length / 2)],
      422,
      "We can't read this picture. It may be damaged or incomplete.",
    ],
    ["a few bytes too many", () => [Buffer.alloc(8 * megabyte + 1)], 413, avatarTooLarge],
    ["many bytes too many", () => [Buffer.alloc(20 * megabyte)], 413, avatarTooLarge],
  ])("is refused with an explanation: %s", async (_what, files, status, words) => {
    const person = await makeCreator();
    const page = await upload(as(person), files());
    expect(page.status).toBe(status);
    expect(page.text).toContain(words);
    expect(await avatarOf(person)).toBeNull();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("matchcut-upload-"))).toEqual([]);
  });

  test("is refused if it comes from a guest or another site, or in another body format", async () => {
    expect((await upload(as(null), [png])).status).toBe(401);
    expect((await as(null).get(paths.avatar())).location).toContain("/login?redirectTo=");
    const person = await makeCreator();
    for (const site of ["cross-site", undefined])
      expect((await upload(as(person, { "Sec-Fetch-Site": site }), [png])).status).toBe(403);
    expect((await as(person).post(paths.avatar(), {})).status).toBe(400);
    const json = await as(person).send("POST", paths.avatar(), {
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
    const cut = await as(person).send("POST", paths.avatar(), {
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nabc`,
    });
    expect(cut.status).toBe(400);
    expect(await avatarOf(person)).toBeNull();
  });
});

test.each([
  "/files/",
  "/files/avatars/x-96.webp",
  `/files/avatars/${"a".repeat(24)}-96.webp`,
  `/files/avatars/${"a".repeat(24)}-97.webp`,
  "/files/avatars/..%2f..%2fetc%2fpasswd",
  "/files/%2e%2e/%2e%2e/package.json",
])("%s isn't found", async (path) => {
  expect((await as(null).get(path)).status).toBe(404);
});

test("a path with a NUL is refused", async () => {
  expect((await as(null).get("/files/avatars/%00")).status).toBe(400);
});
