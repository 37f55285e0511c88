import { adminPaths } from "~/admin-paths";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { isId } from "~/ids";
import { adminList, optional, timeOrder } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { byTime, countRows, type Page, pageOf } from "~/platform/paging.server";
import { type PlanName, planLabels } from "./plan";

export interface SubscriptionView {
  userId: string;
  email: string;
  /** The plan in force, which may differ from the stored one. */
  plan: PlanName;
  /** ISO 8601; null on Free, which never ends. */
  periodEnd: string | null;
  hasMatched: boolean;
  /** Read only for the exported file. */
  used?: UsedCounts;
}

export type UsedCounts = Record<"posts" | "messages" | "swipes" | "saved", number>;

type Row = {
  id: string;
  userId: string;
  email: string;
  plan: PlanName;
  storedEnd: Date;
  hasMatched: boolean;
  createdAt: Date;
};

interface Wanted {
  /** IDs of people; null for everyone's subscriptions. */
  people: readonly string[] | null;
  plan: PlanName | "";
  sort: "newest" | "oldest";
}

const rulesOf = ({ people, plan }: Wanted) =>
  allOf([
    people && Prisma.sql`s.user_id = ANY (${people}::uuid[])`,
    // PostgreSQL estimates that a CASE is true for half of all rows, but an equation for only one in 200. With the
    // latter estimate, it would sort all the rows instead of reading an index in order.
    plan && Prisma.sql`CASE WHEN plan_name(s) = ${plan}::plan_type THEN true ELSE false END`,
    // A paid plan that's in force is also the stored one, so this condition changes nothing but lets PostgreSQL use the
    // index.
    plan !== "free" && plan && Prisma.sql`s.plan_type = ${plan}::plan_type`,
  ]);

const order = { at: "s.created_at", id: "s.id" };

async function readSubscriptions(
  wanted: Wanted,
  after: string | null,
  size: number,
): Promise<Page<SubscriptionView>> {
  const { isAfter, orderBy, cursor } = byTime(order, wanted.sort, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id, s.user_id AS "userId", u.email, plan_name(s) AS plan, s.current_period_end AS "storedEnd",
           s.has_matched_contributor AS "hasMatched", s.created_at AS "createdAt"
      FROM user_subscriptions s JOIN users u ON u.id = s.user_id
     WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  const page = pageOf(rows, size, ({ createdAt, id }) => cursor({ at: createdAt, id }));
  return { ...page, rows: page.rows.map(subscriptionView) };
}

/** The page reads usage with a separate statement, so that it can show zeros if that one fails. */
export const subscriptionList = adminList({
  path: adminPaths.subscriptions(),
  labels: { label: "Subscriptions", button: "Search", clear: "Show all", pager: "More subscriptions" },
  words: ["subscription", "subscriptions"],
  filters: {
    q: searchPeople("Person"),
    plan: optional("Plan", planLabels, { hint: "Their plan right now" }),
    sort: timeOrder("newest"),
  },
  empty: () => "No subscription data found.",
  pageSize: 20,
  page: readSubscriptions,
  count(wanted) {
    const { orderBy } = byTime(order, wanted.sort, null);
    return countRows(Prisma.sql`SELECT FROM user_subscriptions s WHERE ${rulesOf(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-subscriptions",
    async page(wanted, after, size) {
      const { rows, next } = await readSubscriptions(wanted, after, size);
      const used = await listUsed(rows.map(({ userId }) => userId));
      return { rows: rows.map((row) => ({ ...row, used: used[row.userId] })), next };
    },
    columns: {
      "User ID": ({ userId }) => userId,
      Email: ({ email }) => email,
      Plan: ({ plan }) => planLabels[plan],
      "Expiration (UTC)": ({ periodEnd }) => periodEnd,
      Posts: ({ used }) => used?.posts ?? 0,
      Messages: ({ used }) => used?.messages ?? 0,
      Swipes: ({ used }) => used?.swipes ?? 0,
      Saved: ({ used }) => used?.saved ?? 0,
      Matched: ({ hasMatched }) => (hasMatched ? "Yes" : "No"),
    },
  },
});

/** A JOIN that adds the subscription `s` of a person `p`, if there is one. */
export const joinSubscription = Prisma.sql`LEFT JOIN user_subscriptions s ON s.user_id = p.id`;

/** A FROM clause for the subscriptions `s` whose stored plan is this one, in the order of the index. */
export const subscriptionsOn = (plan: PlanName) =>
  Prisma.sql`user_subscriptions s WHERE s.plan_type = ${plan}::plan_type ORDER BY s.created_at, s.id`;

/** A SELECT of `user_id` and the columns of `UsedCounts` for an SQL array of IDs. */
const usedBy = (userIds: Prisma.Sql) => Prisma.sql`
  SELECT u.user_id, u.posts_used AS posts, u.messages_used AS messages,
         coalesce((SELECT n FROM swipes_today(a.id, coalesce(a.time_zone, 'UTC'))), 0) AS swipes, u.saves_used AS saved
    FROM users a JOIN usage_in_force u ON u.user_id = a.id
   WHERE a.id = ANY (${userIds})`;

/** A person's `UsedCounts` as JSON, for use in another statement. Null if there's no such account. */
export const usedCountsOf = (userId: Prisma.Sql) =>
  Prisma.sql`(SELECT to_json(used) FROM (${usedBy(Prisma.sql`ARRAY[${userId}]`)}) used)`;

/** The counts by user ID, without IDs that have no account. */
export async function listUsed(userIds: readonly string[]): Promise<Record<string, UsedCounts>> {
  const rows = await db.$queryRaw<(UsedCounts & { user_id: string })[]>(
    usedBy(Prisma.sql`${userIds}::uuid[]`),
  );
  return Object.fromEntries(rows.map(({ user_id, ...used }) => [user_id, used]));
}

/** Null if there's no such account, or if it has no subscription record. */
export async function findSubscriber(userId: string): Promise<SubscriptionView | null> {
  if (!isId(userId)) return null;
  const wanted = { people: [userId], plan: "", sort: "newest" } as const;
  return (await readSubscriptions(wanted, null, 1)).rows[0] ?? null;
}

const subscriptionView = ({ userId, email, plan, storedEnd, hasMatched }: Row): SubscriptionView => ({
  ...{ userId, email, plan, hasMatched },
  periodEnd: plan === "free" ? null : storedEnd.toISOString(),
});
