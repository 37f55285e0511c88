import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as, type Reply } from "../support/request";
import { press } from "../support/submitting";

const assets = "https://assets.cdn.example";
const media = "https://media.cdn.example";
let app: Awaited<ReturnType<typeof startApp>>;
let editor: Person;
let creator: Person;
/** Paths of files: an avatar and a sample of the editor's, and a creator's avatar. */
let avatar: string;
let sample: string;
let creatorsAvatar: string;
beforeAll(async () => {
  app = await startApp({ env: { ASSETS_URL: `${assets}/`, MEDIA_URL: media } });
  [editor, creator] = [
    await makeContributor({ name: "Rafa Moor", services: ["Video Editor"] }),
    await makeCreator({ name: "Cleo Creator" }),
  ];
  const body = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#e01010" } })
    .png()
    .toBuffer();
  const picture = new File([Uint8Array.from(body)], "me.png", { type: "image/png" });
  for (const person of [editor, creator])
    await press(as(person), paths.avatar(), "Save picture", { Picture: picture });
  await press(as(editor), paths.newSample(), "Add to your work", {
    "Choose a file": picture,
    Title: "A poster",
    "What it shows": "Red",
  });
  const { mediaId } = await db.workSample.findFirstOrThrow({ where: { profileId: editor.userId } });
  sample = paths.media(mediaId ?? "", "360.webp");
  avatar = `${await avatarOf(editor)}-96.webp`;
  creatorsAvatar = `${await avatarOf(creator)}-96.webp`;
});
afterAll(() => app.stop());

const avatarOf = async ({ userId }: Person) =>
  (await db.profile.findUniqueOrThrow({ where: { id: userId } })).avatarUrl;

/** The URLs of the files that a page loads. */
const filesOf = ({ html }: Reply) =>
  [...html.matchAll(/\b(?:src|srcset|href)="([^"]*)"/gi)]
    .flatMap(([, text = ""]) => text.split(", "))
    .filter((one) => /\/(assets|media|files)\//.test(one));

describe("the CDN's origin", () => {
  test("is on every file in a guest's page", async () => {
    for (const path of [paths.home(), paths.contributors(), paths.profile(editor.userId)]) {
      const page = await as(null).get(path);
      const files = filesOf(page);
      expect(files.filter((one) => one.startsWith(`${assets}/assets/`)).length).toBeGreaterThan(0);
      expect(files.filter((one) => one.startsWith(`${media}/media/`)).length).toBeGreaterThan(0);
      if (path === paths.profile(editor.userId))
        expect(files.filter((one) => one.startsWith(`${media}/files/`)).length).toBeGreaterThan(0);
      expect(files.filter((one) => !one.startsWith(assets) && !one.startsWith(media))).toEqual([]);
    }
  });

  test("is on no file in a member's page, which may be private, nor in a page with script", async () => {
    for (const page of [
      await as(creator).get(paths.home()),
      await as(creator).get(paths.profile(editor.userId)),
      await as(null).get(paths.login()),
    ])
      expect(filesOf(page).filter((one) => !one.startsWith("/"))).toEqual([]);
  });

  test("is allowed by the policy for stylesheets, fonts, pictures and videos, but not for script", async () => {
    const { headers } = await as(null).get(paths.home());
    const policy = Object.fromEntries(
      String(headers["content-security-policy"])
        .split(";")
        .map((one) => [one.split(" ")[0], one]),
    );
    for (const [name, ...allowed] of [
      ["style-src", assets],
      ["font-src", assets],
      ["img-src", assets, media],
      ["media-src", media],
      ["script-src"],
      ["connect-src"],
      ["default-src"],
    ] as [string, ...string[]][])
      expect([name, [assets, media].filter((one) => policy[name]?.includes(one))]).toEqual([name, allowed]);
  });

  test("serves files that pages on another origin may use, except private ones", async () => {
    const { html } = await as(null).get(paths.home());
    const [font = ""] = /\/assets\/[\w-]+\.woff2/.exec(html) ?? [];
    expect((await as(null).get(font)).headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public,max-age=31536000,immutable",
    });
    for (const path of [avatar, sample])
      expect((await as(null).get(path)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect((await as(creator).get(creatorsAvatar)).headers["cross-origin-resource-policy"]).toBe(
      "same-origin",
    );
  });
});

describe("a CDN may keep", () => {
  const publicCache = "public, max-age=86400, s-maxage=60";
  const cachingOf = async (path: string, who: Person | null = null) => {
    const { status, headers } = await as(who).get(path);
    return [status, headers["cache-control"]];
  };

  test("public files for a minute, and then revalidates them with their ETag", async () => {
    for (const path of [avatar, sample]) {
      for (const who of [null, creator, editor])
        expect(await cachingOf(path, who)).toEqual([200, publicCache]);
      const { headers } = await as(null).get(path);
      const again = await as(null).get(path, { headers: { "If-None-Match": headers.etag } });
      expect([again.status, again.headers["cache-control"]]).toEqual([304, publicCache]);
    }
    expect(await cachingOf(creatorsAvatar)).toEqual([404, "private, no-store"]);
    expect(await cachingOf(creatorsAvatar, editor)).toEqual([200, "private, no-cache"]);
  });

  test.each([
    ["suspended", { suspendedAt: new Date() }, { suspendedAt: null }],
    ["hidden", { profileHiddenAt: new Date() }, { profileHiddenAt: null }],
    ["leaving", { leavesAt: new Date(Date.now() + 86_400_000) }, { leavesAt: null }],
  ])("no files of someone who's %s, no matter who asks", async (_, taken, back) => {
    await db.user.update({ where: { id: editor.userId }, data: taken });
    for (const path of [avatar, sample]) {
      expect(await cachingOf(path)).toEqual([404, "private, no-store"]);
      for (const who of [creator, editor]) expect((await cachingOf(path, who))[1]).toMatch(/^private/);
    }
    await db.user.update({ where: { id: editor.userId }, data: back });
    expect(await cachingOf(avatar)).toEqual([200, publicCache]);
  });

  test("public pages for a short time, for visitors without a session, and for no one else", async () => {
    const kept = (headers: Reply["headers"]) => [headers["cache-control"], headers.vary];
    const varies = "Accept-Encoding, Cookie, Save-Data";
    expect(kept((await as(null).get(paths.contributors())).headers)).toEqual([
      "public, max-age=0, s-maxage=15",
      varies,
    ]);
    expect(kept((await as(null).get(paths.pricing())).headers)).toEqual([
      "public, max-age=0, s-maxage=60",
      varies,
    ]);
    const [caching, vary] = kept((await as(creator).get(paths.pricing())).headers);
    expect(caching).toBe("private, no-store");
    expect(vary).toMatch(/Save-Data/);
  });

  test("no sample that its owner has removed, even if it revalidates the ETag", async () => {
    const { headers } = await as(null).get(sample);
    await press(as(editor), paths.samples(), "Remove A poster");
    const again = await as(null).get(sample, { headers: { "If-None-Match": headers.etag } });
    expect([again.status, again.headers["cache-control"]]).toEqual([404, "private, no-store"]);
  });
});
