import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { type CountedKind, giveBackUse, spend } from "./counting.server";
import { lineWords } from "./use-line";
import { listUses } from "./uses.server";

const use = (person: Person, kind: CountedKind, subjectId?: string) =>
  spend(db, person, kind, randomUUID(), subjectId);
const wordsFor = async (person: Person) => (await listUses(person, null)).lines.map(lineWords);

it("describes what was counted, newest first, and names people the member may see", async () => {
  const creator = await makeCreator();
  await givePlan(creator, "pro");
  const noor = await makeContributor({ name: "Noor Editor" });
  const blocked = await makeContributor({ name: "Bo Blocked" });
  const rejected = await makeContributor({ name: "Rae Rejected", status: "rejected" });
  const project = await db.projectBrief.create({
    data: { creatorId: creator.userId, title: "Six episodes" },
  });
  const talk = await db.conversation.create({
    data: {
      directKey: [creator.userId, noor.userId].sort().join(":"),
      createdBy: creator.userId,
      participants: { create: [{ userId: creator.userId }, { userId: noor.userId }] },
    },
  });
  const group = await db.conversation.create({
    data: { createdBy: creator.userId, participants: { create: [{ userId: noor.userId }] } },
  });
  await db.block.create({ data: { blockerId: blocked.userId, blockedId: creator.userId } });

  for (const { userId } of [noor, blocked, rejected]) await use(creator, "swipe", userId);
  await giveBackUse(db, creator, "swipe", noor.userId);
  await use(creator, "message", talk.id);
  await use(creator, "message", group.id);
  await use(creator, "match", noor.userId);
  await use(creator, "save", noor.userId);
  await use(creator, "post", project.id);
  await use(creator, "post", randomUUID());
  await db.usageLedgerEntry.createMany({
    data: [
      { userId: creator.userId, kind: "message", amount: -2, key: "purchase:1" },
      { userId: creator.userId, kind: "match", amount: -1, key: "purchase:1" },
      { userId: creator.userId, kind: "message", amount: -20, key: "month:1" },
    ],
  });
  expect((await wordsFor(creator)).reverse()).toEqual([
    "Liked or passed on Noor Editor",
    "Liked or passed on someone",
    "Liked or passed on someone",
    "Liked or passed on Noor Editor (credited back)",
    "Message to Noor Editor",
    "Message to a group",
    "Match with Noor Editor",
    "Saved Noor Editor",
    "Posted Six episodes",
    "Posted a project that no longer exists",
    "2 messages reset when you bought a post",
    "1 match reset when you bought a post",
    "20 messages reset for a new billing month",
  ]);
  expect(await wordsFor(noor)).toEqual([]);
});

it("is paged, with each line on exactly one page", async () => {
  const creator = await makeCreator();
  await givePlan(creator, "agency");
  for (let count = 0; count < 40; count += 1) await use(creator, "swipe");
  const pages: number[] = [];
  const seen = new Set<string>();
  let before: string | null = null;
  do {
    const { lines, next } = await listUses(creator, before);
    for (const { id } of lines) seen.add(id);
    pages.push(lines.length);
    before = next;
  } while (before);
  expect(pages).toEqual([20, 20]);
  expect(seen.size).toBe(40);
  for (const malformed of ["", "x", "-1", "9".repeat(40), "1 OR 1=1"]) {
    expect((await listUses(creator, malformed)).lines).toHaveLength(20);
  }
});
