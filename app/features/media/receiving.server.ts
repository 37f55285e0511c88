import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { incoming } from "~/platform/files/files.server";
import { answerResumable, type UploadLease } from "~/platform/files/resumable.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { mostBytes } from "./media";
import { lockQuota, makeRoom } from "./quota.server";
import { removeDiscarded } from "./removing.server";

/** Waiting for the rest, or for their form. A further one takes the place of the oldest. */
const mostOpen = 20;

/** Answers a request of the tus protocol; see `answerResumable`. Uploads are the actor's own. */
export function receiveUpload(actor: Actor, request: Request): Promise<Response> {
  return answerResumable(incoming, request, {
    path: paths.uploads(),
    maxBytes: mostBytes.video,
    begin: (upload) => beginUpload(actor, upload),
    isTheirs: async (uploadId) =>
      isId(uploadId) && (await db.upload.count({ where: { id: uploadId, ownerId: actor.userId } })) === 1,
    lease,
  });
}

/** In the row of the upload: an advisory lock would hold a connection for as long as the upload takes. */
const lease: UploadLease = {
  async take(uploadId, holder) {
    const [row] = await db.$queryRaw<{ taken: boolean }[]>`
      UPDATE uploads
         SET is_wanted = coalesce(held_until > now(), false),
             held_by = CASE WHEN held_until > now() THEN held_by ELSE ${holder}::uuid END,
             held_until = CASE WHEN held_until > now() THEN held_until ELSE now() + interval '10 seconds' END
       WHERE id = ${uploadId}::uuid RETURNING held_by = ${holder}::uuid AS taken`;
    // One that is gone is not found in the store, either.
    return row?.taken ?? true;
  },
  async renew(uploadId, holder) {
    const [row] = await db.$queryRaw<{ wanted: boolean }[]>`
      UPDATE uploads SET held_until = now() + interval '10 seconds'
       WHERE id = ${uploadId}::uuid AND held_by = ${holder}::uuid AND held_until > now() RETURNING is_wanted AS wanted`;
    return row?.wanted === false;
  },
  async release(uploadId, holder) {
    await db.upload.updateMany({ where: { id: uploadId, heldBy: holder }, data: { heldUntil: null } });
  },
};

async function beginUpload(
  actor: Actor,
  { bytes, name }: { bytes: number; name: string },
): Promise<{ uploadId: string } | { status: number; words: string }> {
  if ((await takeFromLimit("media", actor.userId, actor)) > 0)
    return { status: 429, words: "Too many files. Please try again in an hour." };
  const uploadId = randomUUID();
  const discarded = await transaction(async (tx) => {
    await lockQuota(tx, actor.userId);
    const made = await makeRoom(tx, actor.userId, bytes, mostOpen - 1);
    if (made)
      await tx.upload.create({ data: { id: uploadId, ownerId: actor.userId, bytes, name: plainName(name) } });
    return made;
  });
  if (!discarded) return { status: 413, words: "That is more than the 2 GB that everybody has." };
  await removeDiscarded(discarded);
  return { uploadId };
}

/** The last part of a path, without what could confuse a header or a page. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return (
    last
      .normalize("NFC")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "")
      .trim()
      .slice(-200)
  );
}
