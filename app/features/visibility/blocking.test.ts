import { expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { addBlock, findBlockable, listBlocks, removeBlock } from "./blocking.server";
import { openAccount, suspendedAccount } from "./seeing.server";

const hour = 3_600_000;

test("blocks are listed latest first, each on one page, even if several were made at the same moment", async () => {
  const [actor, ...others] = [
    await makeCreator(),
    ...(await Promise.all([1, 2, 3, 4].map(() => makeContributor()))),
  ];
  for (const { userId } of others)
    expect(await transaction((tx) => addBlock(tx, actor.userId, userId))).toBe(true);
  const [first, ...rest] = others.map(({ userId }) => userId);
  const created = (ids: (string | undefined)[], createdAt: Date) =>
    db.block.updateMany({
      where: { blockerId: actor.userId, blockedId: { in: ids.map(String) } },
      data: { createdAt },
    });
  await created(rest, new Date(Date.now() - hour));
  await created([first], new Date());
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { people, next } = await listBlocks(actor.userId, after, 2);
    pages.push(people.map(({ personId }) => personId));
    after = next;
  } while (after);
  expect(pages).toEqual([
    [first, expect.any(String)],
    [expect.any(String), expect.any(String)],
  ]);
  expect(new Set(pages.flat())).toEqual(new Set(others.map(({ userId }) => userId)));
});

test("finds a block with the person's name, and removes it once", async () => {
  const [actor, person] = [await makeCreator(), await makeContributor()];
  const find = () => findBlockable(actor.userId, person.userId);
  const remove = () => transaction((tx) => removeBlock(tx, actor.userId, person.userId));
  expect(await find()).toEqual({ name: person.name, isBlocked: false });
  await transaction((tx) => addBlock(tx, actor.userId, person.userId));
  expect(await find()).toEqual({ name: person.name, isBlocked: true });
  expect([await remove(), await remove()]).toEqual([true, false]);
  expect(await transaction((tx) => addBlock(tx, actor.userId, actor.userId))).toBe(false);
});

test("Prisma and SQL agree on which accounts are suspended", async () => {
  const [before, past, future] = [-2, -1, 1].map((hours) => new Date(Date.now() + hours * hour));
  const states = [
    {},
    { suspendedAt: before },
    { suspendedAt: before, suspendedUntil: past },
    { suspendedAt: before, suspendedUntil: future },
    { leavesAt: future },
    { leavesAt: future, suspendedAt: before },
  ];
  const ids: string[] = [];
  for (const data of states) {
    const { userId } = await makeCreator();
    await db.user.update({ where: { id: userId }, data });
    ids.push(userId);
  }
  const among = async (where: object) => {
    const rows = await db.user.findMany({ where: { id: { in: ids }, ...where }, select: { id: true } });
    return ids.map((id) => rows.some((row) => row.id === id));
  };
  const rows = await db.$queryRaw<{ open: boolean; suspended: boolean }[]>`
    SELECT is_open(u) AS open, is_suspended(u) AS suspended
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS one (id, place) JOIN users u ON u.id = one.id ORDER BY one.place`;
  expect(await among(openAccount())).toEqual(rows.map(({ open }) => open));
  expect(await among(suspendedAccount())).toEqual(rows.map(({ suspended }) => suspended));
  expect(rows.map(({ open }) => open)).toEqual([true, false, true, false, false, false]);
});
