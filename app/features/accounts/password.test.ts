import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.server";

test("a password matches only its own hash, and nothing matches a missing hash", async () => {
  const stored = await hashPassword("violet harbour");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("violet harbour", stored)).toBe(true);
  expect(await verifyPassword("violet harbou", stored)).toBe(false);
  expect(await verifyPassword("there is no such account", null)).toBe(false);
});

test("a password matches even if a keyboard composes its letters differently", async () => {
  const [composed, decomposed] = ["caf\u00e9 \uac00 harbour", "cafe\u0301 \u1100\u1161 harbour"];
  const stored = [await hashPassword(composed), await hashPassword(decomposed)];
  for (const one of stored)
    expect([await verifyPassword(composed, one), await verifyPassword(decomposed, one)]).toEqual([
      true,
      true,
    ]);
  expect(await verifyPassword("cafe \u1100\u1161 harbour", stored[0] ?? null)).toBe(false);
  // Older hashes were made from exactly what was typed, without normalization.
  const earlier = await hash(decomposed);
  expect(await verifyPassword(decomposed, earlier)).toBe(true);
});

test("many concurrent hashes all finish", async () => {
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, index) => hashPassword(`violet harbour ${index}`)),
  );
  expect(new Set(stored).size).toBe(12);
});
