import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import { cursorOf, percentCursorOf, readCursor, readPercentCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import type { ApplicationStage, ApplicationStatus, Folder } from "./project";
import { type ProjectTraitsRow, projectTraitColumns, traitsOfProject } from "./scoring.server";

export interface ApplicantView {
  /** Of someone suspended, or hidden by an admin: kept, but nothing of it is shown or can be decided. */
  isAvailable: boolean;
  contributorId: string;
  name: string;
  avatarUrl: string | null;
  status: ApplicationStatus;
  stage: ApplicationStage;
  /** In a list, at most its first 200 characters. */
  note: string;
  portfolioLink: string | null;
  answers: string[];
  /** Named with the application; or else, but in no list, the first of the profile. */
  samples: SampleView[];
  areNamed: boolean;
  privateNote: string;
  declineNote: string;
  appliedAt: string;
  availability: string;
  priceRange: string;
  services: string[];
  match: MatchView | null;
  /** Nothing can be done about it any more. */
  hasLeft: boolean;
}

type Row = Traits & {
  available: boolean;
  contributor_id: string;
  full_name: string;
  avatar_url: string | null;
  status: ApplicationStatus;
  stage: ApplicationStage;
  percent: number;
  note: string;
  portfolio_link: string | null;
  answers: string[];
  samples: SampleRow[] | null;
  private_note: string;
  decline_note: string;
  created_at: Date;
  project: ProjectTraitsRow;
  has_left: boolean;
};

/** Status and stage of what each folder shows; archived applications only in their own. */
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

const isAvailable = `(EXISTS (SELECT FROM reachable_or_removed($1, a.contributor_id)) AND a.hidden_at IS NULL)`;

const applicantColumns = (note: string, samples: "samples_among" | "samples_led_by") => `
  ${isAvailable} AS available, a.contributor_id, p.full_name, p.avatar_url, a.status::text, a.stage::text, a.percent, ${note} AS note, a.portfolio_link,
  a.answers, a.private_note, a.decline_note, a.created_at, EXISTS (SELECT FROM removed_account(a.contributor_id)) AS has_left,
  (SELECT samples FROM ${samples}(a.contributor_id, a.sample_ids)) AS samples, traits.*,
  (SELECT to_json(asked) FROM (SELECT ${projectTraitColumns}) asked) AS project`;

/** Of the actor's own project $2, applications that are listed to the actor $1. */
const isListed = `a.project_id = b.id AND NOT EXISTS (SELECT FROM blocked_between($1, a.contributor_id))`;

/** $3 statuses, $4 stages, $5 and $6 the last row of the previous page. Reads at most a page of each folder. */
const listText = (sort: "match" | "date") => {
  const [key, type] = sort === "match" ? ["percent", "int"] : ["created_at", "timestamptz"];
  return `
SELECT ${applicantColumns(`left(a.note, ${noteShown + 1})`, "samples_among")}
  FROM project_briefs b
 CROSS JOIN LATERAL (
   SELECT a.* FROM unnest($3::application_status[], $4::application_stage[]) AS folder (status, stage)
    CROSS JOIN LATERAL (
      SELECT a.* FROM project_applications a
       WHERE ${isListed} AND a.status = folder.status AND a.stage = folder.stage
         AND (a.${key}, a.contributor_id) < ($5::${type}, $6::uuid)
       ORDER BY a.${key} DESC, a.contributor_id DESC LIMIT ${pageSize + 1}) a
    ORDER BY a.${key} DESC, a.contributor_id DESC LIMIT ${pageSize + 1}) a
  JOIN profiles p ON p.id = a.contributor_id CROSS JOIN LATERAL person_traits(p.id) traits
 WHERE b.id = $2 AND b.creator_id = $1
 ORDER BY a.${key} DESC, a.contributor_id DESC`;
};
const byMatchText = listText("match");
const byDateText = listText("date");

/**
 * A page of the applications to an own project, in one query; empty for another's.
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
    [actor.userId, projectId, statuses, stages, ...from],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize && last !== undefined;
  return {
    // What no list shows would only make the page heavier.
    applicants: (await viewsOf(shown)).map((view) => ({
      ...view,
      answers: [],
      services: [],
      declineNote: "",
    })),
    next: !hasMore
      ? null
      : sort === "match"
        ? percentCursorOf(last.percent, last.contributor_id)
        : cursorOf(last.created_at, last.contributor_id),
  };
}

const someText = `
SELECT ${applicantColumns("a.note", "samples_led_by")}
  FROM project_briefs b CROSS JOIN LATERAL unnest($3::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN project_applications a ON a.project_id = b.id AND ${isAvailable} AND a.contributor_id = asked.id AND a.status <> 'withdrawn'
  JOIN profiles p ON p.id = a.contributor_id CROSS JOIN LATERAL person_traits(p.id) traits
 WHERE b.id = $2 AND b.creator_id = $1 ORDER BY asked.place`;

/** These applications to an own project, whole, in the order asked; without those that are not there or not available. */
export async function findApplicants(
  actor: Actor,
  projectId: string,
  contributorIds: readonly string[],
): Promise<ApplicantView[]> {
  const ids = contributorIds.filter((id) => isId(id));
  if (!isId(projectId) || ids.length === 0) return [];
  const rows = await readRows<Row>("projects-applicants", someText, [actor.userId, projectId, ids]);
  return viewsOf(rows, (note) => note);
}

/** Without what was named, a few of the profile. */
async function workOf(rows: SampleRow[]): Promise<SampleView[]> {
  const named = rows.filter(({ isNamed }) => isNamed);
  return sampleViews(named.length > 0 ? named : rows.slice(0, foremostShown));
}

const shortened = (note: string) => (note.length > noteShown ? `${note.slice(0, noteShown)}…` : note);

async function viewsOf(rows: Row[], noteOf = shortened): Promise<ApplicantView[]> {
  const names = await listCatalog();
  return Promise.all(
    rows.map(async (row) => {
      if (!row.available) return unavailable(row);
      return {
        isAvailable: true,
        contributorId: row.contributor_id,
        name: shownName(row.full_name, "contributor"),
        avatarUrl: row.avatar_url,
        status: row.status,
        stage: row.stage,
        note: noteOf(row.note),
        portfolioLink: row.portfolio_link,
        answers: row.answers,
        samples: await workOf(row.samples ?? []),
        areNamed: row.samples?.[0]?.isNamed ?? false,
        privateNote: row.private_note,
        declineNote: row.decline_note,
        appliedAt: row.created_at.toISOString(),
        availability: row.availability,
        priceRange: row.priceRange,
        services: row.serviceIds.map((id) => names.byId.services[id]).filter((name) => name !== undefined),
        match: matchOf(row, traitsOfProject(row.project), names),
        hasLeft: row.has_left,
      };
    }),
  );
}

/** Not even who it is. */
function unavailable({ contributor_id, status, stage, private_note, created_at }: Row): ApplicantView {
  return {
    isAvailable: false,
    contributorId: contributor_id,
    name: shownName("", "contributor"),
    avatarUrl: null,
    status,
    stage,
    note: "",
    portfolioLink: null,
    answers: [],
    samples: [],
    areNamed: false,
    privateNote: private_note,
    declineNote: "",
    appliedAt: created_at.toISOString(),
    availability: "",
    priceRange: "",
    services: [],
    match: null,
    hasLeft: false,
  };
}

/** How a creator answers applications. */
export interface ReplyFigures {
  answered: number;
  /** Answered, or waiting for a week or more. */
  outOf: number;
  /** Hours until an answer: half of them came sooner. */
  medianHours: number;
}

/** Fewer say too little. */
const fewestAnswers = 5;
const projectsRead = 50;
const applicationsRead = 40;

/** From the latest applications to the creator's latest projects, which bounds the rows. Null with fewer than five answers. */
export async function findReplyFigures(creatorId: string): Promise<ReplyFigures | null> {
  const [row] = await readRows<{ answered: number; out_of: number; median_hours: number | null }>(
    "projects-reply-figures",
    `SELECT count(*) FILTER (WHERE a.answered)::int AS answered, count(*)::int AS out_of,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - a.created_at) / 3600)
              FILTER (WHERE a.answered) AS median_hours
       FROM (SELECT b.id FROM project_briefs b WHERE b.creator_id = $1 ORDER BY b.created_at DESC LIMIT ${projectsRead}) latest
       CROSS JOIN LATERAL (
         SELECT a.created_at, a.decided_at, a.status IN ('accepted', 'declined') AND a.decided_at IS NOT NULL AS answered
           FROM (VALUES ('pending', 'new'), ('pending', 'shortlisted'), ('pending', 'archived'), ('accepted', 'new'),
                        ('declined', 'new')) AS folder (status, stage)
           CROSS JOIN LATERAL (
             SELECT * FROM project_applications a
              WHERE a.project_id = latest.id AND a.status = folder.status::application_status
                AND a.stage = folder.stage::application_stage
              ORDER BY a.created_at DESC LIMIT ${applicationsRead}) a) a
      WHERE a.answered OR a.created_at < now() - interval '7 days'`,
    [creatorId],
  );
  if (!row || row.answered < fewestAnswers || row.median_hours === null) return null;
  return { answered: row.answered, outOf: row.out_of, medianHours: row.median_hours };
}
