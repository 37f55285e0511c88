import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { seal, unseal } from "./secrets.server";

const keys = [randomBytes(32)] as const;

test("encrypted text can be read only whole, by its holder and with a key that's still in use", () => {
  const sealed = seal("a recovery link", keys, "noor");
  expect(unseal(sealed, [randomBytes(32), ...keys], "noor")).toBe("a recovery link");
  expect(unseal(sealed, keys, "sam")).toBeNull();
  expect(unseal(sealed, [randomBytes(32)], "noor")).toBeNull();
  // A shorter tag would be easier to guess, so it must be rejected.
  const empty = seal("", keys);
  expect(unseal(empty, keys)).toBe("");
  for (let length = 0; length < empty.length; length += 1)
    expect(unseal(empty.subarray(0, length), keys), `${length} bytes`).toBeNull();
});
