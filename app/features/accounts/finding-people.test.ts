import { expect, test } from "vitest";
import { makeCreator } from "../../../tests/support/people";
import { findPeople } from "./finding-people.server";

test("a search for a name finds at most the requested number of people, and says whether there are more", async () => {
  const names = ["Ann Quill", "Quill Baker", "Cy Quill", "Abe Zulu", "Zoe Abel"];
  const people = await Promise.all(names.map((name) => makeCreator({ name })));
  const ids = people
    .slice(0, 3)
    .map(({ userId }) => userId)
    .sort();
  const all = await findPeople("quill", 3);
  expect({ ...all, ids: all?.ids.toSorted() }).toEqual({ ids, isMore: false });
  const some = await findPeople("quill", 2);
  expect([some?.ids.length, some?.isMore]).toEqual([2, true]);
  expect((await findPeople("QUÍLL", 3))?.ids).toHaveLength(3);
  expect((await findPeople("''"))?.ids).toEqual([]);
  for (const id of some?.ids ?? []) expect(ids).toContain(id);
});
