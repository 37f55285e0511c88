import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { lockPosts } from "~/features/plans/counting.server";
import { db, type Prisma, type Transaction, transaction } from "~/platform/db.server";
import {
  type BriefStep,
  blankBrief,
  isBlank,
  type KeptBrief,
  type TypedBrief,
  typedOf,
  wrongStep,
} from "./brief";
import { type BriefErrors, checkBrief, errorsIn } from "./brief.schema";
import { findOwnBrief } from "./editing.server";
import { findPosted, type PostOutcome, writeProject } from "./posting.server";

export interface BriefDraft extends KeptBrief {
  /** How many; see attaching.server.ts. */
  files: number;
}

/** Null if the actor has typed nothing yet. */
export async function findBrief(actor: Actor): Promise<BriefDraft | null> {
  return readDraft(db, actor);
}

async function readDraft(tx: Transaction, { userId }: Actor): Promise<BriefDraft | null> {
  const row = await tx.projectDraft.findUnique({
    where: { creatorId: userId },
    select: { key: true, fields: true, _count: { select: { files: true } } },
  });
  return (
    row && {
      key: row.key,
      typed: { ...blankBrief, ...(row.fields as Partial<TypedBrief>) },
      files: row._count.files,
    }
  );
}

export type SaveBriefOutcome =
  | { ok: true; kept: KeptBrief }
  | { ok: false; refused: "invalid"; errors: BriefErrors }
  | { ok: false; refused: "not-creator" | "posted" | "replaced" };

/**
 * Keeps what was typed on the steps sent; the last of two tabs wins, and leaves the other's steps alone.
 * @param key the draft's that the page shows, or a new one if there is none
 * @param how `isChecked`: refused if what was sent could not be posted; `isSameDraft`: refused if the draft is another
 * @returns the whole draft as it is now. Refused: 'posted' if a project was posted with the key; 'invalid', except for
 * a title that is missing yet
 */
export async function saveBrief(
  actor: Actor,
  key: string,
  sent: Partial<TypedBrief>,
  how: { isChecked?: boolean; isSameDraft?: boolean } = {},
): Promise<SaveBriefOutcome> {
  if (how.isChecked) {
    const errors = errorsIn(sent, checkBrief({ ...blankBrief, ...sent }, await listCatalog()).errors);
    if (!sent.title?.trim()) delete errors.title;
    if (Object.keys(errors).length > 0) return { ok: false, refused: "invalid", errors };
  }
  return transaction<SaveBriefOutcome>(async (tx) => {
    if (!(await lockPosts(tx, actor))) return { ok: false, refused: "not-creator" };
    if (await findPosted(tx, actor, key)) return { ok: false, refused: "posted" };
    const draft = await readDraft(tx, actor);
    if (how.isSameDraft && draft && draft.key !== key) return { ok: false, refused: "replaced" };
    const kept = { key: draft?.key ?? key, typed: { ...blankBrief, ...draft?.typed, ...sent } };
    await writeDraft(tx, actor, kept);
    return { ok: true, kept };
  });
}

/**
 * Makes sure that there is a draft with this key, in the transaction of a caller that holds `lockPosts`. Returns why
 * not: 'posted' if a project was posted with it, 'replaced' if the draft is another one.
 */
export async function openDraft(
  tx: Transaction,
  actor: Actor,
  key: string,
): Promise<"posted" | "replaced" | null> {
  if (await findPosted(tx, actor, key)) return "posted";
  const draft = await readDraft(tx, actor);
  if (!draft) await writeDraft(tx, actor, { key, typed: blankBrief });
  return draft && draft.key !== key ? "replaced" : null;
}

/** Nothing in it would be missed. */
export const isDraftBlank = ({ typed, files }: BriefDraft): boolean => files === 0 && isBlank(typed);

/** In the transaction of a caller that has locked the draft. */
async function writeDraft(tx: Transaction, { userId }: Actor, { key, typed }: KeptBrief): Promise<void> {
  const fields = typed as unknown as Prisma.InputJsonObject;
  await tx.projectDraft.upsert({
    where: { creatorId: userId },
    create: { creatorId: userId, key, fields },
    update: { key, fields },
  });
}

export type PostBriefOutcome =
  | Exclude<PostOutcome, { refused: "unknown-choice" }>
  | { ok: false; refused: "invalid"; errors: BriefErrors }
  | { ok: false; refused: "incomplete"; step: BriefStep }
  | { ok: false; refused: "replaced" };

/**
 * Posts the draft with what was sent, once per key. Refused: 'invalid' if what was sent cannot be posted, which is
 * then not kept; after keeping it, 'incomplete' if another step has errors, 'unconfirmed', 'post-limit'; 'replaced' if the draft is
 * another one now.
 */
export async function postBrief(
  actor: Actor,
  key: string,
  sent: Partial<TypedBrief>,
): Promise<PostBriefOutcome> {
  if (actor.userType !== "creator") return { ok: false, refused: "not-creator" };
  const draft = await findBrief(actor);
  const kept = draft?.key === key ? draft.typed : blankBrief;
  const { errors } = checkBrief({ ...kept, ...sent }, await listCatalog());
  const own = errorsIn(sent, errors);
  if (Object.keys(own).length > 0)
    return (await postedBefore(actor, key)) ?? { ok: false, refused: "invalid", errors: own };
  const saved = await saveBrief(actor, key, sent, { isSameDraft: true });
  if (!saved.ok) return (await postedBefore(actor, key)) ?? { ok: false, refused: "replaced" };
  return postDraft(actor, key);
}

async function postedBefore(actor: Actor, key: string): Promise<{ ok: true; projectId: string } | null> {
  const projectId = await findPosted(db, actor, key);
  return projectId ? { ok: true, projectId } : null;
}

async function postDraft(actor: Actor, key: string): Promise<PostBriefOutcome> {
  const catalog = await listCatalog();
  return transaction<PostBriefOutcome>(async (tx) => {
    await lockPosts(tx, actor);
    const before = await findPosted(tx, actor, key);
    if (before) return { ok: true, projectId: before };
    const draft = await readDraft(tx, actor);
    if (draft?.key !== key) return { ok: false, refused: "replaced" };
    const { project, errors } = checkBrief(draft.typed, catalog);
    if (!project) return { ok: false, refused: "incomplete", step: wrongStep(errors) ?? "details" };
    const posted = await writeProject(tx, actor, project, key);
    if (posted.ok) return posted;
    const { refused } = posted;
    if (refused === "post-limit" || refused === "unconfirmed" || refused === "not-creator")
      return { ok: false, refused };
    throw new Error(`a checked draft was not posted: ${refused}`);
  });
}

/** What keeps a step of the draft from being posted, by field. */
export async function findBriefErrors({ typed }: Pick<BriefDraft, "typed">): Promise<BriefErrors> {
  return checkBrief(typed, await listCatalog()).errors ?? {};
}

export type CopyBriefOutcome =
  | { ok: true }
  | { ok: false; refused: "not-found" | "not-creator" }
  | { ok: false; refused: "has-draft"; draft: BriefDraft };

/**
 * Makes a draft of an own project, to post it again, with its files; a start date in the past is left out. Twice or
 * at once, it makes one.
 * @param replacing key of the draft that may be lost. Refused with 'has-draft' if there is another that is not blank
 */
export async function copyBrief(
  actor: Actor,
  projectId: string,
  replacing: string | null,
): Promise<CopyBriefOutcome> {
  const brief = await findOwnBrief(actor, projectId);
  if (!brief) return { ok: false, refused: "not-found" };
  // Canadian dates look like ISO 8601's.
  const today = new Date().toLocaleDateString("en-CA", { timeZone: actor.timeZone });
  const startDate = brief.startDate && brief.startDate >= today ? brief.startDate : null;
  const typed = typedOf({ ...brief, startDate });
  return transaction<CopyBriefOutcome>(async (tx) => {
    if (!(await lockPosts(tx, actor))) return { ok: false, refused: "not-creator" };
    const draft = await readDraft(tx, actor);
    // A form sent twice.
    if (draft && isDeepStrictEqual(draft.typed, typed) && (await hasFilesOf(tx, actor, projectId)))
      return { ok: true };
    if (draft && draft.key !== replacing && !isDraftBlank(draft))
      return { ok: false, refused: "has-draft", draft };
    await tx.briefFile.deleteMany({ where: { draftOf: actor.userId } });
    await writeDraft(tx, actor, { key: randomUUID(), typed });
    await shareFiles(tx, actor, projectId);
    return { ok: true };
  });
}

/** Whether the draft shows the same media as the project. */
async function hasFilesOf(tx: Transaction, { userId }: Actor, projectId: string): Promise<boolean> {
  const [files] = await tx.$queryRaw<{ same: boolean }[]>`
    SELECT coalesce(array_agg(media_id ORDER BY media_id) FILTER (WHERE draft_of IS NOT NULL), '{}')
         = coalesce(array_agg(media_id ORDER BY media_id) FILTER (WHERE project_id IS NOT NULL), '{}') AS same
      FROM brief_files
     WHERE draft_of = ${userId}::uuid OR (project_id = ${projectId}::uuid AND creator_id = ${userId}::uuid)`;
  return files?.same ?? false;
}

/** Rows of the draft's own for the same media, which stays as long as one of the briefs shows it. */
async function shareFiles(tx: Transaction, { userId }: Actor, projectId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO brief_files (key, creator_id, draft_of, media_id, created_at)
    SELECT gen_random_uuid(), creator_id, creator_id, media_id, created_at FROM brief_files
     WHERE project_id = ${projectId}::uuid AND creator_id = ${userId}::uuid ORDER BY created_at, id`;
}

/** Only the draft of that key; false if it is gone already. */
export async function discardBrief(actor: Actor, key: string): Promise<boolean> {
  const { count } = await db.projectDraft.deleteMany({ where: { creatorId: actor.userId, key } });
  return count === 1;
}
