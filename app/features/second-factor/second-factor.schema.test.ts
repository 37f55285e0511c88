import { expect, test } from "vitest";
import { proofSchema } from "./second-factor.schema";

test("a code that's far too long isn't read", () => {
  const { error } = proofSchema.safeParse({ by: "code", code: "1".repeat(60_000) });
  expect(error?.issues.map(({ message }) => message)).toEqual(["That's not a code"]);
});
