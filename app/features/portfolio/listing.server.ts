import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { canSeeProfile, isPublic } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { readRows, type Transaction } from "~/platform/db.server";
import { coverOf, type SampleView } from "./sample";

type StoredMedia = {
  mediaId: string;
  bytes: number;
  width: number;
  height: number;
  widths: number[];
  milliseconds: number;
};

/** As read from the database. */
export type SampleRow = Pick<SampleView, "id" | "kind" | "title" | "part" | "url" | "linkTitle"> & {
  profile_id: string;
  service_id: number | null;
  made_on: string | null;
  is_cover: boolean;
  media: StoredMedia | null;
  still: StoredMedia | null;
  /** Where some are asked for by name. */
  is_named?: boolean;
};

const mediaOf = (
  alias: string,
) => `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('mediaId', ${alias}.id,
  'bytes', ${alias}.bytes, 'width', ${alias}.width, 'height', ${alias}.height, 'widths', ${alias}.widths,
  'milliseconds', ${alias}.milliseconds) END`;

const columns = `s.id, s.profile_id, s.kind, s.title, s.part, s.url, s.link_title AS "linkTitle", s.service_id, s.is_cover,
  to_char(s.made_on, 'YYYY-MM-DD') AS made_on, ${mediaOf("m")} AS media, ${mediaOf("t")} AS still`;
const joins = `LEFT JOIN media m ON m.id = s.media_id LEFT JOIN media t ON t.id = s.still_id`;

/** SQL: all samples of a person, a uuid expression, in their order, as JSON for `sampleViews`; null without any. */
export const samplesOf = (person: string) => `(
  SELECT json_agg(own ORDER BY own.position, own.id) FROM (
    SELECT ${columns}, s.position FROM work_samples s ${joins}
     WHERE s.profile_id = ${person} AND s.removed_at IS NULL) own)`;

const allText = `SELECT ${samplesOf("$1::uuid")} AS samples`;

/** All of a profile's, in its owner's order. The caller has decided that the viewer may see the profile. */
export async function listSamples(profileId: string): Promise<SampleView[]> {
  const [row] = await readRows<{ samples: SampleRow[] | null }>("portfolio-samples", allText, [profileId]);
  return sampleViews(row?.samples ?? null);
}

/**
 * SQL: those of a person's samples that are among `ids`, both SQL expressions, for `sampleViews`; null without any, and
 * for someone whose profile is closed. Removed ones are left out.
 */
export const samplesAmong = (person: string, ids: string) =>
  openSamples(person, `s.id = ANY (${ids})`, "s.position, s.id", ids);

/** SQL: those first, then the person's cover and the next samples; `is_named` tells them apart. */
export const samplesLedBy = (person: string, ids: string) =>
  openSamples(person, "true", `s.id = ANY (${ids}) DESC, s.is_cover DESC, s.position, s.id`, ids);

const openSamples = (person: string, condition: string, order: string, ids: string) => `(
  SELECT json_agg(own) FROM (
    SELECT ${columns}, s.id = ANY (${ids}) AS is_named FROM work_samples s ${joins}
     WHERE s.profile_id = ${person} AND s.removed_at IS NULL AND ${condition} AND EXISTS (SELECT FROM approved_contributor(${person}))
     ORDER BY ${order} LIMIT 5) own)`;

/** Those of the ids that are the actor's samples, in their order. */
export async function listOwnAmong(tx: Transaction, actor: Actor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const own = await tx.workSample.findMany({
    where: { id: { in: [...ids] }, profileId: actor.userId, removedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return own.map(({ id }) => id);
}

/** SELECT: the id of the sample that `coverOf` finds among all of a person's; their first if it finds none. */
const coverId = (person: string) => `
  SELECT id FROM work_samples WHERE profile_id = ${person} AND removed_at IS NULL
   ORDER BY is_cover DESC, (kind = 'image' OR still_id IS NOT NULL) DESC, position, id LIMIT 1`;

const foremost = (people: string, most: string) => `
SELECT ${columns} FROM unnest(${people}) AS person (id) CROSS JOIN LATERAL (
  SELECT * FROM work_samples WHERE profile_id = person.id AND removed_at IS NULL
   ORDER BY id = (${coverId("person.id")}) DESC, position, id LIMIT ${most}) s ${joins}
 ORDER BY s.is_cover DESC, s.position, s.id`;

const foremostText = foremost("$1::uuid[]", "$2");

/** The cover and three, as a card shows. */
const mostForemost = 4;

/** SQL: `listForemost` of people, a uuid[] expression, as JSON for `foremostViews`. */
export const foremostOf = (people: string, most = mostForemost) =>
  `(SELECT coalesce(json_agg(own), '[]') FROM (${foremost(people, `${most}`)}) own)`;

/** The cover and the next samples of each of these people, in one statement; no one without any. */
export async function listForemost(
  profileIds: readonly string[],
  most = mostForemost,
): Promise<Map<string, SampleView[]>> {
  return foremostViews(
    profileIds.length > 0
      ? await readRows<SampleRow>("portfolio-foremost", foremostText, [[...profileIds], most])
      : [],
  );
}

/** By person, the cover first. */
export async function foremostViews(rows: SampleRow[]): Promise<Map<string, SampleView[]>> {
  const people = new Map<string, SampleRow[]>();
  for (const row of rows) people.set(row.profile_id, [...(people.get(row.profile_id) ?? []), row]);
  const views = new Map<string, SampleView[]>();
  for (const [personId, own] of people) {
    const samples = await sampleViews(own);
    const cover = coverOf(samples);
    views.set(personId, cover ? [cover, ...samples.filter((sample) => sample !== cover)] : samples);
  }
  return views;
}

/** Null if it is not the actor's, or was removed. */
export async function findOwnSample(actor: Actor, sampleId: string): Promise<OwnSample | null> {
  if (!isId(sampleId)) return null;
  const rows = await readRows<SampleRow>(
    "portfolio-one",
    `SELECT ${columns} FROM work_samples s ${joins} WHERE s.id = $1 AND s.profile_id = $2 AND s.removed_at IS NULL`,
    [sampleId, actor.userId],
  );
  const [sample] = await sampleViews(rows);
  return sample ? { ...sample, serviceId: rows[0]?.service_id ?? null } : null;
}

type OwnSample = SampleView & { serviceId: number | null };

export async function sampleViews(rows: SampleRow[] | null): Promise<SampleView[]> {
  const { byId } = await listCatalog();
  return (rows ?? []).map(
    ({ profile_id: _, service_id, made_on, is_cover, is_named: _named, media, still, ...row }) => {
      const picture = row.kind === "image" ? media : still;
      return {
        ...row,
        service: service_id === null ? null : (byId.services[service_id] ?? null),
        madeOn: made_on,
        isCover: is_cover,
        picture: picture && {
          mediaId: picture.mediaId,
          width: picture.width,
          height: picture.height,
          widths: picture.widths,
        },
        file:
          media && row.kind !== "image"
            ? {
                mediaId: media.mediaId,
                bytes: media.bytes,
                milliseconds: media.milliseconds,
                width: media.width,
                height: media.height,
              }
            : null,
      };
    },
  );
}

type Row = ServableMedia & {
  profile_id: string;
  user_type: "creator" | "contributor" | null;
  status: Actor["contributorStatus"];
  /** Removed, or its owner is hidden. */
  is_kept_back: boolean;
};

/** $3: admins also see what they decide about: what one of them hid, and people whom one of them suspended. */
const text = `
SELECT ${servableColumns}, p.id AS profile_id, p.user_type, k.status,
       s.removed_at IS NOT NULL OR NOT EXISTS (SELECT FROM reachable($2, p.id)) AS is_kept_back
  FROM media m CROSS JOIN LATERAL (
    SELECT profile_id, removed_at FROM work_samples WHERE media_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    UNION ALL
    SELECT profile_id, removed_at FROM work_samples WHERE still_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    LIMIT 1) s
  JOIN profiles p ON p.id = s.profile_id
  LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE m.id = $1 AND ($3::boolean OR EXISTS (SELECT FROM reachable($2, p.id)))`;

/** Media of a work sample; null, indistinguishably, if there is none or the viewer may not see its owner's profile. */
export async function findSampleMedia(
  viewer: Pick<Actor, "userId" | "isAdmin"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  const [row] = await readRows<Row>("portfolio-media", text, [
    mediaId,
    viewer?.userId ?? null,
    viewer?.isAdmin ?? false,
  ]);
  if (!row) return null;
  const { profile_id: id, user_type, status, is_kept_back, ...media } = row;
  const standing = { id, userType: user_type ?? "creator", status } as const;
  return canSeeProfile(standing, viewer) ? { media, isPublic: !is_kept_back && isPublic(standing) } : null;
}
