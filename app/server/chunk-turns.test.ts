import { expect, test } from "vitest";
import { turnForChunk } from "./chunk-turns.server";

test("lets one chunk pass in each turn of the event loop, in order, with other work in between", async () => {
  const seen: string[] = [];
  const otherWork = (turns: number) => {
    seen.push("other");
    if (turns > 1) setImmediate(otherWork, turns - 1);
  };
  const chunks = ["one", "two", "three"].map((chunk) => turnForChunk().then(() => seen.push(chunk)));
  setImmediate(otherWork, 3);
  await Promise.all(chunks);
  expect(seen).toEqual(["one", "other", "two", "other", "three"]);
  // The queue is empty, so the next chunk has to start it again. Afterward, nothing keeps the event loop busy.
  await turnForChunk();
  await new Promise((done) => setTimeout(done));
  expect(process.getActiveResourcesInfo()).not.toContain("Immediate");
});
