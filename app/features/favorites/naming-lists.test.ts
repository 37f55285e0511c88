import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { findFavorites, findSavedOverview } from "./listing.server";
import { chooseLists, createList, deleteList, renameList, writeNote } from "./lists.server";
import { saveContributor } from "./saving.server";

let creator: Person;
let person: Person;
beforeEach(async () => {
  [creator, person] = [await makeCreator(), await makeContributor()];
  await givePlan(creator, "pro");
  await saveContributor(creator, person.userId);
});

const make = async (name: string, owner = creator) => {
  const made = await createList(owner, name);
  if (!made.ok) throw new Error(made.refused);
  return made.listId;
};
const namesOf = async () => (await findSavedOverview(creator, null)).lists.map(({ name }) => name);
const listsOf = async () => (await findFavorites(creator, [person.userId]))[0]?.listIds;
const lapse = () => givePlan(creator, "free", { status: "canceled", ends: -1000 });
const needsPlan = { ok: false, refused: "plan" };
const taken = { ok: false, refused: "taken" };

describe("a list's name", () => {
  test("is unique regardless of case, even concurrently", async () => {
    const outcomes = await Promise.all(
      ["Editors", "EDITORS", "editors", "Éditors", "éDITORS"].map((name) => createList(creator, name)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([taken, taken, taken]);
    await make("editors", await withPlan());
  });

  test("can change to an unused one, or only in capitalization", async () => {
    const [editors, writers] = [await make("Editors"), await make("Writers")];
    expect(await renameList(creator, writers, "eDITORS")).toEqual(taken);
    expect(await renameList(creator, editors, "EDITORS")).toEqual({ ok: true, listId: editors });
    const both = await Promise.all([
      renameList(creator, editors, "Crew"),
      renameList(creator, writers, "crew"),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

test("50 of 60 lists made concurrently are kept", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) => createList(creator, `L${index}`)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(50);
  expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, refused: "most-lists" });
  expect(await namesOf()).toHaveLength(50);
});

test("someone else's list can't be renamed, deleted, filled or read", async () => {
  const stranger = await withPlan();
  const listId = await make("Private", stranger);
  expect(await renameList(creator, listId, "Mine")).toEqual({ ok: false, refused: "not-found" });
  expect(await deleteList(creator, listId)).toBe(false);
  expect(await chooseLists(creator, person.userId, [listId])).toEqual({ ok: false, refused: "list-gone" });
  expect(await namesOf()).toEqual([]);
  expect((await findSavedOverview(stranger, null)).lists).toEqual([
    { id: listId, name: "Private", count: 0 },
  ]);
});

test("a favorite is in exactly the chosen lists, and a refusal changes nothing", async () => {
  const [a, b] = [await make("A"), await make("B")];
  expect(await chooseLists(creator, person.userId, [a, a])).toEqual({ ok: true });
  expect(await listsOf()).toEqual([a]);
  const gone = "00000000-0000-4000-8000-000000000000";
  expect(await chooseLists(creator, person.userId, [b, gone])).toEqual({ ok: false, refused: "list-gone" });
  expect(await listsOf()).toEqual([a]);
  const other = await makeContributor();
  expect(await chooseLists(creator, other.userId, [a])).toEqual({ ok: false, refused: "not-found" });
  expect(await deleteList(creator, a)).toBe(true);
  expect(await listsOf()).toEqual([]);
});

test("adding someone to a list that's being deleted is refused, without an error", async () => {
  const listId = await make("Gone soon");
  let choosing: ReturnType<typeof chooseLists> | undefined;
  await transaction(async (tx) => {
    await tx.savedList.delete({ where: { id: listId } });
    choosing = chooseLists(creator, person.userId, [listId]);
    await untilLockWait();
  });
  expect(await choosing).toEqual({ ok: false, refused: "list-gone" });
  expect(await listsOf()).toEqual([]);
});

test("without Pro there are no new lists or entries; old ones can be read, emptied and deleted", async () => {
  const [a, b] = [await make("A"), await make("B")];
  await chooseLists(creator, person.userId, [a]);
  await lapse();
  expect(await createList(creator, "C")).toEqual(needsPlan);
  expect(await renameList(creator, a, "C")).toEqual(needsPlan);
  expect(await chooseLists(creator, person.userId, [a, b])).toEqual(needsPlan);
  expect([await namesOf(), await listsOf()]).toEqual([["A", "B"], [a]]);
  expect(await chooseLists(creator, person.userId, [a])).toEqual({ ok: true });
  expect(await chooseLists(creator, person.userId, [])).toEqual({ ok: true });
  expect(await deleteList(creator, b)).toBe(true);
  expect(await createList(await makeContributor(), "C")).toEqual({ ok: false, refused: "not-creator" });
});

test("a note is stored for its writer only, on every plan", async () => {
  await lapse();
  expect(await writeNote(creator, person.userId, "Quick; a bit dear")).toEqual({ ok: true });
  const stranger = await makeCreator();
  expect(await writeNote(stranger, person.userId, "Mine")).toEqual({ ok: false, refused: "not-found" });
  await saveContributor(stranger, person.userId);
  const noteFor = async (reader: Person) => (await findFavorites(reader, [person.userId]))[0]?.note;
  expect([await noteFor(creator), await noteFor(stranger)]).toEqual(["Quick; a bit dear", ""]);
  await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
  expect(await writeNote(creator, person.userId, "Gone")).toEqual({ ok: false, refused: "not-found" });
});

async function withPlan(): Promise<Person> {
  const other = await makeCreator();
  await givePlan(other, "agency");
  return other;
}
