import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.server";

test("a password matches only its own hash, and nothing matches a missing hash", async () => {
  const stored = await hashPassword("violet harbour");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("violet harbour", stored)).toBe(true);
  expect(await verifyPassword("violet harbou", stored)).toBe(false);
  expect(await verifyPassword("there is no such account", null)).toBe(false);
});

test("many concurrent hashes all finish", async () => {
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, index) => hashPassword(`violet harbour ${index}`)),
  );
  expect(new Set(stored).size).toBe(12);
});
