import { expect, test } from "vitest";
import { takingTurns } from "./taking-turns";

test("runs only so many at a time, in order, whether the others succeed or fail", async () => {
  const inTurn = takingTurns(3);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      inTurn(async () => {
        begun.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((later) => setImmediate(later));
        running -= 1;
        if (index % 4 === 0) throw new Error("failed");
        return index;
      }),
    ),
  );
  expect([most, running]).toEqual([3, 0]);
  expect(begun).toEqual([...begun].sort((a, b) => a - b));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect(await inTurn(async () => "again")).toBe("again");
});

test("those who rarely ask for little don't wait behind one who asks for a lot", async () => {
  const inTurn = takingTurns(1);
  const done: string[] = [];
  const ask = (by: string, size: number) => inTurn(async () => void done.push(`${by} ${size}`), by, size);
  const flood = Array.from({ length: 4 }, () => ask("flood", 50));
  await Promise.all([...flood, ask("large", 50), ask("small", 1), ask("flood", 1)]);
  expect(done).toEqual(["flood 50", "small 1", "flood 50", "large 50", "flood 50", "flood 50", "flood 1"]);
});
