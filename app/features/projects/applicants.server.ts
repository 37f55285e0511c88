import type { Actor } from "~/features/accounts/actor";
import { priceLine } from "~/features/catalog/amount";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type BadgeView, badgeOf } from "~/features/discovery/showing.server";
import type { SavingOffer } from "~/features/favorites/favorites";
import { offerOf } from "~/features/favorites/saving.server";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { isId } from "~/ids";
import { cursorOf, percentCursorOf, readCursor, readPercentCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import {
  type ApplicationStage,
  type ApplicationStatus,
  type Folder,
  type ProjectChoices,
  projectTraits,
} from "./project";
import type { ProjectView } from "./viewing.server";

export interface ApplicantView {
  /** False for a suspended or hidden contributor, whose application is kept but can't be read or decided. */
  isAvailable: boolean;
  /** Missing in a list. */
  applicationId?: string;
  contributorId: string;
  name: string;
  avatarUrl: string | null;
  status: ApplicationStatus;
  stage: ApplicationStage;
  /** In a list, at most its first 200 characters. */
  note: string;
  portfolioLink: string | null;
  answers: string[];
  /** The samples named in the application. If it names none, a few from the profile, except in lists. */
  samples: SampleView[];
  areNamed: boolean;
  privateNote: string;
  declineNote: string;
  appliedAt: string;
  availability: string;
  priceRange: string;
  services: string[];
  match: BadgeView | null;
  /** The account is gone, so the application can't be decided anymore. */
  hasLeft: boolean;
}

type Row = Pick<
  ApplicantView,
  | (
      | "isAvailable"
      | "applicationId"
      | "contributorId"
      | "avatarUrl"
      | "status"
      | "stage"
      | "note"
      | "portfolioLink"
      | "answers"
    )
  | ("privateNote" | "declineNote" | "hasLeft")
> & {
  fullName: string;
  percent: number;
  /** A string if it was read as JSON. */
  appliedAt: Date | string;
  offered: Traits;
  asked: ProjectChoices;
  samples: SampleRow[] | null;
};

/** The statuses and stages that each folder shows. Archived applications are only in their own folder. */
const contents: Record<Folder, readonly (readonly [ApplicationStatus, ApplicationStage])[]> = {
  all: [
    ["pending", "new"],
    ["pending", "shortlisted"],
    ["accepted", "new"],
    ["declined", "new"],
  ],
  waiting: [["pending", "new"]],
  shortlisted: [["pending", "shortlisted"]],
  archived: [["pending", "archived"]],
  accepted: [["accepted", "new"]],
  declined: [["declined", "new"]],
};

const pageSize = 4;
const noteShown = 200;
const foremostShown = 3;

/**
 * $1 actor, $2 project, $3 statuses, $4 stages, $5 and $6 the last row of the previous page, $7 rows. Reads at most a
 * page of each folder.
 */
const byMatchText = `
SELECT one.*, (SELECT samples FROM samples_among(one."contributorId", one."sampleIds")) AS samples
  FROM (
    SELECT a.* FROM unnest($3::application_status[], $4::application_stage[]) AS folder (status, stage)
     CROSS JOIN LATERAL (
       SELECT a.percent, a.contributor_id FROM project_applications a
        WHERE a.project_id = $2 AND a.status = folder.status AND a.stage = folder.stage
          AND (a.percent, a.contributor_id) < ($5::int, $6::uuid)
          AND NOT EXISTS (SELECT FROM blocked_between($1, a.contributor_id))
        ORDER BY a.percent DESC, a.contributor_id DESC LIMIT $7) a
     ORDER BY a.percent DESC, a.contributor_id DESC LIMIT $7) a
 CROSS JOIN LATERAL application_for_owner($1, $2, a.contributor_id) one
 ORDER BY a.percent DESC, a.contributor_id DESC`;

const byDateText = `
SELECT one.*, (SELECT samples FROM samples_among(one."contributorId", one."sampleIds")) AS samples
  FROM (
    SELECT a.* FROM unnest($3::application_status[], $4::application_stage[]) AS folder (status, stage)
     CROSS JOIN LATERAL (
       SELECT a.created_at, a.contributor_id FROM project_applications a
        WHERE a.project_id = $2 AND a.status = folder.status AND a.stage = folder.stage
          AND (a.created_at, a.contributor_id) < ($5::timestamptz, $6::uuid)
          AND NOT EXISTS (SELECT FROM blocked_between($1, a.contributor_id))
        ORDER BY a.created_at DESC, a.contributor_id DESC LIMIT $7) a
     ORDER BY a.created_at DESC, a.contributor_id DESC LIMIT $7) a
 CROSS JOIN LATERAL application_for_owner($1, $2, a.contributor_id) one
 ORDER BY a.created_at DESC, a.contributor_id DESC`;

/**
 * A page of the applications to the actor's own project, in one query; empty for someone else's project.
 * @param after the previous page's `next`
 */
export async function listApplicants(
  actor: Actor,
  projectId: string,
  { folder, sort, after }: { folder: Folder; sort: "match" | "date"; after: string | null },
): Promise<{ applicants: ApplicantView[]; next: string | null }> {
  if (!isId(projectId)) return { applicants: [], next: null };
  const [statuses, stages] = [0, 1].map((part) => contents[folder].map((content) => content[part]));
  const from = sort === "match" ? readPercentCursor(after) : readCursor(after);
  const rows = await readRows<Row>(
    `projects-applicants-by-${sort}`,
    sort === "match" ? byMatchText : byDateText,
    [actor.userId, projectId, statuses, stages, ...from, pageSize + 1],
  );
  const page = pageOf(rows, pageSize, ({ percent, appliedAt, contributorId }) =>
    sort === "match" ? percentCursorOf(percent, contributorId) : cursorOf(new Date(appliedAt), contributorId),
  );
  return {
    // Anything the list doesn't show would only make the page heavier.
    applicants: (await viewsOf(page.rows)).map((view) => ({
      ...view,
      answers: [],
      services: [],
      declineNote: "",
      samples: view.samples.map((sample) => ({ ...sample, ...noDetails })),
    })),
    next: page.next,
  };
}

const noDetails = { part: "", service: null, madeOn: null, file: null, url: null, linkTitle: "" };

/** $1 actor, $2 project, $3 contributors, passed as a column, because PostgreSQL would replan a parameter each time. */
const someText = `
SELECT b.id, b.title, b.status, b.questions,
       (SELECT coalesce(json_agg(one ORDER BY one.place), '[]') FROM (
         SELECT one.*, chosen.place, (SELECT a.id FROM project_applications a
                                       WHERE a.project_id = b.id AND a.contributor_id = chosen.id) AS "applicationId",
                (SELECT samples FROM samples_led_by(one."contributorId", one."sampleIds")) AS samples
           FROM unnest(given.ids) WITH ORDINALITY AS chosen (id, place)
          CROSS JOIN LATERAL application_for_owner($1, $2, chosen.id) one
          WHERE one."isAvailable" AND one.status <> 'withdrawn') one) AS applicants,
       (SELECT to_json(offer) FROM saving_offer($1, given.ids) offer) AS offer
  FROM (SELECT $3::uuid[] AS ids OFFSET 0) given CROSS JOIN project_briefs b WHERE b.id = $2 AND b.creator_id = $1`;

type ChosenProject = Pick<ProjectView, "id" | "title" | "status" | "questions">;

/**
 * The actor's own project with these applications in full, in the given order, without missing and unavailable ones;
 * null for someone else's.
 */
export async function findChosen(
  actor: Actor,
  projectId: string,
  contributorIds: readonly string[],
): Promise<{ project: ChosenProject; applicants: ApplicantView[]; saving: SavingOffer } | null> {
  if (!isId(projectId)) return null;
  const [row] = await readRows<ChosenProject & { applicants: Row[]; offer: Parameters<typeof offerOf>[1] }>(
    "projects-applicants",
    someText,
    [actor.userId, projectId, contributorIds.filter((id) => isId(id))],
  );
  if (!row) return null;
  const { applicants, offer, ...project } = row;
  return {
    project,
    applicants: await viewsOf(applicants, (note) => note),
    saving: offerOf(actor, offer),
  };
}

/** Like `findChosen`; empty for someone else's project. */
export async function findApplicants(...chosen: Parameters<typeof findChosen>): Promise<ApplicantView[]> {
  return (await findChosen(...chosen))?.applicants ?? [];
}

/** Falls back to a few samples of the profile. */
async function workOf(rows: SampleRow[]): Promise<SampleView[]> {
  const named = rows.filter(({ isNamed }) => isNamed);
  return sampleViews(named.length > 0 ? named : rows.slice(0, foremostShown));
}

async function viewsOf(
  rows: Row[],
  noteOf = (note: string) => shortened(note, noteShown),
): Promise<ApplicantView[]> {
  const names = await listCatalog();
  return Promise.all(
    rows.map(async (row) => {
      if (!row.isAvailable) return unavailable(row);
      const { availability, serviceIds } = row.offered;
      return {
        isAvailable: true,
        applicationId: row.applicationId,
        contributorId: row.contributorId,
        name: shownName(row.fullName, "contributor"),
        avatarUrl: row.avatarUrl,
        status: row.status,
        stage: row.stage,
        note: noteOf(row.note),
        portfolioLink: row.portfolioLink,
        answers: row.answers,
        samples: await workOf(row.samples ?? []),
        areNamed: row.samples?.[0]?.isNamed ?? false,
        privateNote: row.privateNote,
        declineNote: row.declineNote,
        appliedAt: new Date(row.appliedAt).toISOString(),
        availability,
        priceRange: priceLine(row.offered),
        services: namesOf(serviceIds, names.byId.services),
        match: badgeOf(row.offered, projectTraits(row.asked), names),
        hasLeft: row.hasLeft,
      };
    }),
  );
}

/** Hides even the name. */
function unavailable({ contributorId, status, stage, privateNote, appliedAt }: Row): ApplicantView {
  return {
    isAvailable: false,
    contributorId,
    name: shownName("", "contributor"),
    avatarUrl: null,
    status,
    stage,
    note: "",
    portfolioLink: null,
    answers: [],
    samples: [],
    areNamed: false,
    privateNote,
    declineNote: "",
    appliedAt: new Date(appliedAt).toISOString(),
    availability: "",
    priceRange: "",
    services: [],
    match: null,
    hasLeft: false,
  };
}

export interface ReplyFigures {
  answered: number;
  /** Pending, and the project isn't closed. */
  waiting: number;
  /** Pending when their project closed. */
  unanswered: number;
  /** The median time to a decision, in hours, over the latest decisions. */
  medianHours: number;
}

/** Fewer decisions say too little about a creator. */
const fewestAnswers = 5;

/**
 * Based on the creator's latest 50 projects and the latest decisions on each, which bounds the rows. Null with fewer
 * than five decisions.
 */
export async function findReplyFigures(creatorId: string): Promise<ReplyFigures | null> {
  const [row] = await readRows<Omit<ReplyFigures, "medianHours"> & { medianHours: number | null }>(
    "projects-reply-figures",
    `WITH latest AS MATERIALIZED (
       SELECT b.id, b.status IN ('open', 'in_progress') AS "isRunning", c.accepted + c.declined AS answered,
              c.waiting + c.shortlisted + c.archived AS pending
         FROM project_briefs b LEFT JOIN project_application_counts c ON c.project_id = b.id
        WHERE b.creator_id = $1 ORDER BY b.created_at DESC LIMIT 50
     )
     SELECT coalesce(sum(answered), 0)::int AS answered,
            coalesce(sum(pending) FILTER (WHERE "isRunning"), 0)::int AS waiting,
            coalesce(sum(pending) FILTER (WHERE NOT "isRunning"), 0)::int AS unanswered,
            (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - a.created_at) / 3600)
               FROM latest CROSS JOIN (VALUES ('accepted'), ('declined')) AS folder (status)
              CROSS JOIN LATERAL (
                SELECT a.created_at, a.decided_at FROM project_applications a
                 WHERE a.project_id = latest.id AND a.status = folder.status::application_status AND a.stage = 'new'
                 ORDER BY a.created_at DESC LIMIT 40) a) AS "medianHours"
       FROM latest`,
    [creatorId],
  );
  if (!row || row.answered < fewestAnswers || row.medianHours === null) return null;
  return { ...row, medianHours: row.medianHours };
}
