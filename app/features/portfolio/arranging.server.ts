import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import { quotaBytes } from "~/features/media/media";
import { lockQuota, type NotStored, storeMedia, usedBytes } from "~/features/media/storing.server";
import type { Outcome } from "~/outcome";
import { db, jobDb, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { countSamples, lockSamples, type SampleFacts } from "./adding.server";
import { sampleLimits } from "./sample";

/** One position up or down, or to just before another sample. `before: null` moves it to the end. */
type Move = "up" | "down" | { before: string | null };

/** Moves one of the actor's samples. Does nothing at the ends of the list, or if either sample is gone. */
export async function moveSample(actor: Actor, sampleId: string, move: Move): Promise<void> {
  await transactionBy(actor, async (tx) => {
    await lockSamples(tx, actor.userId);
    const order = (
      await tx.workSample.findMany({
        where: { profileId: actor.userId, removedAt: null },
        orderBy: [{ position: "asc" }, { id: "asc" }],
        select: { id: true },
      })
    ).map(({ id }) => id);
    const arranged = arrange(order, sampleId, move);
    if (!arranged) return;
    await tx.$executeRaw`
      UPDATE work_samples s SET position = given.position
        FROM unnest(${arranged}::uuid[]) WITH ORDINALITY AS given (id, position)
       WHERE s.id = given.id AND s.profile_id = ${actor.userId}::uuid`;
  });
}

/** The new order of IDs; null if it's the old one. */
function arrange(order: readonly string[], id: string, move: Move): string[] | null {
  const from = order.indexOf(id);
  const others = order.filter((one) => one !== id);
  const to =
    move === "up"
      ? from - 1
      : move === "down"
        ? from + 1
        : move.before === null
          ? others.length
          : others.indexOf(move.before);
  if (from < 0 || to < 0 || to > others.length || to === from) return null;
  return others.toSpliced(to, 0, id);
}

/**
 * Sets the sample that comes first on the profile and on cards. With null, that's the first sample with a picture. Does
 * nothing if the sample is gone.
 */
export async function setCover(actor: Actor, sampleId: string | null): Promise<void> {
  await transactionBy(actor, async (tx) => {
    await lockSamples(tx, actor.userId);
    const own = { id: sampleId ?? "", profileId: actor.userId, removedAt: null };
    if (sampleId !== null && (await tx.workSample.count({ where: own })) === 0) return;
    await tx.workSample.updateMany({
      where: { profileId: actor.userId, isCover: true },
      data: { isCover: false },
    });
    if (sampleId !== null) await tx.workSample.updateMany({ where: own, data: { isCover: true } });
  });
}

/**
 * Removes one of the actor's samples. Its owner can restore it for an hour, so it's only hidden at first. Idempotent.
 */
export async function removeSample(actor: Actor, sampleId: string): Promise<void> {
  await transactionBy(actor, async (tx) => {
    await lockSamples(tx, actor.userId);
    await tx.workSample.updateMany({
      where: { id: sampleId, profileId: actor.userId, removedAt: null },
      data: { removedAt: new Date(), isCover: false },
    });
  });
}

export const restorable = 3_600_000;

/**
 * Restores a sample that its owner removed, in its old position. Refused: 'not-found' after an hour, or if an admin hid
 * it; 'most-samples'; 'quota' if other files have taken its space.
 */
export async function restoreSample(
  actor: Actor,
  sampleId: string,
): Promise<Outcome<"not-found" | "most-samples" | "quota">> {
  return transactionBy(actor, async (tx): Promise<Outcome<"not-found" | "most-samples" | "quota">> => {
    await lockSamples(tx, actor.userId);
    const sample = await tx.workSample.findFirst({ where: { id: sampleId, profileId: actor.userId } });
    if (!sample || sample.hiddenAt) return { ok: false, refused: "not-found" };
    if (!sample.removedAt) return { ok: true };
    if (sample.removedAt.getTime() < Date.now() - restorable) return { ok: false, refused: "not-found" };
    if ((await countSamples(tx, actor.userId)) >= sampleLimits.count)
      return { ok: false, refused: "most-samples" };
    await lockQuota(tx, actor.userId);
    const held = [sample.mediaId, sample.stillId].filter((id) => id !== null);
    const { _sum } = await tx.media.aggregate({ where: { id: { in: held } }, _sum: { bytes: true } });
    if ((await usedBytes(tx, actor.userId)) + Number(_sum.bytes ?? 0) > quotaBytes)
      return { ok: false, refused: "quota" };
    await tx.workSample.update({ where: { id: sampleId }, data: { removedAt: null } });
    return { ok: true };
  });
}

/**
 * Changes a sample's title, its owner's part in it, its description, service and date. Refused: 'not-found' unless it's
 * the actor's.
 */
export async function editSample(
  actor: Actor,
  sampleId: string,
  { title, part, alt, serviceId, madeOn }: SampleFacts,
): Promise<Outcome<"not-found">> {
  const written = await transactionBy(
    actor,
    (tx) => tx.$executeRaw`
    UPDATE work_samples SET title = ${title}, part = ${part}, alt = ${alt}, made_on = ${madeOn}::date,
           service_id = (SELECT id FROM services WHERE id = ${serviceId}::int)
     WHERE id = ${sampleId}::uuid AND profile_id = ${actor.userId}::uuid AND removed_at IS NULL`,
  );
  return written === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * Sets the still of a video, sound, PDF or link; null removes it. Refused: 'not-found', 'too-often', and what
 * `storeMedia` refuses.
 */
export async function setStill(
  actor: Actor,
  sampleId: string,
  given: Given | null,
): Promise<Outcome<"not-found"> | { ok: false; refused: "too-often" } | NotStored> {
  const where = { id: sampleId, profileId: actor.userId, removedAt: null, kind: { not: "image" } };
  if (!(await db.workSample.findFirst({ where, select: { id: true } })))
    return { ok: false, refused: "not-found" };
  if (given && "path" in given && (await takeFromLimit("media", actor.userId, actor)) > 0)
    return { ok: false, refused: "too-often" };
  const stored = given && (await storeMedia(actor, given, ["image"]));
  if (stored && !stored.ok) return stored;
  const data = { stillId: stored?.mediaId ?? null };
  const { count } = await transactionBy(actor, (tx) => tx.workSample.updateMany({ where, data }));
  return count === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * The job that deletes samples whose owners removed them over an hour ago. Samples that an admin hid stay. Media
 * deletes the files.
 */
export async function sweepSamples(): Promise<void> {
  const since = new Date(Date.now() - restorable);
  await jobDb.workSample.deleteMany({ where: { removedAt: { lt: since }, hiddenAt: null } });
}

/**
 * Carries out an admin's decision: hides a sample from everyone, or shows it again in its old position, though not as
 * the cover. False if nothing changed, or if its owner has removed or deleted it.
 */
export async function setSampleHidden(
  tx: Transaction,
  sampleId: string,
  isHidden: boolean,
): Promise<boolean> {
  const now = new Date();
  const { count } = isHidden
    ? await tx.workSample.updateMany({
        where: { id: sampleId, removedAt: null },
        data: { removedAt: now, hiddenAt: now, isCover: false },
      })
    : await tx.workSample.updateMany({
        where: { id: sampleId, hiddenAt: { not: null } },
        data: { removedAt: null, hiddenAt: null },
      });
  return count > 0;
}
