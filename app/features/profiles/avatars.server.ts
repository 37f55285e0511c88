import { randomBytes } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import type { StoredFile } from "~/platform/files/files-side.server";
import { log } from "~/platform/log.server";
import { pictureTypeOf, squaresOf, UnreadablePicture } from "~/platform/pictures/pictures.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";

/** Edges in pixels, as the Avatar component requests them. */
const sizes = [96, 320] as const;
const endings = ["avif", "webp"] as const;
const filePattern = /^avatars\/[A-Za-z0-9_-]{24}-(96|320)\.(avif|webp)$/;

export type AvatarOutcome =
  | { ok: true }
  | { ok: false; refused: "not-a-picture" | "unreadable" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Stores small squares of a picture under a random key, without metadata. Refused: 'not-a-picture' unless its bytes are
 * JPEG, PNG, WebP or AVIF; 'unreadable' if damaged or over 50 megapixels; 'too-many' beyond 20 an hour.
 * @param picture.path a file that the caller deletes
 */
export async function changeAvatar(actor: Actor, picture: { path: string }): Promise<AvatarOutcome> {
  const waitSeconds = await takeFromLimit("upload", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  if (!(await pictureTypeOf(picture.path))) return { ok: false, refused: "not-a-picture" };
  try {
    const squares = await squaresOf(actor.userId, picture.path, sizes);
    const base = `avatars/${randomBytes(18).toString("base64url")}`;
    try {
      for (const { pixels, ending, body } of squares) await files.put(`${base}-${pixels}.${ending}`, body);
      await replaceAvatar(actor, sitePaths.file(base));
    } catch (error) {
      await removeAvatarFiles(sitePaths.file(base));
      throw error;
    }
    return { ok: true };
  } catch (error) {
    if (error instanceof UnreadablePicture) return { ok: false, refused: "unreadable" };
    throw error;
  }
}

export async function removeAvatar(actor: Actor): Promise<void> {
  await replaceAvatar(actor, null);
}

async function replaceAvatar(actor: Actor, avatarUrl: string | null): Promise<void> {
  // Locks the old value, so that concurrent changes each remove a different picture.
  const [before] = await db.$queryRaw<{ avatar_url: string | null }[]>`
    UPDATE profiles p SET avatar_url = ${avatarUrl}, updated_at = now()
      FROM (SELECT id, avatar_url FROM profiles WHERE id = ${actor.userId}::uuid FOR UPDATE) old
     WHERE p.id = old.id
    RETURNING old.avatar_url`;
  if (!before) throw new Error("no profile for a living session");
  if (before.avatar_url) await removeAvatarFiles(before.avatar_url);
}

/** Null if it is not one of ours. */
function largestAvatarOf(avatarUrl: string): string | null {
  const key = `${avatarUrl.slice(sitePaths.file("").length)}-${Math.max(...sizes)}.webp`;
  return filePattern.test(key) ? key : null;
}

/** A file that cannot be deleted is left behind, harmlessly. */
async function removeAvatarFiles(avatarUrl: string): Promise<void> {
  const base = avatarUrl.slice(sitePaths.file("").length);
  for (const pixels of sizes) {
    for (const ending of endings) {
      const key = `${base}-${pixels}.${ending}`;
      if (!filePattern.test(key)) return;
      await files.remove(key).catch((error) => log.warn({ err: error }, "an avatar's file is left over"));
    }
  }
}

/** Readable by anyone; null if the key is not an avatar's. */
export async function readAvatarFile(key: string): Promise<StoredFile | null> {
  return filePattern.test(key) ? files.read(key) : null;
}

/** Call it before the profile, which has the URL, is deleted. A missing file is fine. */
export async function forgetAvatar(userId: string): Promise<void> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  if (profile?.avatarUrl) await removeAvatarFiles(profile.avatarUrl);
}

/** The key of the largest file; null without a picture. */
export async function avatarFileOf(userId: string): Promise<string | null> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  return profile?.avatarUrl ? largestAvatarOf(profile.avatarUrl) : null;
}
