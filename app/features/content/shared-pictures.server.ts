import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { listCatalog } from "~/features/catalog/reading.server";
import { peopleOf, serviceOfSlug } from "~/features/directory/directory";
import { openMedia } from "~/features/media/serving.server";
import { coverViewOf, drawingOf } from "~/features/portfolio/cover";
import { findSampleMedia } from "~/features/portfolio/listing.server";
import { findProfile, type ProfileView } from "~/features/profiles/viewing.server";
import type { Throttled } from "~/outcome";
import { type CardWords, type CardWork, drawCard } from "~/platform/pictures/drawing-cards.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { cardDesign } from "./page-meta";
import { findPost } from "./pages.server";
import { roleOf } from "./profile-meta";

interface Sketch {
  /** Changes whenever the picture would. It's part of the URL and of the cache's key. */
  version: string;
  words: CardWords;
  work: () => Promise<CardWork | null>;
}

const inWords = (title: string, line: string): Sketch => ({
  version: cardDesign,
  words: { title, line },
  work: async () => null,
});

const finders: Record<string, (name: string) => Promise<Sketch | null> | Sketch | null> = {
  site: (name) =>
    name === "matchcut"
      ? inWords("Find the people who fit your cut", "Creators and the crews behind their work")
      : null,
  service: async (name) => {
    const service = serviceOfSlug((await listCatalog()).services, name);
    return service && inWords(peopleOf(service.name), "Vetted, with work to show");
  },
  post: (name) => {
    const post = findPost(name)?.post;
    return post ? inWords(post.title, `${post.authorName} · Matchcut blog`) : null;
  },
  contributor: async (name) => {
    const profile = await findProfile(null, name);
    return profile?.isIndexed ? sketchOf(profile) : null;
  },
};

function sketchOf(profile: ProfileView): Sketch {
  const { id, name, location, styleIds, samples } = profile;
  const words = { title: name, line: [roleOf(profile), location].filter(Boolean).join(" · ") };
  const cover = coverViewOf(id, styleIds, samples);
  const version = createHash("sha256")
    .update(JSON.stringify([cardDesign, words, styleIds, cover.picture?.mediaId]))
    .digest("base64url")
    .slice(0, 8);
  return { version, words, work: () => workOf(cover) };
}

/** The cover's picture, in a size that fits, if guests may see it. Otherwise, the drawn cover. */
async function workOf(cover: ReturnType<typeof coverViewOf>): Promise<CardWork> {
  const { ground, near, far, lefts, rights } = drawingOf(cover);
  const shapes = `<path fill="${ground}" d="M0 0h32v18H0z"/><path fill="${near}" d="${lefts}"/><path fill="${far}" d="${rights}"/>`;
  const { picture } = cover;
  const media = picture && (await findSampleMedia(null, picture.mediaId));
  if (!picture || !media?.isPublic) return { shapes };
  const width = picture.widths.find((one) => one >= 720) ?? picture.widths.at(-1);
  const opened = await openMedia(media.media, `${width}.webp`);
  const file = await opened?.open();
  if (!file) return { shapes };
  return { picture: await buffer(file.stream) };
}

/** The path of a contributor's preview picture. It has a version, so caches fetch it again when the picture changes. */
export function sharedPictureOf(profile: ProfileView): string {
  return sitePaths.sharedPicture("contributor", profile.id, { v: sketchOf(profile).version });
}

/** How many finished pictures each process keeps, at about 50 KB each. Drops the oldest. */
const mostKept = 64;
const kept = new Map<string, Promise<Uint8Array>>();

/** The networks of the clients that pictures are being drawn for right now. */
const waiting = new Set<string>();
const mostWaiting = 8;

/**
 * A JPEG for link previews, made of what guests may see. Concurrent requests for one picture share the drawing.
 * @returns null if there's no such page; refused: 'too-many' if the network has requested too many new pictures, or
 * while too many are being drawn: one per network, `mostWaiting` in all
 */
export async function findSharedPicture(
  kind: string,
  name: string,
  clientAddress: string,
): Promise<{ ok: true; picture: { body: Uint8Array; version: string } } | Throttled | null> {
  const sketch = Object.hasOwn(finders, kind) ? await finders[kind]?.(name) : null;
  if (!sketch) return null;
  const { version } = sketch;
  const key = `${kind} ${name} ${version}`;
  let drawing = kept.get(key);
  if (!drawing) {
    const network = networkOf(clientAddress);
    const waitSeconds = await takeFromLimit("shared-picture", network, { address: clientAddress });
    if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
    drawing = kept.get(key);
    if (!drawing && (waiting.has(network) || waiting.size >= mostWaiting))
      return { ok: false, refused: "too-many", waitSeconds: 5 };
    drawing ??= keep(key, sketch, network);
  }
  return { ok: true, picture: { body: await drawing, version } };
}

function keep(key: string, { words, work }: Sketch, network: string): Promise<Uint8Array> {
  waiting.add(network);
  const drawing = work()
    .then((sketch) => drawCard(network, words, sketch))
    .finally(() => waiting.delete(network));
  kept.set(key, drawing);
  // Forget the failure, so that the next request tries again.
  drawing.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return drawing;
}
