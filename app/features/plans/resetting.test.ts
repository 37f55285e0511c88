import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { readList } from "~/http/admin-list-page.server";
import { db, SessionEnded, transaction } from "~/platform/db.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  posingAsAdmin,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { type CountedKind, giveBackUse, lockPosts, spend } from "./counting.server";
import { listUsed, subscriptionList } from "./listing-subscriptions.server";
import { planOf } from "./plan-in-force.server";
import { resetUses } from "./subscribing.server";
import { lineWords } from "./use-line";
import { listUses, resetUsage } from "./uses.server";

type Spender = Awaited<ReturnType<typeof makeCreator>>;
const use = (person: Spender, kind: CountedKind, subjectId: string = randomUUID()) =>
  db.$transaction((tx) => spend(tx, person, kind, randomUUID(), subjectId));
const usedBy = async (person: Spender) =>
  Object.fromEntries((await planOf(person)).usage.map(({ kind, used }) => [kind, used]));
const form = () => ({ key: randomUUID(), reason: "They asked for it." });

test("a reset gives everything back once, in the ledger and the audit log, and leaves others' uses alone", async () => {
  const [admin, creator, other] = [await makeAdmin(), await makeCreator(), await makeCreator()];
  await givePlan(creator, "pro");
  for (const person of [creator, other]) {
    await makeProject(person, { title: "One" });
    for (const kind of ["swipe", "message", "save", "match"] as const) await use(person, kind);
  }
  const saved = randomUUID();
  for (const person of [creator, other]) await use(person, "save", saved);
  expect(await listUsed([creator.userId])).toEqual({
    [creator.userId]: { posts: 1, messages: 1, swipes: 1, saved: 2 },
  });
  const once = form();
  const resets = await Promise.all(Array.from({ length: 4 }, () => resetUsage(admin, creator.userId, once)));
  expect(new Set(resets.map((outcome) => JSON.stringify(outcome)))).toEqual(
    new Set(['{"ok":true,"plan":"pro"}']),
  );
  const none = { swipe: 0, message: 0, match: 0, save: 0, post: 0 };
  expect(await usedBy(creator)).toEqual(none);
  expect(await usedBy(other)).toEqual({ swipe: 1, message: 1, match: 1, save: 2, post: 1 });
  expect(await db.auditEntry.findMany({ where: { subjectId: creator.userId } })).toMatchObject([
    {
      actorId: admin.userId,
      action: "usage.reset",
      details: {
        reason: "They asked for it.",
        before: { posts: 1, messages: 1, swipes: 1, saved: 2, matches: 1 },
        after: { posts: 0, messages: 0, swipes: 0, saved: 0, matches: 0 },
      },
    },
  ]);
  expect((await listUses(creator, null)).lines.slice(0, 5).map(lineWords)).toEqual(
    expect.arrayContaining(["1 post reset by our team", "2 favorites reset by our team"]),
  );
  // After the reset, it isn't given back again, and a late resend changes nothing.
  await db.$transaction((tx) => giveBackUse(tx, creator, "save", saved));
  await use(creator, "swipe");
  await resetUsage(admin, creator.userId, once);
  expect(await usedBy(creator)).toEqual({ ...none, swipe: 1 });
  // A use since then is given back, and so is one that only others' resets or resets of other kinds came after.
  await use(creator, "save", saved);
  const buyPost = () => transaction((tx) => resetUses(tx, other.userId, "purchase:1"));
  await buyPost();
  for (const person of [creator, other])
    await db.$transaction((tx) => giveBackUse(tx, person, "save", saved));
  expect(await usedBy(creator)).toEqual({ ...none, swipe: 1 });
  expect(await usedBy(other)).toEqual({ ...none, swipe: 1, save: 1, post: 1 });
  for (const kind of ["message", "match"] as const) await use(other, kind);
  await buyPost();
  expect(await usedBy(other)).toMatchObject({ message: 1, match: 1 });
});

test("a reset sets active posts aside, never more than are active", async () => {
  const [admin, creator] = [await makeAdmin(), await makeCreator()];
  const post = () => makeProject(creator, { title: "Another" });
  const close = (id: string) => db.projectBrief.update({ where: { id }, data: { status: "completed" } });
  const first = await post();
  await expect(post()).rejects.toThrow();
  await resetUsage(admin, creator.userId, form());
  const second = await post();
  await expect(post()).rejects.toThrow();
  for (const id of [first, second]) await close(id);
  await post();
  await expect(post()).rejects.toThrow();
});

test("a second reset sets the same posts aside again, along with what was used since", async () => {
  const [admin, creator] = [await makeAdmin(), await makeCreator()];
  await makeProject(creator, { title: "One" });
  const none = { swipe: 0, message: 0, match: 0, save: 0, post: 0 };
  for (let times = 0; times < 2; times += 1) {
    for (const kind of ["swipe", "message", "save", "match"] as const) await use(creator, kind);
    expect(await usedBy(creator)).toEqual({ swipe: 1, message: 1, match: 1, save: 1, post: times ? 0 : 1 });
    await resetUsage(admin, creator.userId, form());
    expect(await usedBy(creator)).toEqual(none);
  }
  await makeProject(creator, { title: "Two" });
  expect(await usedBy(creator)).toEqual({ ...none, post: 1 });
});

test("a reset sets aside a post that's created at the same moment", async () => {
  const [admin, creator] = [await makeAdmin(), await makeCreator()];
  let reset: ReturnType<typeof resetUsage> | undefined;
  await transaction(async (tx) => {
    await lockPosts(tx, creator);
    await tx.projectBrief.create({ data: { creatorId: creator.userId, title: "Another" } });
    reset = resetUsage(admin, creator.userId, form());
    await untilLockWait();
  });
  expect(await reset).toEqual({ ok: true, plan: "free" });
  expect(await usedBy(creator)).toMatchObject({ post: 0 });
});

test("a reset takes back a person's very first use even if it's counted at the same moment", async () => {
  const [admin, creator] = [await makeAdmin(), await makeCreator()];
  let reset: ReturnType<typeof resetUsage> | undefined;
  await transaction(async (tx) => {
    await spend(tx, creator, "message", randomUUID());
    reset = resetUsage(admin, creator.userId, form());
    await untilLockWait();
  });
  expect(await reset).toEqual({ ok: true, plan: "free" });
  expect(await usedBy(creator)).toMatchObject({ message: 0 });
  expect(await db.auditEntry.count({ where: { subjectId: creator.userId } })).toBe(1);
});

test("a reset is only for admins and existing accounts, and leaves no record if nothing had been used", async () => {
  const [admin, creator, contributor] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  await use(creator, "swipe");
  await expect(resetUsage(posingAsAdmin(creator), creator.userId, form())).rejects.toThrow(SessionEnded);
  for (const id of [randomUUID(), "not-an-id"])
    expect(await resetUsage(admin, id, form())).toEqual({ ok: false, refused: "not-found" });
  expect(await usedBy(creator)).toMatchObject({ swipe: 1 });
  // One kind of use is enough for an entry in the audit log.
  await resetUsage(admin, creator.userId, form());
  expect(await db.auditEntry.findMany({ where: { subjectId: creator.userId } })).toMatchObject([
    { details: { before: { swipes: 1, messages: 0 } } },
  ]);
  expect(await resetUsage(admin, contributor.userId, form())).toEqual({ ok: true, plan: "free" });
  expect(await db.auditEntry.count({ where: { subjectId: contributor.userId } })).toBe(0);
});

test("a form that's sent again takes nothing back, even if there was nothing to take back the first time", async () => {
  const [admin, creator] = [await makeAdmin(), await makeCreator()];
  const once = form();
  await Promise.all([resetUsage(admin, creator.userId, once), resetUsage(admin, creator.userId, once)]);
  expect((await listUses(creator, null)).lines).toEqual([]);
  for (const kind of ["swipe", "match"] as const) await use(creator, kind);
  expect(await resetUsage(admin, creator.userId, once)).toEqual({ ok: true, plan: "free" });
  expect(await usedBy(creator)).toMatchObject({ swipe: 1, match: 1 });
  await resetUsage(admin, creator.userId, form());
  expect(await usedBy(creator)).toMatchObject({ swipe: 0, match: 0 });
});

test("the list shows every subscription once, by the plan in force", async () => {
  const admin = await makeAdmin();
  const people = await Promise.all(Array.from({ length: 23 }, () => makeCreator()));
  const createdAt = new Date();
  await db.userSubscription.updateMany({ data: { createdAt } });
  const seen = (await rowsOfAllPages(subscriptionList, admin, adminPaths.subscriptions())).map(
    ({ userId }) => userId,
  );
  expect(seen).toHaveLength(await db.userSubscription.count());
  expect(new Set(seen)).toEqual(new Set((await db.userSubscription.findMany()).map(({ userId }) => userId)));
  const [lapsed, paying] = people as [Spender, Spender];
  await givePlan(lapsed, "pay_per_post", { ends: -1_000 });
  await givePlan(paying, "pay_per_post");
  const of = async (plan: "pay_per_post" | "free", person: Spender) =>
    (await readList(subscriptionList, admin, adminPaths.subscriptions({ q: person.userId, plan }))).rows;
  expect(await of("pay_per_post", lapsed)).toEqual([]);
  expect(await of("free", lapsed)).toMatchObject([{ email: lapsed.email, plan: "free", periodEnd: null }]);
  expect(await of("pay_per_post", paying)).toMatchObject([{ plan: "pay_per_post", hasMatched: false }]);
  expect(await of("free", paying)).toEqual([]);
  await use(paying, "match");
  expect(await of("pay_per_post", paying)).toMatchObject([{ hasMatched: true }]);
  expect(await of("free", lapsed)).toMatchObject([{ hasMatched: false }]);
});
