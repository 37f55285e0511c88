import { randomUUID } from "node:crypto";
import { apply } from "~/features/projects/applying.server";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { makeAdmin, makeContributor, makeCreator, makeMember, type Person, signInAgain } from "./people";
import { makeProject } from "./projects";
import { noteWrites } from "./writes";

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

/**
 * Accounts that may do less than others, and the role whose answers they get where a route says nothing else:
 * `unproven` is an admin without the second factor that admins need.
 */
export const standings = { suspended: "guest", unconfirmed: "stranger", unproven: "member" } as const;
export type Standing = keyof typeof standings;

export interface World {
  people: Record<Role, Person | null>;
  inStanding: Record<Standing, Person>;
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
  /** The creator's, who has saved the approved contributor. */
  savedListId: string;
  /** The creator's, paid yesterday. */
  paymentId: string;
  /** The stranger's, undecided. */
  refundRequestId: string;
  /** About somebody else's profile, by the stranger, undecided. */
  reportCaseId: string;
  /** A guest's, unanswered. */
  contactMessageId: string;
  /** Of the newsletter, confirmed. */
  subscriberId: string;
  /** The creator's, who has read it and not appealed. */
  warningId: string;
  /** Somebody else's, against a warning, undecided. */
  appealId: string;
  /** The creator's, a PDF. */
  sampleId: string;
  mediaId: string;
}

/** One person per role, a match, a conversation with one message, someone new. */
export async function makeWorld(): Promise<World> {
  await noteWrites();
  const services = ["Video Editor", "Writer"];
  const creator = await makeCreator({ name: "Cleo Creator", services });
  const stranger = await makeCreator({ name: "Sol Stranger", services });
  const approved = await makeContributor({ name: "Ari Approved", services });
  const newcomer = await makeContributor({ name: "Nia Newcomer", services });
  const pending = await makeContributor({ name: "Pau Pending", status: "pending", services });
  const rejected = await makeContributor({ name: "Ren Rejected", status: "rejected", services });
  const member = await makeMember({ name: "Mio Member" });
  const admin = await withFactor(await makeAdmin({ name: "Ada Admin" }));
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
  const pairOfFavorite = { creatorId: creator.userId, contributorId: approved.userId };
  await db.savedContributor.create({ data: pairOfFavorite });
  const { id: savedListId } = await db.savedList.create({
    data: { creatorId: creator.userId, name: "Winter" },
  });
  const paymentId = await makePayment(creator);
  const refund = await db.refundRequest.create({
    data: { userId: stranger.userId, paymentId: await makePayment(stranger), amountCents: 2499 },
  });
  const contactMessage = await db.contactMessage.create({
    data: { name: "Gus", email: "gus@example.com", subject: "general", message: "Hello there" },
  });
  const subscriber = await db.newsletterSubscriber.create({
    data: { email: `reader-${randomUUID()}@example.com`, confirmedAt: new Date() },
  });
  return {
    people,
    inStanding: await makeStandings(services),
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
    savedListId,
    paymentId,
    refundRequestId: refund.id,
    contactMessageId: contactMessage.id,
    subscriberId: subscriber.id,
    reportCaseId: await makeReportCase(stranger),
    warningId: await makeReadWarning(creator),
    appealId: await makeAppeal(),
    ...(await makeSample(creator)),
  };
}

async function withFactor(person: Person): Promise<Person> {
  await db.user.update({ where: { id: person.userId }, data: { secondFactor: true } });
  return signInAgain(person);
}

async function makeStandings(services: string[]): Promise<World["inStanding"]> {
  const suspended = await makeCreator({ name: "Sid Suspended", services });
  const unconfirmed = await makeCreator({ name: "Una Unconfirmed", services });
  // The session stays, as if it had been opened at the same moment.
  await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
  await db.user.update({ where: { id: unconfirmed.userId }, data: { confirmedAt: null } });
  return { suspended, unconfirmed, unproven: await makeAdmin({ name: "Uma Unproven" }) };
}

async function makeReportCase(reporter: Person): Promise<string> {
  const { userId: reportedId, name } = await makeMember({ name: "Rae Reported" });
  const details = "They asked for my bank's password.";
  const found = await db.reportCase.create({
    data: {
      kind: "profile",
      subjectId: reportedId,
      reportedId,
      urgency: 1,
      reasons: ["scam"],
      reportCount: 1,
      reports: {
        create: {
          reporterId: reporter.userId,
          reportedId,
          reason: "scam",
          details,
          snapshot: { title: name, name, facts: [["About", "I edit films"]] },
        },
      },
    },
  });
  return found.id;
}

async function makeReadWarning({ userId }: Person): Promise<string> {
  const { id } = await db.warning.create({ data: { userId, reason: "payment", readAt: new Date() } });
  return id;
}

async function makeAppeal(): Promise<string> {
  const person = await makeMember({ name: "Wim Warned" });
  const decisionId = await makeReadWarning(person);
  const { userId } = person;
  const { id } = await db.appeal.create({ data: { userId, kind: "warning", decisionId, words: "Not me." } });
  return id;
}

async function makeSample({ userId }: Person): Promise<{ sampleId: string; mediaId: string }> {
  const fileKey = `media/${randomUUID().replaceAll("-", "")}`;
  await files.put(`${fileKey}.pdf`, Buffer.from("%PDF-1.4"));
  const media = await db.media.create({
    data: { ownerId: userId, kind: "pdf", ending: "pdf", fileKey, bytes: 8, name: "season.pdf" },
  });
  const sample = await db.workSample.create({
    data: { profileId: userId, position: 1, kind: "pdf", mediaId: media.id, title: "A season" },
  });
  return { sampleId: sample.id, mediaId: media.id };
}

/** For Pro, paid yesterday. */
async function makePayment({ userId }: Person): Promise<string> {
  const payment = await db.payment.create({
    data: {
      userId,
      checkoutSessionId: `cs_${randomUUID()}`,
      planType: "pro",
      billingInterval: "month",
      priceId: "price_x",
      status: "paid",
      amountCents: 2499,
      paidAt: new Date(Date.now() - 86_400_000),
    },
  });
  return payment.id;
}
