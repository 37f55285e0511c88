import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { waitForTurn } from "./form-turns.server";

test("a sender's forms wait for turns of the event loop instead of a fixed time, and don't delay other senders", async () => {
  const read: string[] = [];
  for (const form of ["first", "second", "third"]) void waitForTurn("a sender").then(() => read.push(form));
  void waitForTurn("another").then(() => read.push("another's"));
  await setImmediate();
  expect(read).toEqual(["first", "another's"]);
  for (let turn = 0; turn < 60; turn += 1) await setImmediate();
  expect(read.slice(2)).toEqual(["second", "third"]);
});
