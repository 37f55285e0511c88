import { beforeEach, expect, test } from "vitest";
import { noted, noteFailure, noteSuccess, returnHealthNotes, takeHealthNotes } from "./service-health.server";

beforeEach(() => void takeHealthNotes());

class Refused extends Error {
  override name = "Refused";
}
const post = noted(
  "mail",
  {
    sender: "us@example.com",
    send: async (to: string) => {
      if (to === "refused") throw new Refused();
      if (to === "away") throw Object.assign(new Error("x@example.com"), { code: "ECONNRESET" });
      if (to === "odd") throw "x@example.com";
      return to;
    },
    address: () => "here",
  },
  (error) => error instanceof Refused,
);

test.each([
  ["kim", true, undefined],
  ["refused", true, undefined],
  ["away", false, "Error ECONNRESET"],
  ["odd", false, "Error"],
])("sending to '%s' is noted as %s", async (to, works, cause) => {
  await post.send(to).catch(() => {});
  const note = takeHealthNotes().get("mail");
  expect([note?.succeededAt instanceof Date, note?.failedAt instanceof Date]).toEqual([works, !works]);
  expect(note?.cause).toBe(cause);
});

test("a property, or a call that doesn't wait for the service, says nothing about it", () => {
  expect([post.sender, post.address(), takeHealthNotes().size]).toEqual(["us@example.com", "here", 0]);
});

test("notes are taken once; those that couldn't be stored come back unless there are newer ones", () => {
  noteSuccess("files");
  noteFailure("files", new Error("a"));
  noteSuccess("payments");
  const taken = takeHealthNotes();
  expect([[...taken.keys()], takeHealthNotes().size]).toEqual([["files", "payments"], 0]);
  noteFailure("files", new TypeError("b"));
  returnHealthNotes(taken);
  const again = takeHealthNotes();
  expect(again.get("files")).toMatchObject({
    succeededAt: taken.get("files")?.succeededAt,
    cause: "TypeError",
  });
  expect(again.get("payments")).toEqual(taken.get("payments"));
});
