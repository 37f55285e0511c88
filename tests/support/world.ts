import { randomUUID } from "node:crypto";
import { apply } from "~/features/projects/applying.server";
import { db, pool } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { storePeople } from "../../prisma/people";
import { makeAdmin, makeContributor, makeCreator, makeMember, type Person, signInAgain } from "./people";
import { makeProject } from "./projects";
import { noteWrites } from "./writes";

/** The `stranger` has no match with any of them, only an unanswered message request to the creator. */
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
 * Accounts that may do less than others, each with the role whose responses it gets unless a route says otherwise.
 * `unproven` is an admin without the second factor that admins need.
 */
export const standings = { suspended: "guest", unconfirmed: "stranger", unproven: "member" } as const;
export type Standing = keyof typeof standings;

/** Contributors and creators that pages show only to admins. */
export const unseen = ["Hedda Hidden", "Hugo Hidden", "Lena Leaving", "Leo Leaving", "Sid Suspended"];

export interface World {
  people: Record<Role, Person | null>;
  inStanding: Record<Standing, Person>;
  creator: Person;
  approved: Person;
  pending: Person;
  /**
   * A match between the creator and the approved contributor. The conversation is theirs, too. Two of the creator's
   * other matches are held.
   */
  matchId: string;
  conversationId: string;
  /** A message request from the stranger. The creator hasn't replied. */
  requestId: string;
  otherSessionId: string;
  /** An approved contributor no one has swiped or written to. */
  newcomer: Person;
  /** The creator's project, which the approved contributor has applied for. */
  projectId: string;
  /** The stranger's project, which no one has applied for. */
  openProjectId: string;
  /** One of the creator's lists of favorites, still empty. */
  savedListId: string;
  /** The creator's payment from yesterday. */
  paymentId: string;
  /** The stranger's request for a refund, still undecided. */
  refundRequestId: string;
  /** The stranger's report about someone else's profile, still undecided. */
  reportCaseId: string;
  /** A guest's message to us that has no reply. */
  contactMessageId: string;
  /** A confirmed subscriber to the newsletter. */
  subscriberId: string;
  /** A warning that the creator has read and not appealed. */
  warningId: string;
  /** Someone else's appeal of a warning, still undecided. */
  appealId: string;
  /** The creator's work sample, a PDF. */
  sampleId: string;
  mediaId: string;
}

/**
 * Creates a person for each role, a match, a conversation with one message, a newcomer, and bystanders who differ from
 * them all, so that a missing filter or a wrong key shows up. Creates them concurrently where the order doesn't matter,
 * because the table of routes needs hundreds of worlds. Those have no bystanders, which take a third of the time.
 */
export async function makeWorld({ withBystanders = true } = {}): Promise<World> {
  await noteWrites();
  const services = ["Video Editor", "Writer"];
  const [creator, stranger, approved, newcomer, pending, rejected, member, admin, inStanding, appealId] =
    await Promise.all([
      makeCreator({ name: "Cleo Creator", services }),
      makeCreator({ name: "Sol Stranger", services }),
      makeContributor({ name: "Ari Approved", services, timeZone: "Pacific/Auckland" }),
      makeContributor({ name: "Nia Newcomer", services }),
      makeContributor({ name: "Pau Pending", status: "pending", services }),
      makeContributor({ name: "Ren Rejected", status: "rejected", services }),
      makeMember({ name: "Mio Member" }),
      makeAdmin({ name: "Ada Admin" }).then(withFactor),
      makeStandings(services),
      makeAppeal(),
    ]);
  const people = { guest: null, member, creator, stranger, approved, pending, rejected, admin };
  const [relations, , projects, paymentId, refundRequestId, reportCaseId, warningId, sample] =
    await Promise.all([
      makeRelations(people),
      withBystanders && makeBystanders(creator),
      makeProjects(people),
      makePayment(creator),
      makeRefundRequest(stranger),
      makeReportCase(stranger),
      makeReadWarning(creator),
      makeSample(creator),
    ]);
  const contactMessage = await db.contactMessage.create({
    data: { name: "Gus", email: "gus@example.com", subject: "general", message: "Hello there" },
  });
  const subscriber = await db.newsletterSubscriber.create({
    data: { email: `reader-${randomUUID()}@example.com`, confirmedAt: new Date() },
  });
  return {
    people,
    inStanding,
    creator,
    approved,
    pending,
    newcomer,
    ...relations,
    ...projects,
    paymentId,
    refundRequestId,
    reportCaseId,
    warningId,
    appealId,
    ...sample,
    contactMessageId: contactMessage.id,
    subscriberId: subscriber.id,
  };
}

type Pair = Record<"creator" | "stranger" | "approved", Person>;

async function makeRelations({ creator, stranger, approved }: Pair) {
  const pair = [creator.userId, approved.userId].sort();
  const participants = [creator.userId, stranger.userId].sort();
  const soon = new Date(Date.now() + 3_600_000);
  const [match, conversation, request, other, savedList] = await Promise.all([
    db.match.create({ data: { creatorId: creator.userId, contributorId: approved.userId } }),
    db.conversation.create({
      data: {
        directKey: pair.join(":"),
        createdBy: creator.userId,
        lastSeq: 1,
        participants: { create: pair.map((userId) => ({ userId })) },
        messages: { create: { id: randomUUID(), seq: 1, senderId: creator.userId, content: "Hello Ari" } },
      },
    }),
    db.conversation.create({
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
        messages: {
          create: { id: randomUUID(), seq: 1, senderId: stranger.userId, content: "Hello Cleo" },
        },
      },
    }),
    db.session.create({
      data: {
        userId: creator.userId,
        tokenHash: new Uint8Array(Buffer.from(randomUUID())),
        expiresAt: soon,
        endsAt: soon,
      },
    }),
    db.savedList.create({ data: { creatorId: creator.userId, name: "Winter" } }),
    db.savedContributor.create({ data: { creatorId: creator.userId, contributorId: approved.userId } }),
  ]);
  return {
    matchId: match.id,
    conversationId: conversation.id,
    requestId: request.id,
    otherSessionId: other.id,
    savedListId: savedList.id,
  };
}

/** Creates the bystanders, all in one statement, because they have no sessions. */
async function makeBystanders(creator: Person): Promise<void> {
  const services = ["Video Editor", "Writer"];
  const auckland = { time_zone: "Pacific/Auckland" };
  const [contributor, listed] = [{ user_type: "contributor" }, { services, ...auckland }];
  const others = [
    { full_name: "Otto Otheradmin", is_admin: true, ...auckland },
    { full_name: "Uli Unavailable", ...contributor, ...listed, availability: "unavailable" },
    { full_name: "Hana Held", ...contributor, ...listed },
    { full_name: "Hiro Held", ...contributor, services },
    { full_name: "Hedda Hidden", ...contributor, ...listed },
    { full_name: "Hugo Hidden", user_type: "creator", services },
    { full_name: "Lena Leaving", ...contributor, services },
    { full_name: "Leo Leaving", user_type: "creator", ...listed },
  ];
  const ids = await storePeople(
    (text, values) => pool.query({ name: "tests-people", text, values }),
    others.map((person) => ({ ...person, email: `bystander-${randomUUID()}@example.com` })),
  );
  const idsOf = (end: string) => ids.filter((_, index) => others[index]?.full_name.endsWith(end));
  const soon = new Date(Date.now() + 3_600_000);
  await Promise.all([
    db.user.updateMany({ where: { id: { in: idsOf("Hidden") } }, data: { profileHiddenAt: new Date() } }),
    db.user.updateMany({ where: { id: { in: idsOf("Leaving") } }, data: { leavesAt: soon } }),
    db.match.createMany({
      data: idsOf("Held").map((contributorId) => ({ creatorId: creator.userId, contributorId, held: true })),
    }),
  ]);
}

async function makeProjects({ creator, stranger, approved }: Pair) {
  const [projectId, openProjectId] = await Promise.all([
    makeProject(creator, { title: "Edit the winter season" }),
    makeProject(stranger, { title: "Write the spring season" }),
  ]);
  await apply(approved, projectId, { note: "Hello Cleo", portfolioLink: null, answers: [] });
  return { projectId, openProjectId };
}

async function makeRefundRequest(person: Person): Promise<string> {
  const { id } = await db.refundRequest.create({
    data: { userId: person.userId, paymentId: await makePayment(person), amountCents: 2499 },
  });
  return id;
}

async function withFactor(person: Person): Promise<Person> {
  await db.user.update({ where: { id: person.userId }, data: { secondFactor: true } });
  return signInAgain(person);
}

async function makeStandings(services: string[]): Promise<World["inStanding"]> {
  const [suspended, unconfirmed, unproven] = await Promise.all([
    makeCreator({ name: "Sid Suspended", services }),
    makeCreator({ name: "Una Unconfirmed", services }),
    makeAdmin({ name: "Uma Unproven" }),
  ]);
  // Suspends the person directly, so the session stays open as if it had begun at the same moment.
  await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
  await db.user.update({ where: { id: unconfirmed.userId }, data: { confirmedAt: null } });
  return { suspended, unconfirmed, unproven };
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

/** Stores a payment for Pro from yesterday. */
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
