import { expect, test } from "vitest";
import { takingTurns } from "./taking-turns";

test("runs only a limited number at a time, in order, whether or not some fail", async () => {
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

test("people take turns, so one person's requests can't take up every place", async () => {
  const inTurn = takingTurns(2, 1);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (by: string, name: string) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    }, by);
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((later) => setImmediate(later));
  };
  const asked = [ask("flood", "a1"), ask("flood", "a2"), ask("flood", "a3"), ask("second", "b1")];
  await end("");
  expect(begun).toEqual(["a1", "b1"]);
  asked.push(ask("second", "b2"), ask("third", "c1"));
  await end("b1");
  expect(begun).toEqual(["a1", "b1", "c1"]);
  await end("a1");
  // The flood's last turn began before the second person's.
  expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
  await end("c1");
  expect(begun.at(-1)).toBe("b2");
  await end("b2");
  expect(begun).toHaveLength(5);
  await end("a2");
  await end("a3");
  await Promise.all(asked);
  expect(begun.at(-1)).toBe("a3");
});
