import type { Actor } from "~/features/accounts/actor";
import { priceLine } from "~/features/catalog/amount";
import { namesOf, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type BadgeView, badgeOf } from "~/features/discovery/showing.server";
import type { SavingOffer } from "~/features/favorites/favorites";
import { offerOf } from "~/features/favorites/saving.server";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import { type FramedSample, framed, type SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { isId } from "~/ids";
import { cursorOf, percentCursorOf, readCursor, readPercentCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import { noApplications } from "./cards.server";
import {
  type ApplicationStage,
  type ApplicationStatus,
  type Folder,
  type ProjectChoices,
  projectTraits,
} from "./project";
import type { ProjectView } from "./viewing.server";

export interface ApplicantView {
  /** False for a suspended or hidden contributor. The application is kept but can't be read or decided. */
  isAvailable: boolean;
  applicationId?: string;
  contributorId: string;
  name: string;
  avatarUrl: string | null;
  status: ApplicationStatus;
  stage: ApplicationStage;
  note: string;
  portfolioLink: string | null;
  answers: string[];
  /** The samples that the application names or, if it names none, a few from the profile. */
  samples: SampleView[];
  areNamed: boolean;
  privateNote: string;
  declineNote: string;
  /** When the decline will be announced. Null once it has been, because then it can't be undone silently anymore. */
  announceAt: string | null;
  releaseReason: string | null;
  appliedAt: string;
  percent: number;
  location: string | null;
  availability: string;
  priceRange: string;
  services: string[];
  match: BadgeView | null;
  /** The account is gone, so the application can't be decided anymore. */
  hasLeft: boolean;
}

/** An applicant as a page shows them. */
export type ShownApplicant = Omit<ApplicantView, "samples"> & { samples: FramedSample[] };

export const shownApplicant = (applicant: ApplicantView): ShownApplicant => ({
  ...applicant,
  // Only reports need it.
  applicationId: undefined,
  samples: applicant.samples.map(framed),
});

type Row = Pick<
  ApplicantView,
  | ("isAvailable" | "applicationId" | "contributorId" | "avatarUrl" | "status" | "stage" | "note")
  | ("portfolioLink" | "answers" | "privateNote" | "declineNote" | "hasLeft")
> & {
  fullName: string;
  percent: number;
  /** A date when it's a column, a string when it comes inside a JSON column. */
  appliedAt: Date | string;
  offered: Traits;
  asked: ProjectChoices;
  samples: SampleRow[] | null;
  later: {
    announceAt: string | null;
    releasedAt: string | null;
    releaseReason: string | null;
    location: string | null;
  };
};

/** Which statuses and stages each folder shows. "All" leaves out archived applications. */
const folderContents: Record<
  Folder,
  readonly (readonly [ApplicationStatus, ApplicationStage | "declining"])[]
> = {
  all: [
    ["pending", "new"],
    ["pending", "shortlisted"],
    ["accepted", "new"],
    ["declined", "new"],
    ["pending", "declining"],
  ],
  waiting: [["pending", "new"]],
  shortlisted: [["pending", "shortlisted"]],
  archived: [["pending", "archived"]],
  accepted: [["accepted", "new"]],
  declined: [
    ["declined", "new"],
    ["pending", "declining"],
  ],
};

/** Small enough for a light first view, and fifteen applicants still fit on two pages. */
const pageSize = 8;
/** Two lines on a small phone. Wide screens show the note next to the list. */
const noteShown = 100;
/** How many samples each row of the list shows. */
const framesShown = 3;
const foremostShown = 3;
/** How many undecided applications to check for one that can be decided. The first few may be suspended people's. */
const candidates = 8;

/** $1 is the actor, $2 the project; $3 to $9 are passed on to `listed_applications`. */
const listText = `
SELECT one.*, (SELECT samples FROM samples_led_by(one."contributorId", one."sampleIds")) AS samples, (SELECT later FROM application_later($2, one."contributorId")) AS later
  FROM listed_applications($1, $2, $3, $4, $5, $6, $7, $8, $9) a
 CROSS JOIN LATERAL application_for_owner($1, $2, a.contributor_id) one
 ORDER BY a.rank DESC, a.contributor_id DESC`;

export interface ListPlace {
  folder: Folder;
  sort: "match" | "date";
  after: string | null;
}

/**
 * A page of the applications to the actor's own project, in one query; empty for someone else's project.
 * @param after the previous page's `next`
 * @returns `first` is the page's first undecided application, in full; `following` is the contributor whose application
 * begins the next page
 */
export async function listApplicants(
  actor: Actor,
  projectId: string,
  { folder, sort, after }: ListPlace,
): Promise<ApplicantPage> {
  if (!isId(projectId)) return { applicants: [], next: null, first: null, following: null };
  const rows = await readRows<Row>("projects-applicants-listed", listText, [
    ...[actor.userId, projectId, sort, ...foldersOf(folderContents[folder])],
    ...[...startOf({ sort, after }), pageSize + 1],
  ]);
  const page = pageOf(rows, pageSize, (row) => cursorAfter(sort, row));
  const views = await viewsOf(page.rows);
  const shown = views.filter(({ isAvailable }) => isAvailable);
  const first = shown.find(({ status }) => status === "pending") ?? shown[0];
  return {
    applicants: views.map(listedOf),
    next: page.next,
    first: first ? shownApplicant(first) : null,
    following: rows[pageSize]?.contributorId ?? null,
  };
}

/** Only what a row of the list shows, to keep the page small. */
function listedOf({ isAvailable, contributorId, name, avatarUrl, note, samples, ...view }: ApplicantView) {
  const { status, stage, appliedAt, percent } = view;
  return {
    ...{ isAvailable, contributorId, name, avatarUrl, status, stage, appliedAt, percent },
    note: shortened(note, noteShown),
    // The row already names the contributor, so screen readers skip these pictures.
    frames: samples.slice(0, framesShown).map(({ title, picture }) => ({
      title: picture ? "" : title,
      picture: picture && { ...picture, alt: undefined },
    })),
  };
}

export type ListedApplicant = ReturnType<typeof listedOf>;

export interface ApplicantPage {
  applicants: ListedApplicant[];
  next: string | null;
  first: ShownApplicant | null;
  following: string | null;
}

const cursorAfter = (sort: ListPlace["sort"], row: Pick<Row, "percent" | "appliedAt" | "contributorId">) =>
  sort === "match"
    ? percentCursorOf(row.percent, row.contributorId)
    : cursorOf(new Date(row.appliedAt), row.contributorId);

/** The statuses and the stages as two parallel arrays, which `listed_applications` expects. */
const foldersOf = (shown: (typeof folderContents)[Folder]) =>
  [0, 1].map((part) => shown.map((one) => one[part]));

/** The cursor in the form that `listed_applications` expects. */
function startOf({ sort, after }: Pick<ListPlace, "sort" | "after">) {
  const [percent, ...best] = readPercentCursor(sort === "match" ? after : null);
  const [time, ...newest] = readCursor(sort === "date" ? after : null);
  return [percent, time, ...(sort === "match" ? best : newest)];
}

/**
 * $1 to $9 are the arguments of `listed_applications` for the current page, $10 is the contributor who was just
 * decided, $11 and $12 are the statuses and stages of undecided applications, $13 is how many of those to check.
 */
const nextText = `
SELECT (SELECT one."fullName" FROM application_for_owner($1, $2, $10) one WHERE one."isAvailable") AS "fullName", next.*
  FROM project_applications here JOIN project_briefs b ON b.id = here.project_id AND b.creator_id = $1
  LEFT JOIN LATERAL (
    SELECT a.contributor_id AS "contributorId", a.percent, a.created_at AS "appliedAt",
           EXISTS (SELECT FROM listed_applications($1, $2, $3, $4, $5, $6, $7, $8, $9) shown
                    WHERE shown.contributor_id = a.contributor_id) AS "isShown"
      FROM (VALUES (1, here.percent, here.created_at, here.contributor_id),
                   (2, 100, 'infinity', '00000000-0000-0000-0000-000000000000')) start (turn, percent, at, id)
     CROSS JOIN LATERAL listed_applications($1, $2, $3, $11, $12, start.percent, start.at, start.id, $13) a
     WHERE a.contributor_id <> $10 AND EXISTS (SELECT FROM decidable_application($1, a.contributor_id, a.hidden_at))
     ORDER BY start.turn, a.rank DESC, a.contributor_id DESC LIMIT 1) next ON true
 WHERE here.project_id = $2 AND here.contributor_id = $10`;

/**
 * Finds who to show after a decision: the next undecided application in the list's order, starting over at the top
 * after the last one. `name` is the decided applicant's; `next.after` is the cursor of a page that shows the next one.
 * `next` is null when everyone has been decided.
 */
export async function findNextUndecided(
  actor: Actor,
  projectId: string,
  contributorId: string,
  { folder, sort, after }: ListPlace,
): Promise<{ name: string | null; next: { contributorId: string; after: string | null } | null }> {
  const isSorted = folder === "shortlisted" || folder === "archived";
  const undecided = isSorted
    ? folderContents[folder]
    : [...folderContents.waiting, ...folderContents.shortlisted];
  type Next = Pick<Row, "percent" | "appliedAt"> & { contributorId: string | null; isShown: boolean };
  const [found] = await readRows<Next & { fullName: string | null }>("projects-applicants-next", nextText, [
    ...[
      actor.userId,
      projectId,
      sort,
      ...foldersOf(folderContents[folder]),
      ...startOf({ sort, after }),
      pageSize,
    ],
    ...[contributorId, ...foldersOf(undecided), candidates],
  ]);
  const name = found?.fullName ? shownName(found.fullName, "contributor") : null;
  if (!found?.contributorId) return { name, next: null };
  // The highest possible ID sorts before everyone with the same score or date, so the page includes the person
  // themselves.
  const above = { ...found, contributorId: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  return {
    name,
    next: { contributorId: found.contributorId, after: found.isShown ? after : cursorAfter(sort, above) },
  };
}

/**
 * $1 is the actor, $2 the project, $3 the contributors. The subquery turns $3 into a column, because PostgreSQL would
 * replan for an array parameter each time.
 */
const chosenText = `
SELECT b.id, b.title, b.status, b.questions,
       coalesce((SELECT to_json(counts) FROM shown_application_counts(b.id, $1) counts), '{}') AS counts,
       (SELECT coalesce(json_agg(one ORDER BY one.place), '[]') FROM (
         SELECT one.*, chosen.place, (SELECT a.id FROM project_applications a
                                       WHERE a.project_id = b.id AND a.contributor_id = chosen.id) AS "applicationId",
                (SELECT samples FROM samples_led_by(one."contributorId", one."sampleIds")) AS samples, (SELECT later FROM application_later($2, one."contributorId")) AS later
           FROM unnest(given.ids) WITH ORDINALITY AS chosen (id, place)
          CROSS JOIN LATERAL application_for_owner($1, $2, chosen.id) one
          WHERE one."isAvailable" AND one.status <> 'withdrawn') one) AS applicants,
       (SELECT to_json(offer) FROM saving_offer($1, given.ids) offer) AS offer
  FROM (SELECT $3::uuid[] AS ids OFFSET 0) given CROSS JOIN project_briefs b WHERE b.id = $2 AND b.creator_id = $1`;

/** The parts of a project that each page about its applicants shows. */
export type DeskProject = Pick<ProjectView, "id" | "title" | "status" | "questions" | "counts">;

/**
 * Reads the actor's own project and the given applications in full, in the given order. Leaves out those that are
 * missing, withdrawn or unavailable. Null for someone else's project.
 */
export async function findChosen(
  actor: Actor,
  projectId: string,
  contributorIds: readonly string[],
): Promise<{ project: DeskProject; applicants: ApplicantView[]; saving: SavingOffer } | null> {
  if (!isId(projectId)) return null;
  const [row] = await readRows<DeskProject & { applicants: Row[]; offer: Parameters<typeof offerOf>[0] }>(
    "projects-applicants",
    chosenText,
    [actor.userId, projectId, contributorIds.filter((id) => isId(id))],
  );
  if (!row) return null;
  const { applicants, offer, ...project } = row;
  return {
    project: { ...project, counts: { ...noApplications, ...project.counts } },
    applicants: await viewsOf(applicants),
    saving: offerOf(offer),
  };
}

/** The samples that the application names or, if it names none, the first few of the profile. */
async function shownSamplesOf(rows: SampleRow[]): Promise<SampleView[]> {
  const named = rows.filter(({ isNamed }) => isNamed);
  return sampleViews(named.length > 0 ? named : rows.slice(0, foremostShown));
}

async function viewsOf(rows: Row[]): Promise<ApplicantView[]> {
  const names = await listCatalog();
  return Promise.all(
    rows.map(async (row) => {
      if (!row.isAvailable) return unavailable(row);
      const { applicationId, contributorId, avatarUrl, stage, note, portfolioLink, answers } = row;
      const { privateNote, declineNote, percent, hasLeft, offered, asked, later } = row;
      return {
        ...{
          isAvailable: true,
          applicationId,
          contributorId,
          avatarUrl,
          stage,
          note,
          portfolioLink,
          answers,
        },
        ...{ privateNote, declineNote, percent, hasLeft },
        name: shownName(row.fullName, "contributor"),
        status: later.releasedAt ? "released" : row.status,
        samples: await shownSamplesOf(row.samples ?? []),
        areNamed: row.samples?.[0]?.isNamed ?? false,
        announceAt: later.announceAt && new Date(later.announceAt).toISOString(),
        releaseReason: later.releaseReason,
        appliedAt: new Date(row.appliedAt).toISOString(),
        location: later.location,
        availability: offered.availability,
        priceRange: priceLine(offered),
        services: namesOf(startingWith(offered.serviceIds, asked.serviceIds), names.byId.services),
        match: badgeOf(offered, projectTraits(asked), names),
      };
    }),
  );
}

/**
 * What the owner sees if they can't reach the contributor, or if an admin has hidden the application: no name, and
 * nothing that the contributor wrote.
 */
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
    announceAt: null,
    releaseReason: null,
    appliedAt: new Date(appliedAt).toISOString(),
    percent: 0,
    location: null,
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
  /** Still pending when their project closed. */
  unanswered: number;
  /** The median time until a decision, in hours, over the latest decisions. */
  medianHours: number;
}

/** Below this, the figures say too little about a creator. */
const fewestAnswers = 5;

/**
 * How a creator decides applications, over their latest 50 projects and the latest decisions on each. The limits bound
 * how many rows it reads. Null with fewer than five decisions.
 */
export async function findReplyFigures(creatorId: string): Promise<ReplyFigures | null> {
  const [row] = await readRows<Omit<ReplyFigures, "medianHours"> & { medianHours: number | null }>(
    "projects-reply-figures",
    `WITH latest AS MATERIALIZED (
       SELECT b.id, b.status IN ('open', 'in_progress') AS "isRunning", c.accepted + c.declined AS answered,
              c.total - c.accepted - c.declined AS pending
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
