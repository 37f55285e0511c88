import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";

/** Gives a contributor a picture as their first work sample. It has no file. */
export async function addCover(profileId: string) {
  const fileKey = `media/${randomUUID()}`;
  const media = await db.media.create({
    data: { ownerId: profileId, kind: "image", ending: "", fileKey, bytes: 8, name: "", widths: [360] },
  });
  return db.workSample.create({
    data: { profileId, position: 1, kind: "image", mediaId: media.id, title: "A still" },
  });
}
