import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import type { StorageUse } from "~/features/media/media";
import type { ServableMedia } from "~/features/media/serving.server";
import { canSeeProfile, isPublic, type ProfileStanding } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { db, readRows, type Transaction } from "~/platform/db.server";
import { coverFirst, type FramedSample, framed, type SampleView } from "./sample";

/** A row of `shown_samples`. */
export type SampleRow = Omit<SampleView, "service"> & {
  profileId: string;
  position: number;
  serviceId: number | null;
  /** Whether the application named this sample. Only set when reading an application's samples. */
  isNamed?: boolean;
};

/** All samples of a profile, in their owner's order. The caller must check whether the viewer may see the profile. */
export async function listSamples(profileId: string): Promise<SampleView[]> {
  const [row] = await readRows<{ samples: SampleRow[] | null }>(
    "portfolio-samples",
    // The subquery turns $1 into a column, because with a parameter, PostgreSQL may plan the query every time.
    "SELECT samples FROM (SELECT $1::uuid AS id OFFSET 0) person CROSS JOIN LATERAL samples_of(person.id)",
    [profileId],
  );
  return sampleViews(row?.samples ?? null);
}

export interface OwnWork {
  samples: SampleView[];
  storage: StorageUse;
  /** What the card says about the person, such as a service and a place. */
  about: string[];
}

/** The actor's samples in order, the space that their files take, and the facts on their card. */
export async function findOwnWork({ userId }: Actor): Promise<OwnWork> {
  const [row] = await readRows<{
    samples: SampleRow[] | null;
    storage: StorageUse;
    location: string;
    serviceId: number | null;
  }>(
    "portfolio-own",
    `SELECT (SELECT samples FROM samples_of(p.id)) AS samples, (SELECT storage FROM storage_of(p.id)) AS storage, p.location,
            coalesce((SELECT s.service_id FROM work_samples s WHERE s.id = (SELECT id FROM cover_sample(p.id))),
              (SELECT min(c.service_id) FROM contributor_services c WHERE c.contributor_id = p.id)) AS "serviceId"
       FROM profiles p WHERE p.id = $1`,
    [userId],
  );
  const { byId } = await listCatalog();
  const service = row?.serviceId ? byId.services[row.serviceId] : null;
  return {
    samples: await sampleViews(row?.samples ?? null),
    storage: row?.storage ?? {},
    about: [service, row?.location].filter((text): text is string => Boolean(text)),
  };
}

/** The actor's own samples among these IDs, in the owner's order. Leaves out removed ones. */
export async function listOwnAmong(tx: Transaction, actor: Actor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const own = await tx.workSample.findMany({
    where: { id: { in: [...ids] }, profileId: actor.userId, removedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return own.map(({ id }) => id);
}

/** Groups samples by person, each with the cover first. */
export async function foremostViews(rows: SampleRow[]): Promise<Map<string, SampleView[]>> {
  const people = new Map<string, SampleRow[]>();
  for (const row of rows) people.set(row.profileId, [...(people.get(row.profileId) ?? []), row]);
  const views = new Map<string, SampleView[]>();
  for (const [personId, own] of people) {
    views.set(personId, coverFirst(await sampleViews(own)));
  }
  return views;
}

/** What one line about a person shows: name, face and work. */
export interface FaceView {
  name: string;
  avatarUrl: string | null;
  /** The person's cover or first sample. Null if other people can't open their profile. */
  work: FramedSample | null;
}

/** Faces by the person's ID. The caller must check whether the viewer may know about these people. */
export async function listFaces(people: readonly string[]): Promise<Record<string, FaceView>> {
  if (people.length === 0) return {};
  const rows = await readRows<Omit<FaceView, "work"> & { id: string; work: SampleRow[] | null }>(
    "portfolio-faces",
    `SELECT p.id, p.full_name AS name, p.avatar_url AS "avatarUrl",
            CASE WHEN EXISTS (SELECT FROM open_profile(p.id))
                 THEN (SELECT json_agg(own) FROM foremost_samples(ARRAY[p.id], 1) own) END AS work
       FROM (SELECT $1::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL unnest(given.ids) one (id)
       JOIN profiles p ON p.id = one.id`,
    [people],
  );
  const samples = await foremostViews(rows.flatMap(({ work }) => work ?? []));
  return Object.fromEntries(
    rows.map(({ id, name, avatarUrl }) => {
      const [cover] = samples.get(id) ?? [];
      return [id, { name, avatarUrl, work: cover ? framed(cover) : null }];
    }),
  );
}

/** One of the actor's own samples; null for anyone else's, and for a removed one. */
export async function findOwnSample(actor: Actor, sampleId: string): Promise<OwnSample | null> {
  if (!isId(sampleId)) return null;
  const where = { id: sampleId, profileId: actor.userId, removedAt: null };
  const [samples, own] = await Promise.all([
    listSamples(actor.userId),
    db.workSample.findFirst({ where, select: { serviceId: true, alt: true } }),
  ]);
  const sample = samples.find(({ id }) => id === sampleId);
  return sample && own ? { ...sample, ...own } : null;
}

type OwnSample = SampleView & { serviceId: number | null; alt: string | null };

type Owner = ProfileStanding & { fullName: string };

/** $1 is the sample, $2 the viewer or null. */
const ownedText = `
SELECT s.*, json_build_object('id', p.id, 'fullName', p.full_name, 'userType', coalesce(p.user_type, 'creator'),
                              'status', k.status) AS owner
  FROM shown_samples s JOIN profiles p ON p.id = s."profileId" LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE s.id = $1 AND EXISTS (SELECT FROM reachable($2, p.id))`;

/**
 * A sample and its owner. Null if it doesn't exist or the viewer may not see its owner's profile, so that they can't
 * tell which.
 */
export async function findSample(
  viewer: Actor | null,
  sampleId: string,
): Promise<{ sample: SampleView; owner: Owner } | null> {
  if (!isId(sampleId)) return null;
  const values = [sampleId, viewer?.userId ?? null];
  const [ownedSample] = await readRows<SampleRow & { owner: Owner }>("portfolio-owned", ownedText, values);
  if (!ownedSample) return null;
  const { owner, ...row } = ownedSample;
  const [sample] = await sampleViews([row]);
  return sample && canSeeProfile(owner, viewer) ? { sample, owner } : null;
}

export async function sampleViews(rows: SampleRow[] | null): Promise<SampleView[]> {
  const { byId } = await listCatalog();
  return (rows ?? []).map(
    ({ profileId: _profile, position: _position, isNamed: _named, serviceId, ...sample }) => ({
      ...sample,
      service: serviceId === null ? null : (byId.services[serviceId] ?? null),
    }),
  );
}

type Row = ServableMedia & {
  profile_id: string;
  user_type: "creator" | "contributor" | null;
  status: Actor["contributorStatus"];
  /**
   * True if the sample was removed, or if guests can't see its owner's profile. Such a file must not be cached
   * publicly.
   */
  is_kept_back: boolean;
};

/**
 * $1 is the file, $2 the viewer or null, $3 whether they're an admin. Admins also see samples that an admin hid, and
 * those of suspended people, because they have to decide about them.
 */
const mediaText = `
SELECT m.*, p.id AS profile_id, p.user_type, k.status,
       s.removed_at IS NOT NULL OR NOT EXISTS (SELECT FROM reachable(NULL::uuid, p.id)) AS is_kept_back
  FROM servable_media m CROSS JOIN LATERAL (
    SELECT profile_id, removed_at FROM work_samples WHERE media_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    UNION ALL
    SELECT profile_id, removed_at FROM work_samples WHERE still_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    LIMIT 1) s
  JOIN profiles p ON p.id = s.profile_id
  LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE m.id = $1 AND ($3::boolean OR EXISTS (SELECT FROM reachable($2, p.id)))`;

/**
 * A sample's file. Null if it doesn't exist or the viewer may not see its owner's profile, so that they can't tell
 * which.
 */
export async function findSampleMedia(
  viewer: Actor | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  const [row] = await readRows<Row>("portfolio-media", mediaText, [
    mediaId,
    viewer?.userId ?? null,
    viewer?.isAdmin ?? false,
  ]);
  if (!row) return null;
  const { profile_id: id, user_type, status, is_kept_back, ...media } = row;
  const standing = { id, userType: user_type ?? "creator", status } as const;
  return canSeeProfile(standing, viewer) ? { media, isPublic: !is_kept_back && isPublic(standing) } : null;
}
