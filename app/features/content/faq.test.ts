import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { findAnswers, plainText } from "./faq.server";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const find = (search: string) => findAnswers({ topic: null, search });
const textOf = async (id: string) => {
  const answer = (await find("")).find((one) => one.id === id);
  return plainText(answer?.body ?? []);
};

test("answers contain the plans' figures, follow changes of a plan, and have no unfilled placeholders", async () => {
  const { id: _, ...pro } = await db.subscriptionTier.findUniqueOrThrow({ where: { name: "pro" } });
  const text = await textOf("free-or-pro");
  expect(text).toContain(
    "1 active post, 1 match and 1 message in total, 10 swipes per day and 5 saved contributors.",
  );
  expect(text).toContain(
    "$24.99 per month or $249 per year, and has 5 active posts, up to 10 matches per post,",
  );
  expect(text).toContain("20 messages per month, 50 swipes per day and 20 saved contributors.");
  expect(await textOf("canceling")).toContain("a 14-day money-back guarantee");
  expect((await find("")).filter(({ body }) => /[{}]/.test(plainText(body)))).toEqual([]);
  expect((await find("$24.99 PER month")).map(({ id }) => id)).toEqual(["free-or-pro"]);
  await db.subscriptionTier.update({ where: { name: "pro" }, data: { monthlyCents: 2600, postLimit: 1 } });
  try {
    vi.setSystemTime(Date.now() + 31_000);
    expect(await textOf("free-or-pro")).toContain("$26 per month or $249 per year, and has 1 active post,");
    expect(await find("$24.99")).toEqual([]);
    expect((await find("$26 per month")).map(({ id }) => id)).toEqual(["free-or-pro"]);
  } finally {
    await db.subscriptionTier.update({ where: { name: "pro" }, data: pro });
  }
});
