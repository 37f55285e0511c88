import { randomBytes } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { type Given, onDisk } from "~/features/media/arriving.server";
import { type FileRefusal, openFile } from "~/features/media/opening.server";
import type { OpenMedia } from "~/features/media/serving.server";
import { openAccount } from "~/features/visibility/seeing.server";
import type { Throttled } from "~/outcome";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import type { FileRange } from "~/platform/files/files-port.server";
import { log } from "~/platform/log.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";

/** Edge lengths in pixels. The Avatar component requests these files by name. */
const sizes = [96, 320] as const;
const shape = { isSquare: true, widths: sizes, webpQuality: 75, avifQuality: 50 };
const endings = ["avif", "webp"] as const;
const filePattern = /^avatars\/[A-Za-z0-9_-]{24}-(96|320)\.(avif|webp)$/;

/**
 * Replaces the person's picture with small squares of a new one, stored under a random key and without metadata.
 * Refused: 'too-many' beyond 20 an hour, and what `openFile` refuses.
 * @param picture the caller deletes its file
 */
export async function changeAvatar(
  actor: Actor,
  picture: Extract<Given, { path: string }>,
): Promise<{ ok: true } | FileRefusal | Throttled> {
  const waitSeconds = await takeFromLimit("upload", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const opened = await openFile(actor.userId, onDisk(picture), ["image"], shape);
  if (!opened.ok) return opened;
  if (opened.kind !== "image") throw new Error("only a picture is allowed");
  const base = `avatars/${randomBytes(18).toString("base64url")}`;
  try {
    for (const { width, ending, body } of opened.facts.pictures)
      await files.put(`${base}-${width}.${ending}`, body);
    await replaceAvatar(actor, sitePaths.file(base));
  } catch (error) {
    await removeAvatarFiles(sitePaths.file(base));
    throw error;
  }
  return { ok: true };
}

export const removeAvatar = (actor: Actor) => replaceAvatar(actor, null);

async function replaceAvatar(actor: Actor, avatarUrl: string | null): Promise<void> {
  // Locks the row before reading the old URL, so that concurrent changes each remove a different picture and leave no
  // file behind.
  const [before] = await transactionBy(
    actor,
    (tx) => tx.$queryRaw<{ avatar_url: string | null }[]>`
    UPDATE profiles p SET avatar_url = ${avatarUrl}, updated_at = now()
      FROM (SELECT id, avatar_url FROM profiles WHERE id = ${actor.userId}::uuid FOR UPDATE) old
     WHERE p.id = old.id
    RETURNING old.avatar_url`,
  );
  if (!before) throw new Error("a live session has no profile");
  if (before.avatar_url) await removeAvatarFiles(before.avatar_url);
}

/**
 * A file that can't be deleted stays in storage, which does no harm, because `findAvatarFile` doesn't serve it anymore.
 */
async function removeAvatarFiles(avatarUrl: string): Promise<void> {
  const base = avatarUrl.slice(sitePaths.file("").length);
  for (const pixels of sizes) {
    for (const ending of endings) {
      const key = `${base}-${pixels}.${ending}`;
      if (!filePattern.test(key)) return;
      await files.remove(key).catch((error) => log.warn({ err: error }, "couldn't remove an avatar's file"));
    }
  }
}

/** Matches profiles of approved contributors who aren't suspended, hidden or leaving: guests can see these. */
const shownToGuests = () => ({
  userType: "contributor" as const,
  contributor: { status: "approved" as const },
  user: { ...openAccount(), profileHiddenAt: null },
});

/**
 * A file of someone's profile picture. Members can see everyone's, guests only those that `shownToGuests`
 * matches.
 * @returns null if there's no such file or the viewer may not see it, so that they can't tell which
 */
export async function findAvatarFile(
  viewer: Actor | null,
  key: string,
): Promise<{ isPublic: boolean; file: OpenMedia } | null> {
  if (!filePattern.test(key)) return null;
  const owner = { avatarUrl: sitePaths.file(key.replace(/-\d+\.\w+$/, "")) };
  const isPublic = (await db.profile.count({ where: { ...owner, ...shownToGuests() } })) > 0;
  if (!isPublic && !(viewer && (await db.profile.count({ where: owner })) > 0)) return null;
  const bytes = await files.sizeOf(key);
  // A key's content never changes, so the key can serve as the ETag.
  const file = bytes !== null && { bytes, tag: key, open: (range?: FileRange) => files.read(key, range) };
  return file ? { isPublic, file } : null;
}

/** Deletes the person's picture, if any. Call it while the profile still exists, because it has the URL. */
export async function forgetAvatar(userId: string): Promise<void> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  if (profile?.avatarUrl) await removeAvatarFiles(profile.avatarUrl);
}

/** The storage key of the person's picture at its largest; null if they have none. */
export async function avatarFileOf(userId: string): Promise<string | null> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  if (!profile?.avatarUrl) return null;
  const key = `${profile.avatarUrl.slice(sitePaths.file("").length)}-${Math.max(...sizes)}.webp`;
  return filePattern.test(key) ? key : null;
}
