import { adminPaths } from "~/admin-paths";
import { findPeople } from "~/features/accounts/finding-people.server";
import { joinSubscription, subscriptionsOn } from "~/features/plans/listing-subscriptions.server";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { userTypeLabels } from "~/features/profiles/user-type";
import { parseId } from "~/ids";
import { adminList, choice, optional, search } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { type Count, countLimit, countOf, type Page, pageOf } from "~/platform/paging.server";
import {
  type PersonType,
  personTypes,
  suspendedWords,
  type VettingStatus,
  vettingStatuses,
} from "./people-filter";

type Row = {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string;
  type: "creator" | "contributor" | null;
  /** Null for anyone who isn't a contributor. */
  status: VettingStatus | null;
  plan: PlanName;
  isSuspended: boolean;
  isAdmin: boolean;
  joinedAt: Date;
  /** The value of the column that the list is sorted by. */
  key: Date | string;
  keyId: string;
};

/** A name is matched in two ways, each of which finds at most this many people. */
const mostNamed = 200;

export const peopleList = adminList({
  path: adminPaths.allPeople(),
  labels: { label: "People", button: "Show people", clear: "Show everyone", pager: "More people" },
  words: ["person", "people"],
  filters: {
    q: search("Person", "Email, name or ID", {
      find: (text) => findPeople(text, mostNamed),
      moreFound:
        "Lots of names start this way, so we're only showing some. Type more of the name, or search by email or ID.",
    }),
    type: optional("Type", personTypes, { offered: ["creator", "contributor"] }),
    status: optional("Vetting", vettingStatuses, { offered: ["pending"] }),
    plan: optional("Plan", planLabels, { offered: [] }),
    suspended: optional("Suspension", suspendedWords, { offered: ["yes"] }),
    sort: choice("Order", { newest: "Newest first", oldest: "Oldest first", name: "By name" }, "newest"),
  },
  // Without a filter, the list has at least the admin who reads it.
  empty: () => "No matching people",
  pageSize: 20,
  async page(wanted, after, size) {
    const { rows, next } = await readPeople(wanted, after, size);
    return { rows: rows.map(({ key: _, keyId: __, ...row }) => row), next };
  },
  count: countPeople,
  file: {
    name: "matchcut-people",
    columns: {
      ID: ({ id }) => id,
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      Type: ({ type }) => type && userTypeLabels[type],
      Vetting: ({ status }) => status && vettingStatuses[status],
      Plan: ({ plan }) => planLabels[plan],
      Suspended: ({ isSuspended }) => isSuspended,
      Admin: ({ isAdmin }) => isAdmin,
      "Joined (UTC)": ({ joinedAt }) => joinedAt,
    },
  },
});

interface Wanted {
  /** IDs of people; null for everyone. */
  people: string[] | null;
  type: PersonType | "";
  /** Contributors only. */
  status: VettingStatus | "";
  suspended: "yes" | "no" | "";
  /** The plan in force. */
  plan: PlanName | "";
  sort: "newest" | "oldest" | "name";
}

/** These are literals rather than parameters, because the planner then knows how many rows have each value. */
const typeIs = {
  creator: Prisma.sql`p.user_type = 'creator'`,
  contributor: Prisma.sql`p.user_type = 'contributor'`,
  none: Prisma.sql`p.user_type IS NULL`,
  "": Prisma.sql`true`,
};
const statusIs = (word: VettingStatus) => Prisma.sql`k.status = ${word}::contributor_status`;
/**
 * PostgreSQL estimates that a CASE is true for half of all rows, but an equality for only one in 200. After
 * such an estimate, it would sort all the rows instead of reading an index in order. The second condition
 * lets it use the index on the stored plan, which a plan in force other than Free always equals.
 */
const planIs = {
  free: Prisma.sql`CASE WHEN plan_name(s) = 'free' THEN true ELSE false END`,
  pay_per_post: Prisma.sql`CASE WHEN plan_name(s) = 'pay_per_post' THEN true ELSE false END AND s.plan_type = 'pay_per_post'`,
  pro: Prisma.sql`CASE WHEN plan_name(s) = 'pro' THEN true ELSE false END AND s.plan_type = 'pro'`,
  agency: Prisma.sql`CASE WHEN plan_name(s) = 'agency' THEN true ELSE false END AND s.plan_type = 'agency'`,
};
const directions = { newest: Prisma.sql`DESC`, oldest: Prisma.sql`ASC`, name: Prisma.sql`ASC` };

const nameKey = Prisma.sql`lower(p.full_name) COLLATE "C"`;

/**
 * The column to sort by, chosen so that an index on the rarest filter already has the order: the account's time for
 * suspended people, the subscription's for a paid plan, the contributor profile's for a vetting status (the rarest is
 * 'pending'), and otherwise the profile's. Sign-up sets all of these times, except that a creator who becomes a
 * contributor gets a contributor profile later.
 */
function orderOf({ plan, status, suspended, sort }: Wanted): { key: Prisma.Sql; id: Prisma.Sql } {
  if (sort === "name") return { key: nameKey, id: Prisma.sql`p.id` };
  if (suspended === "yes") return { key: Prisma.sql`u.created_at`, id: Prisma.sql`u.id` };
  if (status === "pending") return { key: Prisma.sql`k.created_at`, id: Prisma.sql`k.id` };
  if (plan && plan !== "free") return { key: Prisma.sql`s.created_at`, id: Prisma.sql`s.id` };
  if (status) return { key: Prisma.sql`k.created_at`, id: Prisma.sql`k.id` };
  return { key: Prisma.sql`p.created_at`, id: Prisma.sql`p.id` };
}

/**
 * If `people` lists IDs, those profiles are read before the joins. Otherwise the planner would walk through an index of
 * everyone to find them.
 */
function tablesOf(wanted: Wanted, after: string | null): Prisma.Sql {
  const { people: ids, suspended, sort } = wanted;
  return Prisma.sql`
    ${ids ? Prisma.sql`(SELECT * FROM profiles WHERE id = ANY (${ids}::uuid[]) OFFSET 0) p` : Prisma.sql`profiles p`}
    ${
      suspended === "yes" && sort !== "name" && !ids
        ? Prisma.sql`JOIN (
            SELECT * FROM users u
             WHERE ${allOf([Prisma.sql`is_suspended(u)`, afterCursor(wanted, after)])}
             ORDER BY ${orderBy(wanted)} OFFSET 0) u ON u.id = p.id`
        : Prisma.sql`LEFT JOIN users u ON u.id = p.id`
    }
    LEFT JOIN contributor_profiles k ON k.id = p.id
    ${joinSubscription}`;
}

function orderBy(wanted: Wanted): Prisma.Sql {
  const { key, id } = orderOf(wanted);
  const direction = directions[wanted.sort];
  return Prisma.sql`${key} ${direction}, ${id} ${direction}`;
}

async function readPeople(wanted: Wanted, after: string | null, size: number): Promise<Page<Row>> {
  if (matchesNoOne(wanted)) return { rows: [], next: null };
  const { key, id } = orderOf(wanted);
  const rows = await db.$queryRaw<Row[]>`
    SELECT p.id, p.full_name AS name, p.avatar_url AS "avatarUrl", u.email, p.user_type AS type,
           CASE WHEN p.user_type = 'contributor' THEN k.status END AS status, plan_name(s) AS plan,
           is_suspended(u) AS "isSuspended", u.is_admin AS "isAdmin", p.created_at AS "joinedAt",
           ${key} AS key, ${id} AS "keyId"
      FROM ${tablesOf(wanted, after)}
     WHERE ${allOf([...rulesOf(wanted), afterCursor(wanted, after)])}
     ORDER BY ${orderBy(wanted)} LIMIT ${size + 1}`;
  return pageOf(rows, size, cursorOf);
}

/** Checks at most this many rows of the rarest filter, in case hardly any of them match the other ones. */
const scannedForCount = 1_000;

/**
 * The rows that match the rarest filter, in the order of its index, for `countPeople` to check the other filters on.
 */
function driverOf({ type, status, suspended, plan }: Wanted): { from: Prisma.Sql; person: Prisma.Sql } {
  if (suspended === "yes") {
    const from = Prisma.sql`users u WHERE is_suspended(u)`;
    return { from, person: Prisma.sql`u.id` };
  }
  const ofStatus = (word: VettingStatus) => ({
    from: Prisma.sql`contributor_profiles k WHERE ${statusIs(word)} ORDER BY k.created_at, k.id`,
    person: Prisma.sql`k.id`,
  });
  if (status === "pending") return ofStatus(status);
  if (plan && plan !== "free") {
    return { from: subscriptionsOn(plan), person: Prisma.sql`s.user_id` };
  }
  if (status) return ofStatus(status);
  return {
    from: Prisma.sql`profiles p WHERE ${typeIs[type]} ORDER BY p.created_at, p.id`,
    person: Prisma.sql`p.id`,
  };
}

/**
 * No one has both a paid plan and a vetting status: creators can't become contributors until their plan ends, and only
 * contributors are vetted.
 */
const matchesNoOne = ({ type, status, plan }: Wanted) =>
  plan !== "" && plan !== "free" && (status !== "" || type === "contributor");

async function countPeople(wanted: Wanted): Promise<Count> {
  if (matchesNoOne(wanted)) return { count: 0, isMore: false };
  const { from, person } = driverOf(wanted);
  const driver = wanted.people
    ? Prisma.sql`SELECT unnest(${wanted.people}::uuid[]) AS id`
    : Prisma.sql`SELECT ${person} AS id FROM ${from} LIMIT ${scannedForCount}`;
  const [row] = await db.$queryRaw<{ found: number; scanned: number }[]>`
    WITH driver AS MATERIALIZED (${driver})
    SELECT (SELECT count(*)::int FROM driver) AS scanned,
           (SELECT count(*)::int FROM (
              SELECT 1 FROM driver JOIN profiles p ON p.id = driver.id
                LEFT JOIN users u ON u.id = p.id
                LEFT JOIN contributor_profiles k ON k.id = p.id
                ${joinSubscription}
               WHERE ${allOf(rulesOf(wanted))} LIMIT ${countLimit}) found) AS found`;
  const { found = 0, scanned = 0 } = row ?? {};
  // True if there are rows beyond the ones that were checked, which may match, too.
  const isCut = !wanted.people && scanned === scannedForCount;
  const { count, isMore } = countOf(found);
  return { count, isMore: isMore || isCut };
}

/** Doesn't filter by `people`, because the callers read only the rows with these IDs in the first place. */
const rulesOf = ({ type, status, suspended, plan }: Wanted) => [
  Prisma.sql`u.left_at IS NULL`,
  typeIs[type],
  status && Prisma.sql`${statusIs(status)} AND p.user_type = 'contributor'`,
  suspended === "yes" && Prisma.sql`is_suspended(u)`,
  suspended === "no" && Prisma.sql`NOT is_suspended(u)`,
  plan && planIs[plan],
];

/** Row comparison lets PostgreSQL use the index. The ID decides between rows with the same key. */
function afterCursor(wanted: Wanted, after: string | null): Prisma.Sql | null {
  const cursor = readCursor(after, wanted.sort === "name");
  if (!cursor) return null;
  const { key, id } = orderOf(wanted);
  const value =
    wanted.sort === "name"
      ? Prisma.sql`${cursor.key}::text COLLATE "C"`
      : Prisma.sql`${cursor.key}::timestamptz`;
  return wanted.sort === "newest"
    ? Prisma.sql`(${key}, ${id}) < (${value}, ${cursor.id}::uuid)`
    : Prisma.sql`(${key}, ${id}) > (${value}, ${cursor.id}::uuid)`;
}

const cursorOf = ({ key, keyId }: Row): string => `${keyId}_${key instanceof Date ? key.toISOString() : key}`;

/** A malformed cursor counts as none, so the list starts at the beginning. */
function readCursor(text: string | null, isName: boolean): { key: string; id: string } | null {
  const id = parseId(text?.slice(0, 36));
  if (!text || !id || text[36] !== "_") return null;
  const key = text.slice(37);
  // PostgreSQL refuses NUL in text.
  if (isName) return { key: key.replaceAll("\0", "").slice(0, 200), id };
  const at = Date.parse(key);
  return at > 0 ? { key: new Date(at).toISOString(), id } : null;
}
