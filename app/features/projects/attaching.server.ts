import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { type Given, nameOf } from "~/features/media/arriving.server";
import { plainName } from "~/features/media/file-name";
import { type NotStored, storeMedia } from "~/features/media/storing.server";
import { lockPosts } from "~/features/plans/counting.server";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db, type Prisma, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { idFrom } from "~/platform/tokens.server";
import { tellApplicantsSoon } from "./announcing.server";
import {
  type BriefStep,
  type BriefWithFiles,
  blankBrief,
  type DraftOfForm,
  isBlank,
  type KeptBrief,
  type LostDraft,
  mostBriefFiles,
  type TypedBrief,
  typedOf,
  wrongStep,
} from "./brief";
import { findOwnBrief, findPosted, isSameBrief, writeProject } from "./posting.server";
import { isRunning } from "./project";
import { type BriefErrors, checkBrief, errorsIn } from "./project.schema";
import { withOwnProject, writeEvent } from "./project.server";

interface BriefDraft extends KeptBrief {
  files: number;
}

/** The actor's draft; null if they haven't started one. */
export async function findBrief({ userId }: Actor, tx: Transaction = db): Promise<BriefDraft | null> {
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

/** The draft that a new form is for: the actor's own or, if they have none, one that saving the form creates. */
export async function draftForForm(actor: Actor): Promise<DraftOfForm> {
  const draft = await findBrief(actor);
  return { key: draft?.key ?? randomUUID(), isStored: draft !== null };
}

/** What happened to a form's draft since the form was shown. */
export type DraftLoss = "posted" | "discarded" | "replaced";

export const isDraftLoss = (refused: string): refused is DraftLoss => refused in draftLossWords;

/**
 * What to tell someone whose form wasn't saved because its draft is gone, and the draft to save it to if they insist.
 */
export async function lostDraft(actor: Actor, refused: DraftLoss): Promise<LostDraft> {
  return { words: draftLossWords[refused], next: await draftForForm(actor) };
}

const draftLossWords: Record<DraftLoss, string> = {
  posted:
    "You've already posted this brief, maybe in another tab. To start a new one with what's here, press the button again.",
  discarded:
    "You discarded this draft, maybe in another tab. To start a new one with what's here, press the button again.",
  replaced:
    "A draft from another tab replaced this one, so nothing was saved. To save what's here over it, press the button again.",
};

type SaveBriefOutcome =
  | Outcome<"not-creator" | DraftLoss, { kept: KeptBrief }>
  | { ok: false; refused: "invalid"; errors: BriefErrors };

/**
 * Stores the given steps of the draft and leaves the others alone, so that tabs editing different steps don't overwrite
 * each other. Within a step, the last save wins.
 * @param key the key of the draft shown on the page, or a new one if there is none
 * @param how `isChecked` refuses what couldn't be posted; `isStored` refuses if that draft isn't stored anymore;
 * `isSameDraft` refuses if a different one is
 * @returns the whole draft as it is now. Refused: 'not-creator'; 'posted' if a project was posted with the key;
 * 'discarded'; 'replaced'; 'invalid', though a title may still be missing
 */
export async function saveBrief(
  actor: Actor,
  key: string,
  sent: Partial<TypedBrief>,
  how: { isChecked?: boolean; isStored?: boolean; isSameDraft?: boolean } = {},
): Promise<SaveBriefOutcome> {
  if (how.isChecked) {
    const errors = errorsIn(sent, checkBrief({ ...blankBrief, ...sent }, await listCatalog()).errors);
    if (!sent.title?.trim()) delete errors.title;
    if (Object.keys(errors).length > 0) return { ok: false, refused: "invalid", errors };
  }
  return transactionBy<SaveBriefOutcome>(actor, async (tx) => {
    if (!(await lockPosts(tx, actor))) return { ok: false, refused: "not-creator" };
    if (await findPosted(tx, actor, key)) return { ok: false, refused: "posted" };
    const draft = await findBrief(actor, tx);
    if (how.isStored && !draft) return { ok: false, refused: "discarded" };
    if ((how.isStored || how.isSameDraft) && draft && draft.key !== key)
      return { ok: false, refused: "replaced" };
    const kept = { key: draft?.key ?? key, typed: { ...blankBrief, ...draft?.typed, ...sent } };
    await writeDraft(tx, actor, kept);
    return { ok: true, kept };
  });
}

/**
 * Creates the draft if there's none and none is expected. The caller must hold `lockPosts`. Returns null if there's now
 * a draft with this key, or else what happened to the form's draft.
 */
async function openDraft(
  tx: Transaction,
  actor: Actor,
  { key, isStored }: DraftOfForm,
): Promise<DraftLoss | null> {
  if (await findPosted(tx, actor, key)) return "posted";
  const draft = await findBrief(actor, tx);
  if (!draft && isStored) return "discarded";
  if (!draft) await writeDraft(tx, actor, { key, typed: blankBrief });
  return draft && draft.key !== key ? "replaced" : null;
}

/** What to say about a project before copying it; null if it isn't the actor's own. */
export async function findForCopy(
  actor: Actor,
  projectId: string,
): Promise<{ title: string; files: number } | null> {
  const row = await db.projectBrief.findFirst({
    where: { id: projectId, creatorId: actor.userId },
    select: { title: true, _count: { select: { files: true } } },
  });
  return row && { title: row.title, files: row._count.files };
}

export const isDraftBlank = ({ typed, files }: BriefDraft): boolean => files === 0 && isBlank(typed);

/** The caller must hold `lockPosts`. */
async function writeDraft(tx: Transaction, { userId }: Actor, { key, typed }: KeptBrief): Promise<void> {
  const fields = typed as unknown as Prisma.InputJsonObject;
  await tx.projectDraft.upsert({
    where: { creatorId: userId },
    create: { creatorId: userId, key, fields },
    update: { key, fields },
  });
}

type PostBriefOutcome =
  | Outcome<"not-creator" | "unconfirmed" | "post-limit" | DraftLoss, { projectId: string }>
  | { ok: false; refused: "invalid"; errors: BriefErrors }
  | { ok: false; refused: "incomplete"; step: BriefStep };

/**
 * Stores the given steps and posts the draft, once per key. Refused: 'not-creator'; 'invalid' if the given steps can't
 * be posted, in which case nothing is stored; 'posted' if something else was posted with the key; 'discarded' if the
 * draft was stored (`isStored`) and isn't anymore; 'replaced' if the current draft is a different one. These refusals
 * still store the steps: 'incomplete' if another step has errors, 'unconfirmed', 'post-limit'.
 */
export async function postBrief(
  actor: Actor,
  key: string,
  sent: Partial<TypedBrief>,
  { isStored = false } = {},
): Promise<PostBriefOutcome> {
  if (actor.userType !== "creator") return { ok: false, refused: "not-creator" };
  const draft = await findBrief(actor);
  const kept = draft?.key === key ? draft.typed : blankBrief;
  const { errors } = checkBrief({ ...kept, ...sent }, await listCatalog());
  const own = errorsIn(sent, errors);
  if (Object.keys(own).length > 0)
    return (await postedBefore(actor, key, sent)) ?? { ok: false, refused: "invalid", errors: own };
  const saved = await saveBrief(actor, key, sent, { isStored, isSameDraft: true });
  if (saved.ok) return postDraft(actor, key);
  return (await postedBefore(actor, key, sent)) ?? saved;
}

/** A form that's sent twice gets the project it posted. It's refused if its content has changed since. */
async function postedBefore(
  actor: Actor,
  key: string,
  sent: Partial<TypedBrief>,
): Promise<Outcome<"posted", { projectId: string }> | null> {
  const projectId = await findPosted(db, actor, key);
  const posted = projectId && (await findOwnBrief(actor, projectId));
  if (!posted) return null;
  const { project } = checkBrief({ ...typedOf(posted), ...sent }, await listCatalog());
  return project && isSameBrief(project, posted) ? { ok: true, projectId } : { ok: false, refused: "posted" };
}

async function postDraft(actor: Actor, key: string): Promise<PostBriefOutcome> {
  const catalog = await listCatalog();
  return transactionBy<PostBriefOutcome>(actor, async (tx) => {
    await lockPosts(tx, actor);
    const before = await findPosted(tx, actor, key);
    if (before) return { ok: true, projectId: before };
    const draft = await findBrief(actor, tx);
    if (draft?.key !== key) return { ok: false, refused: "replaced" };
    const { project, errors } = checkBrief(draft.typed, catalog);
    if (!project) return { ok: false, refused: "incomplete", step: wrongStep(errors) ?? "details" };
    const posted = await writeProject(tx, actor, project, key);
    if (posted.ok) return posted;
    const { refused } = posted;
    if (refused === "post-limit" || refused === "unconfirmed" || refused === "not-creator")
      return { ok: false, refused };
    throw new Error(`a checked draft wasn't posted: ${refused}`);
  });
}

/** The errors that keep the draft from being posted, by field. */
export async function findBriefErrors({ typed }: Pick<BriefDraft, "typed">): Promise<BriefErrors> {
  return checkBrief(typed, await listCatalog()).errors ?? {};
}

type CopyBriefOutcome =
  | Outcome<"not-found" | "not-creator">
  | { ok: false; refused: "has-draft"; draft: BriefDraft };

/**
 * Turns the actor's own project into a draft, to post it again. The draft has the project's files, but no start date in
 * the past. Repeated or concurrent calls make one draft. Refused: 'not-found', 'not-creator', 'has-draft' if another
 * draft would be lost.
 * @param replacing key of a draft that may be lost; blank drafts always may
 */
export async function copyBrief(
  actor: Actor,
  projectId: string,
  replacing: string | null,
): Promise<CopyBriefOutcome> {
  const brief = await findOwnBrief(actor, projectId);
  if (!brief) return { ok: false, refused: "not-found" };
  // The en-CA locale formats dates as yyyy-MM-dd.
  const today = new Date().toLocaleDateString("en-CA", { timeZone: actor.timeZone });
  const startDate = brief.startDate && brief.startDate >= today ? brief.startDate : null;
  const typed = typedOf({ ...brief, startDate });
  return transactionBy<CopyBriefOutcome>(actor, async (tx) => {
    await lockPosts(tx, actor);
    // Switching the owner's type takes the same lock. Contributors keep their projects, but can't write briefs.
    const profile = await tx.profile.findUnique({ where: { id: actor.userId }, select: { userType: true } });
    if (profile?.userType !== "creator") return { ok: false, refused: "not-creator" };
    const draft = await findBrief(actor, tx);
    // The form was sent twice: the draft is already this copy.
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
  const files = await tx.briefFile.findMany({
    where: { OR: [{ draftOf: userId }, { projectId, creatorId: userId }] },
    orderBy: { mediaId: "asc" },
    select: { mediaId: true, projectId: true },
  });
  const ofDraft = files.filter((file) => file.projectId === null);
  const ofProject = files.filter((file) => file.projectId !== null);
  return isDeepStrictEqual(
    ofDraft.map(({ mediaId }) => mediaId),
    ofProject.map(({ mediaId }) => mediaId),
  );
}

/** Gives the draft its own rows for the project's files. The media are deleted once no brief uses them. */
async function shareFiles(tx: Transaction, { userId }: Actor, projectId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO brief_files (key, creator_id, draft_of, media_id, created_at)
    SELECT gen_random_uuid(), creator_id, creator_id, media_id, created_at FROM brief_files
     WHERE project_id = ${projectId}::uuid AND creator_id = ${userId}::uuid ORDER BY created_at, id`;
}

/** Discards only the draft with that key; false if there's none. */
export async function discardBrief(actor: Actor, key: string): Promise<boolean> {
  return transactionBy(actor, async (tx) => {
    // A save that has read the draft would write it again.
    await lockPosts(tx, actor);
    const { count } = await tx.projectDraft.deleteMany({ where: { creatorId: actor.userId, key } });
    return count === 1;
  });
}

/** Why a brief's files can't be changed. */
type Gone = "not-found" | "closed" | "not-creator" | DraftLoss;

/** Why a single file was refused. The brief may still accept others. */
export type FileRefusal =
  | { ok: false; refused: "most-files" }
  /** The plan allows only pictures. */
  | { ok: false; refused: "plan" }
  | { ok: false; refused: "too-often"; waitSeconds: number }
  | NotStored;

type AttachOutcome = Outcome<Gone> | FileRefusal;

/**
 * Adds a file to the actor's own brief and notifies the applicants if it's posted. Pictures are allowed on every plan,
 * PDFs and sounds only on plans that share files; those added under an earlier plan stay. Idempotent per key. Refused:
 * 'most-files', 'plan', 'too-often', a reason in `Gone`, and what `storeMedia` refuses.
 */
export async function attachFile(
  actor: Actor,
  brief: BriefWithFiles,
  key: string,
  given: Given,
): Promise<AttachOutcome> {
  // Checked before storing the file, to avoid needless work, and again when attaching it, because another file may have
  // been added in between.
  const room = await withLockedBrief<AttachOutcome>(actor, brief, async (tx, owner) =>
    hasRoom(tx, actor, owner, key),
  );
  if (!room.ok || (await isAttached(db, actor, key))) return room;
  // Resumable uploads counted toward the limit when they began.
  const waitSeconds = "path" in given ? await takeFromLimit("media", actor.userId, actor) : 0;
  if (waitSeconds > 0) return { ok: false, refused: "too-often", waitSeconds };
  const sharesFiles = await canShareFiles(actor);
  const stored = await storeMedia(actor, given, sharesFiles ? ["image", "pdf", "audio"] : ["image"], {
    keepsOriginal: true,
  });
  if (!stored.ok) return stored.refused === "type" && !sharesFiles ? { ok: false, refused: "plan" } : stored;
  return withLockedBrief<AttachOutcome>(actor, brief, async (tx, owner) => {
    const refused = await hasRoom(tx, actor, owner, key);
    if (!refused.ok || (await isAttached(tx, actor, key))) return refused;
    await tx.briefFile.create({ data: { key, creatorId: actor.userId, mediaId: stored.mediaId, ...owner } });
    await announceChange(tx, actor, owner);
    return { ok: true };
  });
}

type AttachAllOutcome = Outcome<Gone, { added: number; refused: { name: string; why: FileRefusal }[] }>;

/**
 * Adds a form's files in order. A refused file doesn't stop the others. Idempotent per form. Refused as a whole: a
 * reason in `Gone`.
 */
export async function attachFiles(
  actor: Actor,
  brief: BriefWithFiles,
  formKey: string,
  given: readonly Given[],
): Promise<AttachAllOutcome> {
  const all: AttachAllOutcome = { ok: true, added: 0, refused: [] };
  for (const [index, one] of given.entries()) {
    const name = await nameOf(actor, one);
    const done = await attachFile(actor, brief, keyOf(formKey, index, one), one);
    if (done.ok) all.added += 1;
    else if (isGone(done)) return done;
    else all.refused.push({ name: plainName(name), why: done });
  }
  return all;
}

const isGone = (done: AttachOutcome & { ok: false }): done is { ok: false; refused: Gone } =>
  goneReasons.has(done.refused);
const goneReasons: ReadonlySet<string> = new Set<Gone>([
  "not-found",
  "closed",
  "not-creator",
  "posted",
  "discarded",
  "replaced",
]);

/** An ID that's the same when the form is sent again but differs if a different file is in the same position. */
function keyOf(formKey: string, index: number, given: Given): string {
  return idFrom(formKey, index, ...("path" in given ? [given.name, given.bytes] : [given.uploadId]));
}

/**
 * Removes a file from the brief. The media feature decides when the file itself is deleted. Idempotent. Refused: a
 * reason in `Gone`.
 */
export async function detachFile(
  actor: Actor,
  brief: BriefWithFiles,
  fileId: string,
): Promise<Outcome<Gone>> {
  if (!isId(fileId)) return { ok: true };
  return withLockedBrief<{ ok: true }>(actor, brief, async (tx, owner) => {
    const { count } = await tx.briefFile.deleteMany({
      where: { id: fileId, creatorId: actor.userId, ...owner },
    });
    if (count > 0) await announceChange(tx, actor, owner);
    return { ok: true };
  });
}

type Owner = { draftOf: string } | { projectId: string };

/** Runs `act` while holding the lock that serializes changes to the brief. */
async function withLockedBrief<Result extends { ok: boolean }>(
  actor: Actor,
  brief: BriefWithFiles,
  act: (tx: Transaction, owner: Owner) => Promise<Result>,
): Promise<Result | Outcome<Gone>> {
  if ("projectId" in brief)
    return withOwnProject<Result | Outcome<Gone>>(actor, brief.projectId, async (tx, project) =>
      isRunning(project) ? act(tx, { projectId: project.id }) : { ok: false, refused: "closed" },
    );
  return transactionBy<Result | Outcome<Gone>>(actor, async (tx) => {
    if (!(await lockPosts(tx, actor))) return { ok: false, refused: "not-creator" };
    const { draftKey: key, isStored = false } = brief;
    const refused = await openDraft(tx, actor, { key, isStored });
    return refused ? { ok: false, refused } : act(tx, { draftOf: actor.userId });
  });
}

async function hasRoom(
  tx: Transaction,
  actor: Actor,
  owner: Owner,
  key: string,
): Promise<Outcome<"most-files">> {
  if (await isAttached(tx, actor, key)) return { ok: true };
  const count = await tx.briefFile.count({ where: owner });
  return count < mostBriefFiles ? { ok: true } : { ok: false, refused: "most-files" };
}

const isAttached = async (tx: Transaction, { userId }: Actor, key: string) =>
  (await tx.briefFile.count({ where: { creatorId: userId, key } })) > 0;

const announceInterval = 3_600_000;

/**
 * Tells applicants that a posted project changed, at most once an hour, because people often change several files in a
 * row.
 */
async function announceChange(tx: Transaction, actor: Actor, owner: Owner): Promise<void> {
  if (!("projectId" in owner)) return;
  const { projectId } = owner;
  const since = new Date(Date.now() - announceInterval);
  if ((await tx.projectEvent.count({ where: { projectId, kind: "edited", createdAt: { gt: since } } })) > 0)
    return;
  const eventId = await writeEvent(tx, { projectId, kind: "edited", actorId: actor.userId });
  await tellApplicantsSoon(tx, projectId, eventId, "edited");
}
