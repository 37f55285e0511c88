import { describe, expect, test } from "vitest";
import { db, pool } from "~/platform/db.server";
import { makeContributor, makeCreator, makeMember } from "../../../tests/support/people";
import { listChosen, nameSearchText, pickPeople, searchPeople } from "./searching.server";

type Plan = Record<"Shared Hit Blocks" | "Shared Read Blocks", number>;

async function names(...search: Parameters<typeof searchPeople>): Promise<string[] | null> {
  const found = await searchPeople(...search);
  if (found && !found.ok) throw new Error(found.refused);
  return found?.people.map((person) => person.name) ?? null;
}

describe("searching people", () => {
  test("matches the beginning of a name or of its last word, ignoring case and accents, sorted by name", async () => {
    const me = await makeCreator({ name: "Xena Seeker" });
    await makeContributor({ name: "Xenia del Olmo" });
    await makeCreator({ name: "Ada XENAKIS" });
    await makeContributor({ name: "Émile Xénon" });
    expect(await names(me, "xen")).toEqual(["Ada XENAKIS", "Émile Xénon", "Xenia del Olmo"]);
    expect(await names(me, "  xenia   DEL ")).toEqual(["Xenia del Olmo"]);
    expect(await names(me, "éM")).toEqual(["Émile Xénon"]);
    expect(await names(me, "XÉ")).toEqual(["Ada XENAKIS", "Émile Xénon", "Xenia del Olmo"]);
    expect(await names(me, "enia")).toEqual([]);
  });

  test.each([
    ["Nguyễn Thị Ánh", ["nguyen", "NGUYỄN", "anh"]],
    ["Seán O’Brien", ["o'brien", "O’BRIEN", "obrien", "sean"]],
    ["Ayşe Işık", ["isik", "IŞIK", "ışık"]],
    ["Jörg Straßner", ["strassner", "STRASSNER", "jorg"]],
    ["Łukasz Żółć", ["lukasz", "zolc"]],
    ["Søren Ægir", ["soren", "aegir"]],
    ["Иван Чёрный", ["ИВАН", "черный"]],
    ["田中 美咲", ["田中", "美咲"]],
  ])("finds %s as people type the name on other keyboards", async (name, typed) => {
    const me = await makeCreator();
    await makeContributor({ name });
    for (const text of typed) expect([text, await names(me, text)]).toEqual([text, [name]]);
  });

  test("needs two characters and treats pattern characters literally", async () => {
    const me = await makeCreator();
    await makeCreator({ name: "Zz%_ \\ 'Quote'" });
    for (const few of ["", " ", "z", " z ", "👩"]) expect(await names(me, few)).toBeNull();
    expect(await names(me, "zz%_ \\ '")).toHaveLength(1);
    for (const odd of ["''", "\u0301\u0301", "%%", "__", "' OR true --", "zz%a", "\\\\"])
      expect(await names(me, odd)).toEqual([]);
    expect(await names(me, "'quote")).toHaveLength(1);
    expect(await names(me, "zz\u0000%_")).toEqual([]);
    expect(await names(me, "x".repeat(5000))).toEqual([]);
  });

  test("omits the actor, undiscoverable people and both sides of a block; never matches an email address", async () => {
    const me = await makeCreator({ name: "Wanda Me" });
    const [blocking, blocked, suspended] = [
      await makeContributor({ name: "Wanda Blocking", email: "wandamail@example.com" }),
      await makeContributor({ name: "Wanda Blocked" }),
      await makeCreator({ name: "Wanda Suspended" }),
    ];
    await makeContributor({ name: "Wanda Pending", status: "pending" });
    await makeContributor({ name: "Wanda Rejected", status: "rejected" });
    await makeMember({ name: "Wanda Unfinished" });
    const { userId: shy } = await makeContributor({ name: "Wanda Shy" });
    await db.user.update({ where: { id: shy }, data: { appearsInSearch: false } });
    // Someone who's hidden from search can still get messages from people who find their profile another way.
    expect(await listChosen(me, [shy])).toMatchObject([{ name: "Wanda Shy" }]);
    expect(await names(me, "wanda")).toEqual(["Wanda Blocked", "Wanda Blocking", "Wanda Suspended"]);
    await db.block.create({ data: { blockerId: blocking.userId, blockedId: me.userId } });
    await db.block.create({ data: { blockerId: me.userId, blockedId: blocked.userId } });
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    expect(await names(me, "wanda")).toEqual([]);
    expect(await names(me, "wandamail")).toEqual([]);
    for (const last of ["me", "shy", "pending", "suspended", "blocking"])
      expect([last, await names(me, last)]).toEqual([last, []]);
    const unreachable = [me, blocking, blocked, suspended].map((person) => person.userId);
    expect(await listChosen(me, unreachable)).toEqual([]);
  });

  test("shows at most ten people besides those chosen, and says when all are chosen or no one matches", async () => {
    const me = await makeCreator();
    const people = [];
    for (let index = 10; index < 22; index += 1) people.push(await makeCreator({ name: `Vic No${index}` }));
    const ids = people.map((person) => person.userId);
    expect(await names(me, "vic")).toEqual(people.slice(0, 10).map((person) => person.name));
    expect(await names(me, "vic", ids.slice(0, 5))).toEqual(people.slice(5).map((person) => person.name));
    expect(await pickPeople(me, "vic no1", ids.slice(0, 10))).toMatchObject({
      people: [],
      note: "All matching users are already selected",
      chosen: people.slice(0, 10).map((person) => ({ name: person.name })),
    });
    expect(await pickPeople(me, "no such person", [])).toMatchObject({
      note: "No users found matching your search",
    });
    expect((await pickPeople(me, "v", ids)).chosen).toHaveLength(10);
    expect(await pickPeople(me, "v", ["no id", ...ids.slice(0, 1), ...ids.slice(0, 1)])).toMatchObject({
      note: "",
      people: [],
      chosen: [{ name: "Vic No10" }],
    });
  });

  test("is rate-limited", async () => {
    const me = await makeCreator();
    for (let index = 0; index < 120; index += 1) await searchPeople(me, "so many");
    expect(await searchPeople(me, "so many")).toMatchObject({ ok: false, refused: "too-many" });
    expect((await pickPeople(me, "so many", [])).note).toMatch(/^Failed to search users/);
  });

  test("reads few database pages for a prefix shared by 20,000 people", async () => {
    const me = await makeCreator();
    await db.$transaction([
      // Skips triggers, which would take longer than the rest of the test.
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`
      WITH u AS (INSERT INTO users (email, password_hash) SELECT 'many-' || n || '@example.com', 'x' FROM generate_series(1, 20000) n RETURNING id),
      listed AS (INSERT INTO person_listings (profile_id, user_type, changed_at, terms, since, price, traits)
                 SELECT id, 'creator', now(), '{*}', ARRAY[now()], 0, '[[],[],[],null,"",""]' FROM u)
      INSERT INTO profiles (id, full_name, user_type, completed_at)
      SELECT id, 'Maria Many' || row_number() OVER (), 'creator', now() FROM u`,
    ]);
    await pool.query("VACUUM ANALYZE profiles");
    await pool.query("VACUUM ANALYZE users");
    await pool.query("VACUUM ANALYZE person_listings");
    // Pages run this statement with a generic plan, so the test does, too.
    const client = await pool.connect();
    await client.query(
      `SET plan_cache_mode = force_generic_plan; PREPARE search (uuid, text, int) AS ${nameSearchText}`,
    );
    const blocksRead = async (beginning: string) => {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE search ('${me.userId}', '${beginning}', 20)`,
      );
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    };
    expect(await blocksRead("ma")).toBeLessThan(1_000);
    expect(await names(me, "ma")).toHaveLength(10);

    // Someone who has blocked all of them still finds other people, without a lookup for each blocked person.
    await makeContributor({ name: "Maria Zuletzt" });
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`
        INSERT INTO blocks (blocker_id, blocked_id)
        SELECT ${me.userId}::uuid, id FROM profiles WHERE full_name LIKE 'Maria Many%'`,
    ]);
    await pool.query("VACUUM ANALYZE blocks");
    expect(await names(me, "ma")).toEqual(["Maria Zuletzt"]);
    expect(await blocksRead("ma")).toBeLessThan(40_000);
    client.release(true);
  });
});
