import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Actor, Admin } from "~/features/accounts/actor";
import { type Client, findActor, startSession } from "~/features/accounts/sessions.server";
import { columnsOf, noPrice } from "~/features/catalog/amount";
import { readPrice } from "~/features/catalog/amount-reading";
import type { PlanName } from "~/features/plans/plan";
import { priceNoteLimit } from "~/features/profiles/profile";
import { sessionCookie, sessionValue } from "~/http/cookies.server";
import { db, pool } from "~/platform/db.server";
import { type NewPerson, storePeople } from "../../prisma/people";

/** A person, and the session and cookies of their browser. */
export type Person = Actor & {
  cookie: string;
  token: string;
  email: string;
  password: string;
};

/** Anything that isn't given is generated. Catalog entries are given by name. */
export interface PersonDetails {
  name?: string;
  email?: string;
  timeZone?: string;
  bio?: string;
  location?: string;
  experienceLevel?: "beginner" | "intermediate" | "advanced" | "expert";
  availability?: "available" | "limited" | "unavailable";
  priceRange?: string;
  /** The services that a creator needs or a contributor offers. */
  services?: string[];
  tools?: string[];
  styles?: string[];
}

export interface ContributorDetails extends PersonDetails {
  status?: "pending" | "approved" | "rejected";
  rejectionReason?: string;
}

export const personPassword = "violet-harbour-27";
/** With real parameters, making or checking a hash takes 50 ms of CPU time, in each test file and at each sign-in. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;
let count = 0;
/** Runs one statement at a time, because fifty concurrent ones would exhaust the connection pool. */
let before: Promise<unknown> = Promise.resolve();
let waiting: { people: NewPerson[]; stored: Promise<string[]> } | undefined;

export async function makeMember(details: PersonDetails = {}): Promise<Person> {
  return makePerson(details, {});
}

export async function makeCreator(details: PersonDetails = {}): Promise<Person> {
  return makePerson(details, { user_type: "creator" });
}

/** Creates a contributor. They're approved by default, and only then listed in creators' decks. */
export async function makeContributor(details: ContributorDetails = {}): Promise<Person> {
  const { status = "approved", rejectionReason = "Please add samples of your work." } = details;
  return makePerson(details, { user_type: "contributor", status, rejection_reason: rejectionReason });
}

export type AdminPerson = Person & Admin;

/**
 * Lets a test call admin-only functions as someone who isn't an admin, which the types don't allow, to show that the
 * functions refuse it at run time, too.
 */
export const posingAsAdmin = (person: Person) => person as AdminPerson;

export async function makeAdmin(details: PersonDetails = {}): Promise<AdminPerson> {
  return posingAsAdmin(await makePerson(details, { is_admin: true }));
}

const day = 86_400_000;

/** Puts a person on a plan. `begins` and `ends` are in milliseconds from now. */
export async function givePlan(
  person: Pick<Actor, "userId">,
  planType: PlanName,
  { begins = -day, ends = 30 * day, status = "active" } = {},
): Promise<void> {
  const { id: tierId } = await db.subscriptionTier.findUniqueOrThrow({ where: { name: planType } });
  await db.userSubscription.update({
    where: { userId: person.userId },
    data: {
      planType,
      tierId,
      status,
      currentPeriodStart: new Date(Date.now() + begins),
      currentPeriodEnd: new Date(Date.now() + ends),
    },
  });
}

export async function signInAgain(person: Person): Promise<Person> {
  const account = await db.user.findUniqueOrThrow({ where: { id: person.userId } });
  return withSession({ ...account, userId: account.id, email: person.email });
}

/** The fields that a profile stores for this price, which is read as the form reads it. */
export function priceFields(words: string) {
  const { price } = readPrice({ ...noPrice, from: words }, { noteLimit: priceNoteLimit });
  return { priceRange: words, ...columnsOf(price ?? { amount: null, note: words }) };
}

/** The same fields, named like their columns. */
export function priceColumns(words: string) {
  const { amountUnit, amountLow, amountHigh, amountNote } = priceFields(words);
  return {
    ...{ price_range: words, amount_unit: amountUnit, amount_low: amountLow, amount_high: amountHigh },
    amount_note: amountNote,
  };
}

let address = 0;

/** A browser's first visit, by default from a network that no one else uses. */
export function newClient(details: Partial<Client> = {}): Client {
  address += 1;
  return {
    address: `198.51.${Math.floor(address / 250)}.${(address % 250) + 1}`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    devices: [],
    ...details,
  };
}

async function makePerson(details: PersonDetails, kind: NewPerson): Promise<Person> {
  count += 1;
  const number = count;
  passwordHash ??= hash(personPassword, cheap);
  const email = details.email ?? `person-${number}-${randomUUID().slice(0, 8)}@example.com`;
  const person: NewPerson = {
    ...kind,
    email,
    password_hash: await passwordHash,
    full_name: details.name ?? `Person ${number}`,
    time_zone: details.timeZone,
    bio: details.bio,
    location: details.location,
    experience_level: details.experienceLevel,
    availability: details.availability,
    ...(kind.user_type ? priceColumns(details.priceRange ?? "") : {}),
    services: details.services,
    tools: details.tools,
    visual_styles: details.styles,
  };
  const userId = await store(person);
  return withSession({ userId, email, passwordHash: await passwordHash, secondFactor: false });
}

/**
 * Stores all people who are created at the same time with one statement. Their IDs, and so the lists, are in the order
 * they were created in.
 */
function store(person: NewPerson): Promise<string> {
  if (!waiting) {
    const people: NewPerson[] = [];
    const stored = before.then(() => {
      waiting = undefined;
      const ids = people.map(() => randomUUID()).sort();
      return storePeople(
        // Naming the statement lets PostgreSQL prepare it only once. Planning it takes longer than running it.
        (text, values) => pool.query({ name: "tests-people", text, values }),
        people.map((given, index) => ({ ...given, id: ids[index] })),
      );
    });
    before = stored.catch(() => {});
    waiting = { people, stored };
  }
  const index = waiting.people.push(person) - 1;
  return waiting.stored.then((ids) => ids[index] ?? "");
}

/** Creates many people without sessions, for jobs that work in batches. Returns their IDs. */
export function makeCrowd(size: number, kind: NewPerson = {}): Promise<string[]> {
  const crowd = Array.from({ length: size }, () => ({ ...kind, email: `${randomUUID()}@example.com` }));
  return storePeople((text, values) => pool.query(text, values), crowd);
}

interface Account {
  userId: string;
  email: string;
  passwordHash: string;
  secondFactor: boolean;
}

async function withSession({ userId, email, passwordHash, secondFactor }: Account): Promise<Person> {
  const confirmedAt = secondFactor ? new Date() : null;
  const session = await startSession(db, { userId, passwordHash, confirmedAt }, newClient().userAgent);
  const actor = session && (await findActor(session.token));
  if (!actor) throw new Error("the new person's session isn't valid");
  const { token } = session;
  const [cookie = ""] = (await sessionCookie.serialize(sessionValue(token))).split(";");
  return { ...actor, cookie, token, email, password: personPassword };
}

/** Lists a person as the newest again, by adding one more service. */
export async function offerOneMore({ userId }: Pick<Person, "userId">): Promise<void> {
  const offered = await db.contributorService.findMany({ where: { contributorId: userId } });
  const other = await db.service.findFirstOrThrow({
    where: { id: { notIn: offered.map(({ serviceId }) => serviceId) } },
    orderBy: { id: "desc" },
  });
  await db.$transaction([
    db.contributorService.create({ data: { contributorId: userId, serviceId: other.id } }),
    db.profile.update({ where: { id: userId }, data: { updatedAt: new Date() } }),
  ]);
}
