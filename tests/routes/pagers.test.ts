import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, makeCrowd, type Person } from "../support/people";
import { as, type Reply } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const times = <Row>(count: number, row: () => Row): Row[] => Array.from({ length: count }, row);

const makeProjects = (creatorId: string, count: number) =>
  db.projectBrief.createManyAndReturn({
    data: times(count, () => ({ creatorId, title: "Edit six episodes" })),
    select: { id: true },
  });

async function applyToMany({ userId: contributorId }: Person, count: number): Promise<void> {
  const projects = await makeProjects((await makeCreator()).userId, count);
  await db.projectApplication.createMany({
    data: projects.map(({ id }) => ({ projectId: id, contributorId, note: "Hello" })),
  });
}

async function matchWithMany({ userId: creatorId }: Person, count: number): Promise<void> {
  const crowd = await makeCrowd(count, { user_type: "contributor" });
  await db.match.createMany({ data: crowd.map((contributorId) => ({ creatorId, contributorId })) });
}

async function hearFromMany({ userId }: Person, count: number): Promise<void> {
  for (const other of await makeCrowd(count, { user_type: "contributor" }))
    await db.conversation.create({
      data: {
        directKey: [userId, other].sort().join(":"),
        createdBy: other,
        lastSeq: 1,
        messages: { create: { id: randomUUID(), seq: 1, senderId: other, content: "Hello" } },
        participants: {
          create: [userId, other].map((id) => ({ userId: id, lastSeq: 1, writtenSeq: id === other ? 1 : 0 })),
        },
      },
    });
}

async function blockMany({ userId: blockerId }: Person, count: number): Promise<void> {
  const crowd = await makeCrowd(count);
  await db.block.createMany({ data: crowd.map((blockedId) => ({ blockerId, blockedId })) });
}

const lists: {
  name: string;
  path: string;
  size: number;
  make?: () => Promise<Person>;
  add: (person: Person, count: number) => Promise<unknown>;
}[] = [
  {
    name: "what counted toward the limits",
    path: paths.usage(),
    size: 20,
    add: ({ userId }, count) =>
      db.usageLedgerEntry.createMany({
        data: times(count, () => ({ userId, kind: "message" as const, amount: 1, key: randomUUID() })),
      }),
  },
  { name: "blocked people", path: paths.blocked(), size: 20, add: blockMany },
  {
    name: "notifications",
    path: paths.notifications(),
    size: 20,
    add: ({ userId }, count) =>
      db.notification.createMany({
        data: times(count, () => ({ userId, kind: "application", title: "News", eventKey: randomUUID() })),
      }),
  },
  {
    name: "invitations",
    path: paths.invitePeople(),
    size: 20,
    add: ({ userId: inviterId }, count) =>
      db.mailedInvitation.createMany({
        data: times(count, () => ({
          ...{ inviterId, masked: "j•••@example.com", code: randomUUID() },
          addressHash: new Uint8Array(randomBytes(32)),
        })),
      }),
  },
  { name: "matches", path: paths.matches(), size: 6, add: matchWithMany },
  { name: "conversations", path: paths.messages(), size: 20, add: hearFromMany },
  {
    name: "a creator's projects",
    path: paths.projects(),
    size: 10,
    add: ({ userId }, count) => makeProjects(userId, count),
  },
  {
    name: "a contributor's applications",
    path: paths.projects({ view: "applications" }),
    size: 10,
    make: makeContributor,
    add: applyToMany,
  },
];

/** The URL of the page's link with this text. */
const linkOf = ({ html }: Reply, text: string) =>
  new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${text}<`).exec(html)?.[1]?.replaceAll("&amp;", "&");

test.each(lists)(
  "$name: a full page is the only one, one more starts a second, and the last links back to the first",
  async ({ path, size, make = makeCreator, add }) => {
    const person = await make();
    const visitor = as(person);
    const pagerOf = (page: Reply) => [page.status, linkOf(page, "First page"), linkOf(page, "Next")];
    await add(person, size);
    expect(pagerOf(await visitor.get(path))).toEqual([200, undefined, undefined]);
    await add(person, 1);
    const first = await visitor.get(path);
    expect(pagerOf(first)).toEqual([200, undefined, expect.stringContaining(`${path.split("?")[0]}?`)]);
    const last = await visitor.get(linkOf(first, "Next") ?? "");
    expect(pagerOf(last)).toEqual([200, path, undefined]);
    // What the page shows once everything on it has been removed since its link was shown.
    const beyond = (last.path ?? "").replace(/=(\d{4})-/, "=2001-").replace(/=\d+$/, "=1");
    const empty = await visitor.get(beyond);
    expect(pagerOf(empty)).toEqual([200, path, undefined]);
    expect(empty.text).toMatch(/That's everything|No older notifications|No more projects/);
  },
);
