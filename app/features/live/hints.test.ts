import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { startRealtime, subscribe } from "~/platform/realtime/realtime.server";
import { clearHints, numberedHint, pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { until } from "../../../tests/support/until";
import { announcements, storeHint } from "./hints.server";

let realtime: ReturnType<typeof startRealtime> | undefined;
beforeAll(clearHints);
afterAll(() => realtime?.stop());

function collectHints({ userId }: { userId: string }): object[] {
  const received: object[] = [];
  subscribe(userId, (hint) => hint.kind !== "catch-up" && received.push(hint));
  return received;
}

test("a hint reaches only the people it names, after its transaction commits", async () => {
  const [one, other, third] = [await makeCreator(), await makeContributor(), await makeContributor()];
  const [ofOne, ofOther, ofThird] = [collectHints(one), collectHints(other), collectHints(third)];
  realtime = startRealtime(announcements);
  const people = [one.userId, other.userId];
  await db
    .$transaction(async (tx) => {
      await storeHint(tx, people, numberedHint(1));
      throw new Error("undone");
    })
    .catch(() => {});
  await db.$transaction((tx) => storeHint(tx, people, numberedHint(2)));
  for (const received of [ofOne, ofOther]) {
    await until(() => expect(received).toEqual([numberedHint(2)]));
  }
  expect(ofThird).toEqual([]);
  await realtime.stop();
  realtime = undefined;
});

test("a relay gets each hint once, with its recipients", async () => {
  const people = [(await makeCreator()).userId, (await makeContributor()).userId];
  await db.$transaction(async (tx) => {
    await storeHint(tx, people, numberedHint(1));
    await storeHint(tx, people.slice(0, 1), numberedHint(2));
  });
  await db.$queryRawUnsafe(`WITH ${announcements.keep} SELECT count(*)::int FROM taken`, 500);
  expect(await pendingHints()).toEqual([]);
  const locked = await db.$queryRawUnsafe<{ ids: bigint[]; to: string[]; hint: object }[]>(
    announcements.lock,
    500,
  );
  expect(locked.map(({ ids, to, hint }) => [ids.length, new Set(to), hint])).toEqual(
    expect.arrayContaining([
      [1, new Set(people), numberedHint(1)],
      [1, new Set(people.slice(0, 1)), numberedHint(2)],
    ]),
  );
  await clearHints();
});
