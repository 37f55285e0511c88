import { randomUUID } from "node:crypto";
import { apply } from "~/features/projects/applying.server";
import { db, readRows } from "~/platform/db.server";
import { makeAdmin, makeContributor, makeCreator, makeMember, type Person } from "./people";
import { makeProject } from "./projects";

/** `stranger` has no relation to the things below. */
export const roles = [
  "guest",
  "member",
  "creator",
  "stranger",
  "approved",
  "pending",
  "rejected",
  "admin",
] as const;
export type Role = (typeof roles)[number];

export interface World {
  people: Record<Role, Person | null>;
  creator: Person;
  approved: Person;
  pending: Person;
  /** Between the creator and the approved contributor, like the conversation. */
  matchId: string;
  conversationId: string;
  /** From the stranger to the creator, unanswered. */
  requestId: string;
  otherSessionId: string;
  /** Approved, not yet swiped or messaged. */
  newcomer: Person;
  /** The creator's; the approved contributor has applied. */
  projectId: string;
  /** The stranger's; nobody has applied. */
  openProjectId: string;
}

/** One person per role, a match, a conversation with one message, someone new. */
export async function makeWorld(): Promise<World> {
  const services = ["Video Editor", "Writer"];
  const creator = await makeCreator({ name: "Cleo Creator", services });
  const stranger = await makeCreator({ name: "Sol Stranger", services });
  const approved = await makeContributor({ name: "Ari Approved", services });
  const newcomer = await makeContributor({ name: "Nia Newcomer", services });
  const pending = await makeContributor({ name: "Pau Pending", status: "pending", services });
  const rejected = await makeContributor({ name: "Ren Rejected", status: "rejected", services });
  const member = await makeMember({ name: "Mio Member" });
  const admin = await makeAdmin({ name: "Ada Admin" });
  const people = { guest: null, member, creator, stranger, approved, pending, rejected, admin };
  const match = await db.match.create({
    data: { creatorId: creator.userId, contributorId: approved.userId },
  });
  const pair = [creator.userId, approved.userId].sort();
  const conversation = await db.conversation.create({
    data: {
      directKey: pair.join(":"),
      createdBy: creator.userId,
      lastSeq: 1,
      participants: { create: pair.map((userId) => ({ userId })) },
      messages: { create: { id: randomUUID(), seq: 1, senderId: creator.userId, content: "Hello Ari" } },
    },
  });
  const participants = [creator.userId, stranger.userId].sort();
  const request = await db.conversation.create({
    data: {
      directKey: participants.join(":"),
      createdBy: stranger.userId,
      lastSeq: 1,
      participants: {
        create: [
          { userId: stranger.userId, lastReadSeq: 1 },
          { userId: creator.userId, state: "requested" },
        ],
      },
      messages: { create: { id: randomUUID(), seq: 1, senderId: stranger.userId, content: "Hello Cleo" } },
    },
  });
  const other = await db.session.create({
    data: {
      userId: creator.userId,
      tokenHash: new Uint8Array(Buffer.from(randomUUID())),
      expiresAt: new Date(Date.now() + 3_600_000),
      endsAt: new Date(Date.now() + 3_600_000),
    },
  });
  const projectId = await makeProject(creator, { title: "Edit the winter season" });
  const openProjectId = await makeProject(stranger, { title: "Write the spring season" });
  await apply(approved, projectId, { note: "Hello Cleo", portfolioLink: null, answers: [] });
  return {
    people,
    creator,
    approved,
    pending,
    newcomer,
    matchId: match.id,
    conversationId: conversation.id,
    requestId: request.id,
    otherSessionId: other.id,
    projectId,
    openProjectId,
  };
}

/** They may change with any request: throttles, sent hints, touched sessions, filled decks. */
const volatile = new Set([
  ...["rate_limits", "decks", "deck_cards", "sessions", "outbox_events", "carrier_events"],
  "_prisma_migrations",
]);

let statement: Promise<string> | undefined;

async function fingerprintStatement(): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  return tables
    .filter(({ name }) => !volatile.has(name))
    .map(
      ({ name }) =>
        // A sum needs no sort: several times faster than hashing the sorted rows, thousands of times a run.
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS print FROM "${name}" t`,
    )
    .join(" UNION ALL ");
}

/** Of every table, to verify that a refused request changed nothing. */
export async function fingerprint(): Promise<Record<string, string>> {
  statement ??= fingerprintStatement();
  const rows = await readRows<{ name: string; print: string }>("tests-fingerprint", await statement, []);
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
