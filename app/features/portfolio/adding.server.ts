import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import { type NotStored, storeMedia } from "~/features/media/storing.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { links } from "~/platform/links/links.server";
import type { LinksPort } from "~/platform/links/links-port.server";
import { lockRow } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { idFrom } from "~/platform/tokens.server";
import { sampleKinds, sampleLimits } from "./sample";

export const previewLinkTask = "portfolio:preview-link";

/**
 * The job that asks a link's site for a title and a still, and stores the still as our own picture. It asks once:
 * after a response, it never changes the sample again, so a still that the owner removed doesn't come back. Throws if
 * the site doesn't respond, so that the queue tries again later.
 */
export async function previewLink(sampleId: string, side: LinksPort = links): Promise<void> {
  if (!isId(sampleId)) return;
  const sample = await db.workSample.findFirst({
    where: { id: sampleId, kind: "link", linkAskedAt: null, removedAt: null },
    select: { profileId: true, url: true, stillId: true },
  });
  if (!sample?.url) return;
  const preview = await side.describe(sample.url);
  // If the owner has chosen a still, it stays.
  const stillId =
    preview?.still && !sample.stillId ? await storeStill(sample.profileId, preview.still) : null;
  await db.$executeRaw`
    UPDATE work_samples SET link_title = ${preview?.title ?? ""}, link_asked_at = now(),
           still_id = coalesce(still_id, ${stillId}::uuid)
     WHERE id = ${sampleId}::uuid AND link_asked_at IS NULL`;
}

/** Stores a still and returns its media ID. Null if it isn't a picture, or would exceed its owner's quota. */
async function storeStill(userId: string, still: Uint8Array): Promise<string | null> {
  const path = join(tmpdir(), `matchcut-still-${randomUUID()}`);
  try {
    await writeFile(path, still, { flag: "wx", mode: 0o600 });
    const stored = await storeMedia({ userId }, { path, bytes: still.length, name: "" }, ["image"]);
    return stored.ok ? stored.mediaId : null;
  } finally {
    await rm(path, { force: true });
  }
}

export interface SampleFacts {
  title: string;
  part: string;
  /** The picture's description for screen readers; null if no one has written one. */
  alt: string | null;
  serviceId: number | null;
  /** As yyyy-MM-dd. */
  madeOn: string | null;
}

export type AddOutcome =
  | Outcome<"most-samples", { sampleId: string }>
  | { ok: false; refused: "too-often"; waitSeconds: number }
  | NotStored;

/**
 * Appends a picture, video, sound or PDF to the actor's work. Idempotent for the same form, texts and file. Refused:
 * 'most-samples', 'too-often', and what `storeMedia` refuses.
 * @param formKey made once per form
 */
export async function addSample(
  actor: Actor,
  formKey: string,
  facts: SampleFacts,
  given: Given,
): Promise<AddOutcome> {
  const key = idFrom(formKey, facts, "path" in given ? [given.name, given.bytes] : given.uploadId);
  const refused = await earlyOutcome(actor, key);
  if (refused) return refused;
  // Resumable uploads counted toward the limit when they began.
  const waitSeconds = "path" in given ? await takeFromLimit("media", actor.userId, actor) : 0;
  if (waitSeconds > 0) return { ok: false, refused: "too-often", waitSeconds };
  const stored = await storeMedia(actor, given, sampleKinds);
  if (!stored.ok) return stored;
  return insert(actor, key, facts, { kind: stored.kind, mediaId: stored.mediaId, url: null });
}

/** Adds a link to work on another site. A job fetches its still. Otherwise like `addSample`. */
export async function addLink(
  actor: Actor,
  formKey: string,
  facts: SampleFacts,
  url: string,
): Promise<AddOutcome> {
  const key = idFrom(formKey, facts, url);
  return (await earlyOutcome(actor, key)) ?? insert(actor, key, facts, { kind: "link", mediaId: null, url });
}

/**
 * Returns the outcome if nothing should be added: the form was sent before, or there are too many samples. Checked
 * before a file is stored, to save the work. `insert` checks both again, while no one else can add a sample.
 */
async function earlyOutcome(
  actor: Actor,
  key: string,
  tx: Transaction = db,
): Promise<Outcome<"most-samples", { sampleId: string }> | null> {
  const own = await tx.workSample.findMany({
    where: { profileId: actor.userId, OR: [{ removedAt: null }, { key }] },
    select: { id: true, key: true },
  });
  const same = own.find((sample) => sample.key === key);
  if (same) return { ok: true, sampleId: same.id };
  return own.length >= sampleLimits.count ? { ok: false, refused: "most-samples" } : null;
}

async function insert(
  actor: Actor,
  key: string,
  { title, part, alt, serviceId, madeOn }: SampleFacts,
  { kind, mediaId, url }: { kind: string; mediaId: string | null; url: string | null },
): Promise<AddOutcome> {
  return transactionBy(actor, async (tx): Promise<AddOutcome> => {
    await lockSamples(tx, actor.userId);
    const early = await earlyOutcome(actor, key, tx);
    if (early) return early;
    const [sample] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO work_samples (key, profile_id, position, kind, media_id, url, title, part, alt, service_id, made_on)
      SELECT ${key}::uuid, ${actor.userId}::uuid,
             (SELECT coalesce(max(position), 0) + 1 FROM work_samples WHERE profile_id = ${actor.userId}::uuid),
             ${kind}, ${mediaId}::uuid, ${url}, ${title}, ${part}, ${alt},
             (SELECT id FROM services WHERE id = ${serviceId}::int), ${madeOn}::date
      RETURNING id`;
    if (!sample) throw new Error("an insert returned no row");
    if (kind === "link")
      await addJob(tx, previewLinkTask, { sampleId: sample.id }, { key: `link-${sample.id}` });
    return { ok: true, sampleId: sample.id };
  });
}

/** Whether the actor has to remove a sample before adding another. */
export async function isWorkFull({ userId }: Actor): Promise<boolean> {
  return (await countSamples(db, userId)) >= sampleLimits.count;
}

/** Locks the number and order of a person's samples until the transaction ends. */
export async function lockSamples(tx: Transaction, userId: string): Promise<void> {
  await lockRow(tx, "profiles", userId, "no-key-update");
}

export async function countSamples(tx: Transaction, userId: string): Promise<number> {
  return tx.workSample.count({ where: { profileId: userId, removedAt: null } });
}
