import { expect, test } from "vitest";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { planOf } from "../plans/reading.server";
import { isSaved, saveContributor, unsaveContributor } from "./saving.server";

const usedSaves = async (person: Person) =>
  (await planOf(person)).usage.find((use) => use.kind === "save")?.used;

test("favorites are counted once each, and removing one, even twice at once, makes room for one", async () => {
  const creator = await makeCreator();
  const people = await Promise.all(Array.from({ length: 7 }, () => makeContributor()));
  const [first = "", ...others] = people.map((person) => person.userId);
  await Promise.all([saveContributor(creator, first), saveContributor(creator, first)]);
  expect(await usedSaves(creator)).toBe(1);
  const outcomes = await Promise.all(others.map((id) => saveContributor(creator, id)));
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
    Array(2).fill({ ok: false, refused: "save-limit" }),
  );

  await Promise.all([unsaveContributor(creator, first), unsaveContributor(creator, first)]);
  expect([await isSaved(creator, first), await usedSaves(creator)]).toEqual([false, 4]);
  expect(await saveContributor(creator, first)).toEqual({ ok: true });
  expect(await usedSaves(creator)).toBe(5);
});
