import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { join } from "./joining.server";

const newcomer = { fullName: "Noor Haddad", email: "noor@example.com", password: "violet-harbour" };

test("twenty sign-ups of one address at once, from as many places, make one account", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => join(newcomer, null, `192.0.2.${index}`)),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const words = new Set(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.refused)));
  // Five an hour pass the throttle of an address; of those one finds it free.
  expect(words).toEqual(new Set(["ok", "email-taken", "too-many"]));
  expect(await db.user.count()).toBe(1);
  expect(await db.profile.count()).toBe(1);
});

test("a refused sign-up leaves nothing behind", async () => {
  const email = "weak@example.com";
  expect(await join({ ...newcomer, email, password: "password1" }, null, "192.0.2.99")).toMatchObject({
    refused: "weak-password",
  });
  expect(await db.user.count({ where: { email } })).toBe(0);
});
