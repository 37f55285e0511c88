import { createHash } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { type Given, nameOf } from "~/features/media/arriving.server";
import type { MediaKind } from "~/features/media/media";
import { plainName } from "~/features/media/receiving.server";
import { type StoreRefusal, storeMedia } from "~/features/media/storing.server";
import { lockPosts } from "~/features/plans/counting.server";
import { canShareFiles } from "~/features/plans/file-sharing.server";
import { isId } from "~/ids";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { tellApplicantsSoon } from "./announcing.server";
import { type BriefWithFiles, mostBriefFiles } from "./brief-files";
import { openDraft } from "./drafting.server";
import { isEditable } from "./editing.server";
import { writeEvent } from "./history.server";
import { withOwnProject } from "./owning.server";

/** 'closed': the project. 'posted', 'replaced': the draft, in the meantime. */
type Gone = "not-found" | "closed" | "not-creator" | "posted" | "replaced";

/** What is wrong with one file; the brief takes others. */
export type FileRefusal =
  | { ok: false; refused: "most-files" }
  /** It takes pictures only. */
  | { ok: false; refused: "plan" }
  | { ok: false; refused: "too-often"; waitSeconds: number }
  | { ok: false; refused: StoreRefusal; kind?: MediaKind };

export type AttachOutcome = { ok: true } | { ok: false; refused: Gone } | FileRefusal;

/**
 * Adds a picture, or a PDF where the plan shares files, to an own brief; to a posted one, its applicants hear of it.
 * The same key again changes nothing, and what an earlier plan has added stays. Refused: 'most-files', 'plan',
 * 'too-often', why the brief takes none, and what `storeMedia` refuses.
 */
export async function attachFile(
  actor: Actor,
  brief: BriefWithFiles,
  key: string,
  given: Given,
): Promise<AttachOutcome> {
  // Before anything is stored; decided again when it is.
  const room = await inBrief<AttachOutcome>(actor, brief, async (tx, owner) =>
    hasRoom(tx, actor, owner, key),
  );
  if (!room.ok || (await isAttached(db, actor, key))) return room;
  // A resumable upload was counted when it began.
  const waitSeconds = "path" in given ? await takeFromLimit("media", actor.userId, actor) : 0;
  if (waitSeconds > 0) return { ok: false, refused: "too-often", waitSeconds };
  const sharesFiles = await canShareFiles(actor);
  const stored = await storeMedia(actor, given, sharesFiles ? ["image", "pdf"] : ["image"]);
  if (!stored.ok) return stored.refused === "type" && !sharesFiles ? { ok: false, refused: "plan" } : stored;
  return inBrief<AttachOutcome>(actor, brief, async (tx, owner) => {
    const refused = await hasRoom(tx, actor, owner, key);
    if (!refused.ok || (await isAttached(tx, actor, key))) return refused;
    await tx.briefFile.create({ data: { key, creatorId: actor.userId, mediaId: stored.mediaId, ...owner } });
    await announceChange(tx, actor, owner);
    return { ok: true };
  });
}

export type AttachAllOutcome =
  | { ok: true; added: number; refused: { name: string; why: FileRefusal }[] }
  | { ok: false; refused: Gone };

/**
 * Adds each of a form's files, in order; those that are refused leave the others alone. The same form again changes
 * nothing. Refused: why the brief takes none any more.
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
  "replaced",
]);

/** Of one file of a form: the same when the form is sent again, another for another file in the same place. */
function keyOf(formKey: string, index: number, given: Given): string {
  const what = "path" in given ? [given.name, given.bytes] : [given.uploadId];
  const hash = createHash("sha256")
    .update(JSON.stringify([formKey, index, ...what]))
    .digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Takes one out; its files follow, see media. Gone already, nothing changes. Refused: why the brief is closed. */
export async function detachFile(
  actor: Actor,
  brief: BriefWithFiles,
  fileId: string,
): Promise<{ ok: true } | { ok: false; refused: Gone }> {
  if (!isId(fileId)) return { ok: true };
  return inBrief<{ ok: true }>(actor, brief, async (tx, owner) => {
    const { count } = await tx.briefFile.deleteMany({
      where: { id: fileId, creatorId: actor.userId, ...owner },
    });
    if (count > 0) await announceChange(tx, actor, owner);
    return { ok: true };
  });
}

type Owner = { draftOf: string } | { projectId: string };

/** Runs `act` while no one else changes the brief. */
async function inBrief<Outcome extends { ok: boolean }>(
  actor: Actor,
  brief: BriefWithFiles,
  act: (tx: Transaction, owner: Owner) => Promise<Outcome>,
): Promise<Outcome | { ok: false; refused: Gone }> {
  if ("projectId" in brief)
    return withOwnProject<Outcome | { ok: false; refused: Gone }>(
      actor,
      brief.projectId,
      async (tx, { id, status }) =>
        isEditable(status) ? act(tx, { projectId: id }) : { ok: false, refused: "closed" },
    );
  return transaction<Outcome | { ok: false; refused: Gone }>(async (tx) => {
    if (!(await lockPosts(tx, actor))) return { ok: false, refused: "not-creator" };
    const refused = await openDraft(tx, actor, brief.draftKey);
    return refused ? { ok: false, refused } : act(tx, { draftOf: actor.userId });
  });
}

async function hasRoom(
  tx: Transaction,
  actor: Actor,
  owner: Owner,
  key: string,
): Promise<{ ok: true } | { ok: false; refused: "most-files" }> {
  if (await isAttached(tx, actor, key)) return { ok: true };
  const count = await tx.briefFile.count({ where: owner });
  return count < mostBriefFiles ? { ok: true } : { ok: false, refused: "most-files" };
}

const isAttached = async (tx: Transaction, { userId }: Actor, key: string) =>
  (await tx.briefFile.count({ where: { creatorId: userId, key } })) > 0;

const quiet = 3_600_000;

/** Of a posted project, once an hour however many files are changed. */
async function announceChange(tx: Transaction, actor: Actor, owner: Owner): Promise<void> {
  if (!("projectId" in owner)) return;
  const { projectId } = owner;
  const since = new Date(Date.now() - quiet);
  if ((await tx.projectEvent.count({ where: { projectId, kind: "edited", createdAt: { gt: since } } })) > 0)
    return;
  const eventId = await writeEvent(tx, { projectId, kind: "edited", actorId: actor.userId });
  await tellApplicantsSoon(tx, projectId, eventId, "edited");
}
