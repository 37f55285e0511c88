import type { Actor } from "~/features/accounts/actor";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import { joinSubscription, subscriptionsOn } from "~/features/plans/listing-subscriptions.server";
import type { PlanName } from "~/features/plans/plan";
import { parseId } from "~/ids";
import { tidied } from "~/list-query";
import { db, Prisma, readRows } from "~/platform/db.server";
import { type Count, countLimit, countOf, everyRow, type Page, pageOf } from "~/platform/paging.server";
import type { PeopleFilter, PersonType, VettingStatus } from "./people-filter";

/** As many as a page of anything about them can take. */
const fewEnough = 20;

/** Ids; `isMore` if a name is that of further people. */
interface FoundPeople {
  ids: string[];
  isMore: boolean;
}

/**
 * Whom an admin means by an id, an address, or the beginning of a name or of its last word. An id is taken as it is: a
 * deleted account has one, too. Null for an empty text.
 * @param most of a name's people
 */
export async function findPeople(text: string, most = fewEnough): Promise<FoundPeople | null> {
  const meant = tidied(text);
  if (meant === "") return null;
  const id = parseId(meant);
  if (id) return { ids: [id], isMore: false };
  if (meant.includes("@")) {
    const email = canonicalEmail(meant);
    const account = email ? await findAccount(email) : null;
    return { ids: account ? [account.id] : [], isMore: false };
  }
  const rows = await readRows<{ id: string }>(`admin-find-${most}-people`, findText(most + 1), [meant]);
  return { ids: rows.slice(0, most).map((row) => row.id), isMore: rows.length > most };
}

/** SQL: a range scan of `key`'s index that stops at the limit. */
const beginningWith = (key: string, limit: number) => `
  (SELECT p.id FROM profiles p
    WHERE ${key} COLLATE "C" >= lower($1) COLLATE "C" AND ${key} COLLATE "C" < (lower($1) || U&'\\+10FFFD') COLLATE "C"
    ORDER BY ${key} COLLATE "C", p.id LIMIT ${limit})`;

const findText = (limit: number) => `
  ${beginningWith("lower(p.full_name)", limit)}
   UNION ${beginningWith("lower(regexp_replace(p.full_name, '^.*\\s', ''))", limit)}
   LIMIT ${limit}`;

/** A row of the admins' list of people. */
interface PersonView {
  id: string;
  name: string;
  email: string;
  type: "creator" | "contributor" | null;
  /** Of a contributor. */
  status: VettingStatus | null;
  plan: PlanName;
  isSuspended: boolean;
  isAdmin: boolean;
  /** ISO 8601. */
  joinedAt: string;
}

interface PeopleList extends Count {
  people: PersonView[];
  next: string | null;
  /** More people than `mostNamed` have a name that begins so, and the rest are left out. */
  isNameCommon: boolean;
}

const pageSize = 20;
/** Of a search by name, in each of the two ways. */
const mostNamed = 200;

type Row = Omit<PersonView, "joinedAt"> & { joinedAt: Date; key: Date | string; keyId: string };

/** A page of people with their number, in three statements with a search's. Empty for non-admins. */
export async function listPeople(
  admin: Actor,
  filter: PeopleFilter,
  after: string | null,
): Promise<PeopleList> {
  if (!admin.isAdmin) return { people: [], next: null, count: 0, isMore: false, isNameCommon: false };
  const found = await findPeople(filter.q, mostNamed);
  const wanted = { ...filter, ids: found?.ids ?? null };
  const [{ rows, next }, count] = await Promise.all([
    readPeople(wanted, after, pageSize),
    countPeople(wanted),
  ]);
  return { people: rows.map(viewOf), next, isNameCommon: found?.isMore ?? false, ...count };
}

export const peopleColumns = [
  ...["Id", "Name", "Email", "Type", "Vetting", "Plan", "Suspended", "Admin", "Joined (UTC)"],
];

/** The rows of `peopleColumns`, read as they are taken. None for non-admins. */
export async function* peopleRows(admin: Actor, filter: PeopleFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  const found = await findPeople(filter.q, mostNamed);
  const wanted = { ...filter, ids: found?.ids ?? null };
  const yes = (is: boolean) => (is ? "yes" : "no");
  for await (const row of everyRow((after, size) => readPeople(wanted, after, size))) {
    const { id, name, email, type, status, plan, joinedAt, ...person } = viewOf(row);
    const state = [yes(person.isSuspended), yes(person.isAdmin)];
    yield [id, name, email, type ?? "", status ?? "", plan, ...state, joinedAt];
  }
}

interface Wanted extends PeopleFilter {
  /** Null for everyone. */
  ids: string[] | null;
}

const nameKey = Prisma.sql`lower(p.full_name) COLLATE "C"`;

/**
 * What is sorted by, so that an index of the rarest filter has the order: the time of the account of someone suspended,
 * of the subscription record under a paid plan, of the contributor's profile under a vetting state (of which 'pending' is
 * the rarest), else of the profile. All begin with sign-up, but for who becomes a contributor later.
 */
function orderOf({ plan, status, suspended, sort }: Wanted): { key: Prisma.Sql; id: Prisma.Sql } {
  if (sort === "name") return { key: nameKey, id: Prisma.sql`p.id` };
  if (suspended === "yes") return { key: Prisma.sql`u.created_at`, id: Prisma.sql`u.id` };
  if (status === "pending") return { key: Prisma.sql`k.created_at`, id: Prisma.sql`k.id` };
  if (plan && plan !== "free") return { key: Prisma.sql`s.created_at`, id: Prisma.sql`s.id` };
  if (status) return { key: Prisma.sql`k.created_at`, id: Prisma.sql`k.id` };
  return { key: Prisma.sql`p.created_at`, id: Prisma.sql`p.id` };
}

/** Few people are read first and sorted before the joins, where the planner would walk an index past everyone. */
function tablesOf(wanted: Wanted, after: string | null): Prisma.Sql {
  const { ids, suspended, sort } = wanted;
  return Prisma.sql`
    ${ids ? Prisma.sql`(SELECT * FROM profiles WHERE id = ANY (${ids}::uuid[]) OFFSET 0) p` : Prisma.sql`profiles p`}
    ${
      suspended === "yes" && sort !== "name" && !ids
        ? Prisma.sql`JOIN (
            SELECT * FROM users u
             WHERE ${Prisma.join([Prisma.sql`is_suspended(u)`, ...afterCursor(wanted, after)], " AND ")}
             ORDER BY ${orderBy(wanted)} OFFSET 0) u ON u.id = p.id`
        : Prisma.sql`LEFT JOIN users u ON u.id = p.id`
    }
    LEFT JOIN contributor_profiles k ON k.id = p.id
    ${joinSubscription}`;
}

function orderBy(wanted: Wanted): Prisma.Sql {
  const { key, id } = orderOf(wanted);
  const direction = Prisma.raw(wanted.sort === "newest" ? "DESC" : "ASC");
  return Prisma.sql`${key} ${direction}, ${id} ${direction}`;
}

async function readPeople(wanted: Wanted, after: string | null, size: number): Promise<Page<Row>> {
  if (isNobody(wanted)) return { rows: [], next: null };
  const { key, id } = orderOf(wanted);
  const rows = await db.$queryRaw<Row[]>`
    SELECT p.id, p.full_name AS name, u.email, p.user_type AS type,
           CASE WHEN p.user_type = 'contributor' THEN k.status END AS status, plan_name(s) AS plan,
           is_suspended(u) AS "isSuspended", u.is_admin AS "isAdmin", p.created_at AS "joinedAt",
           ${key} AS key, ${id} AS "keyId"
      FROM ${tablesOf(wanted, after)}
     WHERE ${Prisma.join([...rulesOf(wanted), ...afterCursor(wanted, after)], " AND ")}
     ORDER BY ${orderBy(wanted)} LIMIT ${size + 1}`;
  return pageOf(rows, size, cursorOf);
}

/** Filters that each leave many and together few are not walked to the end for a number. */
const walkedForCount = 1_000;

/** The rows of the rarest filter, in the order of its index. */
function driverOf({ type, status, suspended, plan }: Wanted): { from: Prisma.Sql; person: Prisma.Sql } {
  if (suspended === "yes") {
    const from = Prisma.sql`users u WHERE is_suspended(u)`;
    return { from, person: Prisma.sql`u.id` };
  }
  const ofStatus = (word: VettingStatus) => ({
    from: Prisma.sql`contributor_profiles k WHERE k.status = ${literal(word)}::contributor_status ORDER BY k.created_at, k.id`,
    person: Prisma.sql`k.id`,
  });
  if (status === "pending") return ofStatus(status);
  if (plan && plan !== "free") {
    return { from: subscriptionsOn(plan), person: Prisma.sql`s.user_id` };
  }
  if (status) return ofStatus(status);
  const ofType =
    type === "none"
      ? Prisma.sql`p.user_type IS NULL`
      : type
        ? Prisma.sql`p.user_type = ${literal(type)}::user_type`
        : Prisma.sql`true`;
  return {
    from: Prisma.sql`profiles p WHERE ${ofType} ORDER BY p.created_at, p.id`,
    person: Prisma.sql`p.id`,
  };
}

/** Whoever has a paid plan stays a creator until it ends, and only contributors are vetted. */
const isNobody = ({ type, status, plan }: Wanted) =>
  plan !== "" && plan !== "free" && (status !== "" || type === "contributor");

async function countPeople(wanted: Wanted): Promise<Count> {
  if (isNobody(wanted)) return { count: 0, isMore: false };
  const { from, person } = driverOf(wanted);
  const driver = wanted.ids
    ? Prisma.sql`SELECT unnest(${wanted.ids}::uuid[]) AS id`
    : Prisma.sql`SELECT ${person} AS id FROM ${from} LIMIT ${walkedForCount}`;
  const [row] = await db.$queryRaw<{ found: number; walked: number }[]>`
    WITH driver AS MATERIALIZED (${driver})
    SELECT (SELECT count(*)::int FROM driver) AS walked,
           (SELECT count(*)::int FROM (
              SELECT 1 FROM driver JOIN profiles p ON p.id = driver.id
                LEFT JOIN users u ON u.id = p.id
                LEFT JOIN contributor_profiles k ON k.id = p.id
                ${joinSubscription}
               WHERE ${Prisma.join(rulesOf(wanted), " AND ")} LIMIT ${countLimit}) found) AS found`;
  const { found = 0, walked = 0 } = row ?? {};
  // Someone is left to be looked at.
  const isCut = !wanted.ids && walked === walkedForCount;
  const { count, isMore } = countOf(found);
  return { count, isMore: isMore || isCut };
}

/** Of a fixed list. In the text, so that the planner knows how rare it is. */
const literal = (word: PersonType | VettingStatus | PlanName) => Prisma.raw(`'${word}'`);

/** Without the ids, of which the rows are read. */
function rulesOf({ type, status, suspended, plan }: Wanted): Prisma.Sql[] {
  return [
    Prisma.sql`u.left_at IS NULL`,
    ...(type === "none" ? [Prisma.sql`p.user_type IS NULL`] : []),
    ...(type && type !== "none" ? [Prisma.sql`p.user_type = ${literal(type)}::user_type`] : []),
    ...(status
      ? [Prisma.sql`k.status = ${literal(status)}::contributor_status AND p.user_type = 'contributor'`]
      : []),
    ...(suspended === "yes" ? [Prisma.sql`is_suspended(u)`] : []),
    ...(suspended === "no" ? [Prisma.sql`NOT is_suspended(u)`] : []),
    // Of a CASE, PostgreSQL assumes that half are true; of an equation one in 200, and would sort all of them.
    ...(plan
      ? [Prisma.sql`CASE WHEN plan_name(s) = ${literal(plan)}::plan_type THEN true ELSE false END`]
      : []),
    // Of the index: a plan in force, but for Free, is the one that is stored.
    ...(plan && plan !== "free" ? [Prisma.sql`s.plan_type = ${literal(plan)}::plan_type`] : []),
  ];
}

/** The first comparison is the index's own; rows with the same key are told apart by the id. */
function afterCursor(wanted: Wanted, after: string | null): Prisma.Sql[] {
  const cursor = readCursor(after, wanted.sort === "name");
  if (!cursor) return [];
  const { key, id } = orderOf(wanted);
  const value =
    wanted.sort === "name"
      ? Prisma.sql`${cursor.key}::text COLLATE "C"`
      : Prisma.sql`${cursor.key}::timestamptz`;
  return wanted.sort === "newest"
    ? [Prisma.sql`(${key}, ${id}) < (${value}, ${cursor.id}::uuid)`]
    : [Prisma.sql`(${key}, ${id}) > (${value}, ${cursor.id}::uuid)`];
}

const cursorOf = ({ key, keyId }: Row): string => `${keyId}_${key instanceof Date ? key.toISOString() : key}`;

/** Malformed ones start at the beginning. */
function readCursor(text: string | null, isName: boolean): { key: string; id: string } | null {
  const id = parseId(text?.slice(0, 36));
  if (!text || !id || text[36] !== "_") return null;
  const key = text.slice(37);
  // PostgreSQL rejects NUL.
  if (isName) return { key: key.replaceAll("\0", "").slice(0, 200), id };
  const at = Date.parse(key);
  return at > 0 ? { key: new Date(at).toISOString(), id } : null;
}

const viewOf = ({ key: _, keyId: __, ...row }: Row): PersonView => ({
  ...row,
  joinedAt: row.joinedAt.toISOString(),
});
