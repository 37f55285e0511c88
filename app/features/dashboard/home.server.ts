import { type Actor, isContributor } from "~/features/accounts/actor";
import type { WeekView } from "~/features/analytics/analytics";
import { type Amount, withBudgetLine } from "~/features/catalog/amount";
import type { MiniView } from "~/features/discovery/mini";
import { type MiniRows, minisOf } from "~/features/discovery/showing.server";
import { type ConversationView, listConversations } from "~/features/messaging/inbox.server";
import { type Compared, type Completeness, completenessOf } from "~/features/profiles/completeness";
import { shownName } from "~/features/profiles/profile";
import type { UserType } from "~/features/profiles/user-type";
import { toldBefore } from "~/features/projects/closing.server";
import {
  type AppliedView,
  appliedView,
  type LatestRow,
  type OwnProjectView,
} from "~/features/projects/own-lists.server";
import type { JoinedView } from "~/features/referrals/rewards";
import { isApproved } from "~/features/visibility/standing";
import { shortened } from "~/graphemes";
import { paths } from "~/paths";
import { readRows } from "~/platform/db.server";

/** Something waiting for the member. */
export interface Turn {
  kind: "talk" | "match" | "applications" | "expiring" | "invitation" | "news";
  to: string;
  /** The people it's about; empty for news about no one in particular. */
  faces: { name: string; avatarUrl: string | null }[];
  /** Empty for an expiring project, because the page writes its text with the reader's date. */
  title: string;
  text: string;
  /** ISO 8601: when a project expires, or when anything else happened. */
  at: string;
  badge?: string;
}

export interface HomeView {
  /** Latest first. */
  turns: Turn[];
  minis: MiniView[];
  /** Empty for contributors. Other fields here are also empty or 0 for the account type they aren't about. */
  projects: OwnProjectView[];
  /** Applications that a creator hasn't sorted yet, in all projects. */
  newApplications: number;
  applications: AppliedView[];
  invitations: number;
  /** Only for contributors; null for a creator. */
  completeness: Completeness | null;
  joined: JoinedView;
  /** Message requests without a reply, counted up to 10. */
  requests: number;
}

const mostTurns = 6;

interface Someone {
  name: string;
  avatarUrl: string | null;
}

interface HomeRow {
  requests: number;
  joined: JoinedView;
  parts?: Compared;
  minis: MiniRows;
  matches: (Someone & { id: string; userType: UserType | null; at: string })[];
  news: (Omit<Someone, "name"> & {
    name: string | null;
    userType: UserType | null;
    title: string;
    body: string;
    href: string | null;
    at: string;
  })[];
  projects?: (OwnProjectView & { amount: Amount | null })[];
  newApplications?: {
    id: string;
    title: string;
    total: number;
    waiting: number;
    inAll: number;
    at: string;
    faces: Someone[];
  }[];
  expiring?: { id: string; title: string; at: string }[];
  applications?: LatestRow[];
  invitations?: (Someone & { id: string; title: string; inAll: number; at: string })[];
}

const creatorText = "SELECT * FROM member_turns($1), creator_turns($1, $2)";
const contributorText = "SELECT * FROM member_turns($1), contributor_turns($1)";

/** What a member's dashboard shows first. Takes one statement, and one more for those who may begin conversations. */
export async function readHome(actor: Actor): Promise<HomeView> {
  const isOfContributor = isContributor(actor);
  const begins = !isOfContributor || isApproved(actor.contributorStatus);
  const [home, { conversations }] = await Promise.all([
    isOfContributor
      ? readOne<HomeRow>("dashboard-contributor", contributorText, [actor.userId])
      : readOne<HomeRow>("dashboard-creator", creatorText, [actor.userId, toldBefore]),
    begins ? listConversations(actor, { folder: "waiting", pageSize: 3 }) : { conversations: [] },
  ]);
  return {
    turns: turnsOf(home, conversations),
    minis: await minisOf(home.minis),
    projects: (home.projects ?? []).map(withBudgetLine),
    newApplications: home.newApplications?.[0]?.inAll ?? 0,
    applications: (home.applications ?? []).map(appliedView),
    invitations: home.invitations?.[0]?.inAll ?? 0,
    completeness: home.parts ? completenessOf(home.parts) : null,
    joined: home.joined,
    requests: home.requests,
  };
}

async function readOne<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row> {
  const [row] = await readRows<Row>(name, text, values);
  if (!row) throw new Error("a query of subqueries returned no row");
  return row;
}

function turnsOf(
  { matches, news, newApplications, expiring, invitations }: HomeRow,
  talks: readonly ConversationView[],
): Turn[] {
  const turns: Turn[] = [
    ...talks.map(
      ({ conversationId, name, faces, lastLine, lastAt, isRequest }): Turn => ({
        kind: "talk",
        to: paths.conversation(conversationId),
        faces: faces.length > 0 ? faces.slice(0, 1) : [{ name, avatarUrl: null }],
        title: name,
        text: lastLine,
        at: lastAt,
        ...(isRequest && { badge: "Request" }),
      }),
    ),
    ...matches.map(({ id, name, userType, avatarUrl, at }): Turn => {
      const shown = shownName(name, userType);
      return {
        kind: "match",
        to: paths.match(id),
        faces: [{ name: shown, avatarUrl }],
        title: `You matched with ${shown}`,
        text: "Say hello",
        at,
      };
    }),
    ...(newApplications ?? []).map(
      ({ id, title, total, waiting, faces, at }): Turn => ({
        kind: "applications",
        to: paths.project(id, { folder: "waiting" }),
        faces: faces.map((face) => ({ ...face, name: shownName(face.name, "contributor") })),
        title: total === 1 ? "1 person applied" : `${total} people applied`,
        text: title,
        at,
        badge: `${waiting} new`,
      }),
    ),
    ...(expiring ?? []).map(
      ({ id, title, at }): Turn => ({
        kind: "expiring",
        to: paths.project(id),
        faces: [],
        title: "",
        text: title,
        at,
      }),
    ),
    ...(invitations ?? []).map(({ id, name, title, avatarUrl, at }): Turn => {
      const shown = shownName(name, "creator");
      return {
        kind: "invitation",
        to: paths.project(id),
        faces: [{ name: shown, avatarUrl }],
        title: `${shown} invited you to apply`,
        text: title,
        at,
        badge: "Invitation",
      };
    }),
    ...news.map(
      ({ title, body, href, name, userType, avatarUrl, at }): Turn => ({
        kind: "news",
        to: href ?? paths.notifications(),
        faces: name === null ? [] : [{ name: shownName(name, userType), avatarUrl }],
        title,
        text: shortened(body, 120),
        at,
      }),
    ),
  ];
  return turns
    .map((turn) => ({ ...turn, at: new Date(turn.at).toISOString() }))
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(0, mostTurns);
}

/** Expiring projects are sorted by when their owner was notified. */
const timeOf = ({ kind, at }: Turn) => Date.parse(at) - (kind === "expiring" ? toldBefore * 86_400_000 : 0);

/** What /creator-dashboard shows next to the plan. Takes one statement. */
export interface DeskView {
  completeness: Completeness;
  joined: JoinedView;
  /** The current week. */
  week: Pick<WeekView, "views" | "likes" | "matches">;
}

export async function readDesk(actor: Actor): Promise<DeskView> {
  const { parts, ...desk } = await readOne<Omit<DeskView, "completeness"> & { parts: Compared }>(
    "dashboard-desk",
    `SELECT f.parts, to_json(others) AS joined, to_json(week) AS week
       FROM profile_parts($1) f, joined_by($1) others, week_so_far($1, $2) week`,
    [actor.userId, actor.timeZone],
  );
  return { ...desk, completeness: completenessOf(parts) };
}
