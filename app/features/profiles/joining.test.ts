import { expect, test } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { db } from "~/platform/db.server";
import { newClient } from "../../../tests/support/people";
import { join } from "./drafting.server";

const newcomer = { fullName: "Noor Haddad", email: "noor@example.com", password: "violet-harbour" };

test("of twenty concurrent sign-ups with one address, only one creates an account", async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => join(newcomer, null, newClient())));
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const words = new Set(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.refused)));
  expect(words).toEqual(new Set(["ok", "email-taken"]));
  expect(await db.user.count()).toBe(1);
  expect(await db.profile.count()).toBe(1);
});

test("different spellings of an address belong to one account", async () => {
  const from = newClient();
  expect(await join({ ...newcomer, email: "mia@BÜCHER.example" }, null, from)).toMatchObject({ ok: true });
  for (const email of ["Mia@bu\u0308cher.example", "mia@xn--bcher-kva.example"]) {
    expect(await join({ ...newcomer, email }, null, from)).toMatchObject({ refused: "email-taken" });
  }
  expect(await join({ ...newcomer, email: " MIA@bücher.EXAMPLE" }, null, from)).toMatchObject({
    refused: "email-taken",
  });
  // Each of these spellings counts toward the limit of one address, and the sixth attempt exceeds it.
  await join({ ...newcomer, email: "mia@bücher.example" }, null, from);
  expect(await join({ ...newcomer, email: "MIA@bücher.example" }, null, from)).toMatchObject({
    refused: "too-many",
  });
});

test("other people's attempts don't keep anyone from signing up with their address", async () => {
  const email = "wanted@example.com";
  for (let turn = 0; turn < 11; turn += 1)
    await join({ ...newcomer, email, password: "password1" }, null, newClient());
  expect(await join({ ...newcomer, email }, null, newClient())).toMatchObject({ ok: true });
});

test("a new member is signed in, and has a record of the Free plan whose first period is 14 days", async () => {
  const done = await join({ ...newcomer, email: "plan@example.com" }, null, newClient());
  if (!done.ok) throw new Error(done.refused);
  const record = await db.userSubscription.findUniqueOrThrow({ where: { userId: done.userId } });
  expect(record).toMatchObject({ planType: "free", status: "active" });
  expect(record.hasMatchedContributor).toBe(false);
  const days = (record.currentPeriodEnd.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days * 100)).toBe(1400);
  expect(await findActor(done.session.token)).toMatchObject({ userId: done.userId });
});

test("a refused sign-up leaves nothing behind", async () => {
  const email = "weak@example.com";
  expect(await join({ ...newcomer, email, password: "password1" }, null, newClient())).toMatchObject({
    refused: "weak-password",
  });
  expect(await db.user.count({ where: { email } })).toBe(0);
});
