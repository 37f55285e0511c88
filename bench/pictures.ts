import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { mostMegapixels } from "../app/features/media/media.ts";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { animated, video } from "../tests/support/sample-files.ts";
import { send, signIn } from "./http.ts";
import type { Probed } from "./processes.ts";

/** How long another member waited for a response, in ms. */
export interface Waits {
  name: string;
  page: number;
  form: number;
  avatar: number;
  video: number;
}

const acts = ["page", "form", "avatar", "video"] as const;

type Fields = Record<string, string | Buffer>;

function multipart(fields: Fields): { headers: Record<string, string>; body: Buffer } {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    `--bbbb\r\nContent-Disposition: form-data; name="${name}"${typeof value === "string" ? "" : '; filename="a"'}\r\n\r\n`,
    value,
    "\r\n",
  ]);
  const body = Buffer.concat([...parts, "--bbbb--\r\n"].map((part) => Buffer.from(part)));
  return { headers: { "Content-Type": "multipart/form-data; boundary=bbbb" }, body };
}

const flat = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: "#1030c0" } });

/**
 * One member sends pictures and videos that are designed to take a long time to decode, while another member waits for
 * a response.
 */
export async function measureOthers({ origin }: Probed): Promise<Waits[]> {
  const cookieOf = (email: string) => signIn(origin, email, demoPassword);
  const other = await cookieOf(demoLogins.contributor);
  const post = async (cookie: string, path: string, fields: Fields) => {
    const { headers, body } = multipart(fields);
    const all = { ...headers, Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
    return (await send(origin, path, { method: "POST", headers: all, body })).took;
  };
  const own = { avatar: await flat(200).jpeg().toBuffer(), video: Buffer.from(await video()) };
  const sample = (file: Buffer) => ({ key: randomUUID(), title: "A sample", file });
  const wait = async (name: string): Promise<Waits> => {
    const [page, form, avatar, film] = await Promise.all([
      send(origin, paths.dashboard(), { headers: { Cookie: other } }).then(({ took }) => took),
      post(other, paths.editProfile({ section: "about" }), { bio: "Hello" }),
      post(other, paths.avatar(), { avatar: own.avatar }),
      post(other, paths.newSample(), sample(own.video)),
    ]);
    return { name, page, form, avatar, video: film };
  };
  const waits = [await wait("quiet"), await wait("quiet, again")];
  const frames = await animated.webp(50_000);
  const edge = 2 * Math.floor(Math.sqrt(mostMegapixels.AVIF) * 500);
  const pixels = await flat(edge).avif({ effort: 0 }).toBuffer();
  const broken = Buffer.from(own.video).fill(0, 60);
  for (const [name, email, path, fields] of [
    ["16 WebP of 50,000 frames", demoLogins.creator, paths.avatar(), () => ({ avatar: frames })],
    [
      `16 AVIF of ${mostMegapixels.AVIF} megapixels`,
      demoLogins.starter,
      paths.avatar(),
      () => ({ avatar: pixels }),
    ],
    ["16 broken videos", demoLogins.creator, paths.newSample(), () => sample(broken)],
  ] as const) {
    const cookie = await cookieOf(email);
    const flood = Array.from({ length: 16 }, () => post(cookie, path, fields()));
    await pause(300);
    waits.push(await wait(name));
    await Promise.all(flood);
  }
  return waits;
}

/** How much longer each act took than when it was quiet, in ms. */
export function delaysOf(waits: Waits[]): { act: string; by: string; ms: number }[] {
  const [first, second, ...floods] = waits;
  return acts.map((act) => {
    const quiet = Math.min(first?.[act] ?? 0, second?.[act] ?? 0);
    const worst = floods.reduce((one, two) => (two[act] > one[act] ? two : one));
    return { act, by: worst.name, ms: worst[act] - quiet };
  });
}
