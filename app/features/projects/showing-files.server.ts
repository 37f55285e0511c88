import type { Actor } from "~/features/accounts/actor";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import type { BriefFileView, BriefWithFiles } from "./brief-files";

/** As `filesWhere` reads them. */
export interface BriefFileRow {
  id: string;
  mediaId: string;
  name: string;
  bytes: number;
  width: number;
  height: number;
  widths: number[];
}

/** SQL: the files of a brief, by a condition on `f`, as JSON for `fileViews`; null without any. */
export const filesWhere = (condition: string) => `(
  SELECT json_agg(json_build_object('id', f.id, 'mediaId', m.id, 'name', m.name, 'bytes', m.bytes, 'width', m.width,
           'height', m.height, 'widths', m.widths) ORDER BY f.created_at, f.id)
    FROM brief_files f JOIN media m ON m.id = f.media_id WHERE ${condition})`;

export const fileViews = (rows: BriefFileRow[] | null): BriefFileView[] =>
  (rows ?? []).map(({ width, height, widths, ...file }) => ({
    ...file,
    picture: widths.length > 0 ? { mediaId: file.mediaId, width, height, widths } : null,
  }));

const draftText = `SELECT ${filesWhere(
  "f.creator_id = $1 AND f.draft_of = (SELECT creator_id FROM project_drafts WHERE creator_id = $1 AND key = $2)",
)} AS files`;
const projectText = `SELECT ${filesWhere("f.creator_id = $1 AND f.project_id = $2")} AS files`;

/** Of the actor's own brief, in the order added; none of another's. */
export async function listOwnFiles(actor: Actor, brief: BriefWithFiles): Promise<BriefFileView[]> {
  const [name, text, id] =
    "projectId" in brief
      ? (["projects-own-files", projectText, brief.projectId] as const)
      : (["projects-draft-files", draftText, brief.draftKey] as const);
  if (!isId(id)) return [];
  const [row] = await readRows<{ files: BriefFileRow[] | null }>(name, text, [actor.userId, id]);
  return fileViews(row?.files ?? null);
}

const mediaText = `
SELECT ${servableColumns} FROM media m JOIN brief_files f ON f.media_id = m.id
 WHERE m.id = $1 AND (f.creator_id = $2 OR EXISTS (SELECT FROM reachable($2, f.creator_id))
   AND EXISTS (SELECT FROM shown_project($2, f.project_id)))`;

/** Media of a brief; null, indistinguishably, if there is none or the viewer may not see the brief. */
export async function findBriefMedia(
  viewer: Pick<Actor, "userId"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("projects-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}
