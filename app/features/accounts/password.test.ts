import { expect, test } from "vitest";
import { hashPassword, passwordFits, weaknessOf } from "./password.server";

test("a password fits its own hash alone, and no account's hash is never fitted", async () => {
  const stored = await hashPassword("violet harbour");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordFits("violet harbour", stored)).toBe(true);
  expect(await passwordFits("violet harbou", stored)).toBe(false);
  expect(await passwordFits("there is no such account", null)).toBe(false);
});

test("many hashes at once all come to an end", async () => {
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, index) => hashPassword(`violet harbour ${index}`)),
  );
  expect(new Set(stored).size).toBe(12);
});

test.each([
  ["password1", /most common/],
  ["QWERTY", /most common/],
  ["aaaaaaa", /repeats/],
  ["ababab", /repeats/],
  ["person.name@example.com", /email address/],
  ["person.name", /email address/],
])("%s is too easy to guess, and the reason is said", (password, reason) => {
  expect(weaknessOf(password, "Person.Name@example.com")).toMatch(reason);
});

test("an uncommon password of six characters is enough", () => {
  expect(weaknessOf("kx7-pq", "person@example.com")).toBeNull();
});
