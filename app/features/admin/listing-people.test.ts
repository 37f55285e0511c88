import { beforeAll, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { readFile, readList } from "~/http/admin-list-page.server";
import { db, pool } from "~/platform/db.server";
import { type NewPerson, storePeople } from "../../../prisma/people";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { type AdminPerson, makeAdmin } from "../../../tests/support/people";
import { peopleList } from "./people-list.server";

type PeopleFilter = Record<"q" | "type" | "status" | "suspended" | "plan" | "sort", string>;

const everyone: PeopleFilter = { q: "", type: "", status: "", suspended: "", plan: "", sort: "newest" };

interface Model {
  id: string;
  email: string;
  full_name: string;
  user_type: string | null;
  status: string | null;
  plan: string;
  suspended: boolean;
  joined: number;
  planned: number;
}

let admin: AdminPerson;
let model: Model[];

/** Seventy people who differ in everything that the list filters by. Some share a name or a time. */
beforeAll(async () => {
  admin = await makeAdmin({ name: "Ada Admin" });
  const types = ["creator", "contributor", null];
  const people: NewPerson[] = Array.from({ length: 70 }, (_, index) => ({
    email: `row-${index}@example.com`,
    full_name: ["Élan Vital", "ann Lee", "Bo Ann", `Zed ${index}`][index % 4],
    user_type: types[index % 3],
    status: ["pending", "approved", "rejected"][index % 5 === 0 ? 0 : index % 2 ? 1 : 2],
    // Contributors stay on Free, because only creators can buy a plan.
    plan: ["free", "pro", "agency", "pay_per_post"][index % 3 !== 1 && index % 7 < 4 ? index % 7 : 0],
    plan_start: new Date(Date.UTC(2026, 1, 1 + (index % 20))),
    plan_end: new Date(Date.now() + (index % 2 ? 1 : -1) * 86_400_000),
    joined_at: new Date(Date.UTC(2026, 0, 1 + (index % 30))),
  }));
  await storePeople((text, values) => pool.query(text, values), people);
  await db.$executeRaw`
    UPDATE users SET suspended_at = now() - interval '2 days',
           suspended_until = CASE WHEN email LIKE '%3@%' THEN now() - interval '1 day' END
     WHERE email ~ '^row-.*[03]@'`;
  // These people deleted their accounts.
  await db.$executeRaw`
    UPDATE users SET leaves_at = now(), left_at = now()
     WHERE email IN ('row-5@example.com', 'row-6@example.com', 'row-10@example.com')`;
  // Some have since become creators. Their vetting row stays, but doesn't apply anymore.
  await db.$executeRaw`
    INSERT INTO contributor_profiles (id, status, submitted_at, created_at, updated_at)
    SELECT id, (ARRAY['pending', 'approved', 'rejected'])[1 + row_number() OVER () % 3]::contributor_status, now(), created_at, now()
      FROM (SELECT * FROM profiles WHERE user_type = 'creator' LIMIT 9) switched`;
  const rows = await db.$queryRaw<
    (Omit<Model, "joined" | "planned"> & { joined_at: Date; planned_at: Date })[]
  >`
    SELECT u.id, u.email, p.full_name, p.user_type::text, k.status::text,
           CASE WHEN s.plan_type <> 'pay_per_post' OR s.current_period_end > now() THEN s.plan_type ELSE 'free' END::text AS plan,
           u.suspended_at IS NOT NULL AND u.suspended_until IS NULL AS suspended, p.created_at AS joined_at,
           s.created_at AS planned_at
      FROM users u JOIN profiles p ON p.id = u.id JOIN user_subscriptions s ON s.user_id = u.id
      LEFT JOIN contributor_profiles k ON k.id = u.id
     WHERE u.left_at IS NULL`;
  model = rows.map(({ joined_at, planned_at, ...row }) => ({
    ...row,
    joined: joined_at.getTime(),
    planned: planned_at.getTime(),
  }));
});

const isByPlan = ({ plan, status, suspended }: PeopleFilter) =>
  plan !== "" && plan !== "free" && suspended !== "yes" && status !== "pending";

function expectedOf(filter: PeopleFilter): Model[] {
  const { type, status, suspended, plan, sort } = filter;
  const isPaid = isByPlan(filter);
  const keyOf = (one: Model) => (isPaid ? one.planned : one.joined);
  const found = model.filter(
    (one) =>
      (type === "" || (one.user_type ?? "none") === type) &&
      (status === "" || (one.user_type === "contributor" && one.status === status)) &&
      (suspended === "" || one.suspended === (suspended === "yes")) &&
      (plan === "" || one.plan === plan),
  );
  if (sort === "name")
    return found.sort((one, other) =>
      Buffer.compare(Buffer.from(one.full_name.toLowerCase()), Buffer.from(other.full_name.toLowerCase())),
    );
  return found.sort((one, other) => (keyOf(one) - keyOf(other)) * (sort === "newest" ? -1 : 1));
}

async function everyPage(filter: PeopleFilter) {
  const address = adminPaths.allPeople(filter);
  const people = await rowsOfAllPages(peopleList, admin, address);
  return { people, count: (await readList(peopleList, admin, address)).frame.count };
}

test("every filter and order shows each person once, in order, across the pages and in the file", async () => {
  const filters: PeopleFilter[] = [];
  for (const sort of ["newest", "oldest", "name"] as const) {
    filters.push({ ...everyone, sort });
    for (const type of ["creator", "contributor", "none"] as const) filters.push({ ...everyone, sort, type });
    for (const status of ["pending", "approved", "rejected"] as const) {
      filters.push({ ...everyone, sort, status }, { ...everyone, sort, status, plan: "pro" });
      filters.push({ ...everyone, sort, status, suspended: "yes" });
    }
    for (const plan of ["free", "pay_per_post", "pro", "agency"] as const)
      filters.push({ ...everyone, sort, plan });
    for (const suspended of ["yes", "no"] as const)
      filters.push(
        { ...everyone, sort, suspended },
        { ...everyone, sort, suspended, plan: "pro", type: "creator" },
      );
    filters.push({ ...everyone, sort, type: "creator", status: "approved" });
  }
  for (const filter of filters) {
    const expected = expectedOf(filter);
    const { people, count } = await everyPage(filter);
    expect(new Set(people.map(({ id }) => id)), JSON.stringify(filter)).toEqual(
      new Set(expected.map(({ id }) => id)),
    );
    expect(people).toHaveLength(expected.length);
    expect(count).toBe(expected.length);
    // People who are equal in the sort key may come in any order.
    const byId = new Map(model.map((one) => [one.id, one]));
    const keys = (ids: string[]) =>
      ids.map((id) => {
        const one = byId.get(id);
        return filter.sort === "name"
          ? one?.full_name.toLowerCase()
          : isByPlan(filter)
            ? one?.planned
            : one?.joined;
      });
    expect(keys(people.map(({ id }) => id)), JSON.stringify(filter)).toEqual(
      keys(expected.map(({ id }) => id)),
    );
    const rows: string[][] = [];
    for await (const row of await readFile(peopleList, admin, adminPaths.allPeople(filter))) rows.push(row);
    expect(rows.map(([id]) => id)).toEqual(people.map(({ id }) => id));
  }
});

test("finds people by the beginning of a name or its last word, by address and by ID, combined with filters", async () => {
  const search = async (q: string, more: Partial<PeopleFilter> = {}) => {
    const { people } = await everyPage({ ...everyone, q, ...more });
    return people;
  };
  const named = (part: RegExp) => model.filter(({ full_name }) => part.test(full_name)).length;
  expect(await search("ANN")).toHaveLength(named(/^ann|Ann$/));
  expect(await search("ann", { type: "creator" })).toHaveLength(
    model.filter(({ full_name, user_type }) => /^ann|Ann$/.test(full_name) && user_type === "creator").length,
  );
  expect(await search("élan")).toHaveLength(named(/^Élan/));
  const [someone] = model;
  expect(await search(` ${someone?.email.toUpperCase()} `)).toMatchObject([{ id: someone?.id }]);
  expect(await search(someone?.id ?? "")).toMatchObject([{ email: someone?.email }]);
  for (const unknown of ["nobody@example.com", "%", "row-1", "\0", "00000000-0000-4000-8000-000000000000"])
    expect(await search(unknown)).toHaveLength(unknown === "\0" ? model.length : 0);
});

test("starts at the beginning after a malformed cursor", async () => {
  const filter = { type: "x", sort: "y", plan: "__proto__" };
  const read = (query: object) => readList(peopleList, admin, adminPaths.allPeople(query));
  const first = await read(filter);
  expect(first.frame.clear).toBeNull();
  for (const after of ["x", `${admin.userId}_`, `${admin.userId}_0000-01-01T00:00:00Z`])
    expect((await read({ ...filter, after })).rows[0]?.id).toBe(first.rows[0]?.id);
  const named = await read({ sort: "name", after: `${admin.userId}_a\0b` });
  expect(named.rows.length).toBeGreaterThan(0);
});

test("counts exactly up to 200, and beyond that says that there are more", async () => {
  const counted = async () => (await readList(peopleList, admin, adminPaths.allPeople({}))).frame;
  const store = (count: number, mark: string) =>
    storePeople(
      (text, values) => pool.query(text, values),
      Array.from({ length: count }, (_, index) => ({ email: `${mark}-${index}@example.com` })),
    );
  await store(200 - (await db.user.count({ where: { leftAt: null } })), "many");
  expect(await counted()).toMatchObject({ count: 200, isMore: false });
  await store(1, "one-more");
  expect(await counted()).toMatchObject({ count: 200, isMore: true });
});
