import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import type { Client } from "~/features/accounts/devices.server";
import { hashPassword } from "~/features/accounts/password.server";
import { findActor, startSession } from "~/features/accounts/sessions.server";
import { listInDecks } from "~/features/profiles/listing.server";
import { sessionCookie } from "~/http/cookies.server";
import { db, type Transaction } from "~/platform/db.server";

/** With what their browser holds. */
export type Person = Actor & {
  cookie: string;
  token: string;
  email: string;
  password: string;
};

/** The rest is generated. Catalog entries are given by name. */
export interface PersonDetails {
  name?: string;
  email?: string;
  timeZone?: string;
  bio?: string;
  location?: string;
  experienceLevel?: "beginner" | "intermediate" | "advanced" | "expert";
  availability?: "available" | "limited" | "unavailable";
  priceRange?: string;
  /** Needed or offered. */
  services?: string[];
  tools?: string[];
  styles?: string[];
}

export interface ContributorDetails extends PersonDetails {
  status?: "pending" | "approved" | "rejected";
  rejectionReason?: string;
}

export const personPassword = "violet-harbour-27";
let passwordHash: Promise<string> | undefined;
let count = 0;
/** One at a time: fifty would exhaust the connection pool. */
let before: Promise<unknown> = Promise.resolve();

export async function makeMember(details: PersonDetails = {}): Promise<Person> {
  return makePerson(details, {}, async () => {});
}

/** Listed in contributors' decks. */
export async function makeCreator(details: PersonDetails = {}): Promise<Person> {
  return makePerson(details, { userType: "creator" }, async (tx, id) => {
    const { services, tools, visualStyles } = await catalogIds(tx, details);
    await tx.creatorProfile.create({
      data: {
        id,
        services: { create: services.map((serviceId) => ({ serviceId })) },
        tools: { create: tools.map((toolId) => ({ toolId })) },
        visualStyles: { create: visualStyles.map((visualStyleId) => ({ visualStyleId })) },
      },
    });
    await listInDecks(tx, id);
  });
}

/** Approved by default; only then in creators' decks. */
export async function makeContributor(details: ContributorDetails = {}): Promise<Person> {
  return makePerson(details, { userType: "contributor" }, async (tx, id) => {
    const { services, tools, visualStyles } = await catalogIds(tx, details);
    const status = details.status ?? "approved";
    await tx.contributorProfile.create({
      data: {
        id,
        status,
        reviewedAt: status === "pending" ? null : new Date(),
        rejectionReason:
          status === "rejected" ? (details.rejectionReason ?? "Please add samples of your work.") : null,
        services: { create: services.map((serviceId) => ({ serviceId })) },
        tools: { create: tools.map((toolId) => ({ toolId })) },
        visualStyles: { create: visualStyles.map((visualStyleId) => ({ visualStyleId })) },
      },
    });
    if (status === "approved") await listInDecks(tx, id);
  });
}

export async function makeAdmin(details: PersonDetails = {}): Promise<Person> {
  return makePerson(details, { isAdmin: true }, async () => {});
}

export async function signInAgain(person: Person): Promise<Person> {
  return withSession(person.userId, person.email);
}

let address = 0;

/** A browser's first visit, by default from its own network. */
export function newClient(details: Partial<Client> = {}): Client {
  address += 1;
  return {
    address: `198.51.${Math.floor(address / 250)}.${(address % 250) + 1}`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    devices: [],
    ...details,
  };
}

async function makePerson(
  details: PersonDetails,
  kind: { userType?: "creator" | "contributor"; isAdmin?: boolean },
  addRest: (tx: Transaction, id: string) => Promise<void>,
): Promise<Person> {
  count += 1;
  const number = count;
  passwordHash ??= hashPassword(personPassword);
  const email = details.email ?? `person-${number}-${randomUUID().slice(0, 8)}@example.com`;
  const hash = await passwordHash;
  const making = before.then(() =>
    db.$transaction(async (tx) => {
      const user = await tx.user.create({
        data: { email, passwordHash: hash, isAdmin: kind.isAdmin ?? false, timeZone: details.timeZone },
      });
      await tx.profile.create({
        data: {
          id: user.id,
          fullName: details.name ?? `Person ${number}`,
          userType: kind.userType,
          bio: details.bio,
          location: details.location,
          experienceLevel: details.experienceLevel,
          availability: details.availability,
          priceRange: details.priceRange,
          completedAt: kind.userType ? new Date() : null,
        },
      });
      await addRest(tx, user.id);
      return user.id;
    }),
  );
  before = making.catch(() => {});
  const userId = await making;
  return withSession(userId, email);
}

async function withSession(userId: string, email: string): Promise<Person> {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const session = await startSession(db, { userId, passwordHash }, newClient().userAgent);
  const actor = session && (await findActor(session.token));
  if (!actor) throw new Error("A person was made, and their session does not find them.");
  const { token } = session;
  const [cookie = ""] = (await sessionCookie.serialize(token)).split(";");
  return { ...actor, cookie, token, email, password: personPassword };
}

async function catalogIds(tx: Transaction, details: PersonDetails) {
  const find = async (
    table: {
      findMany(query: { where: { name: { in: string[] } }; select: { id: true } }): Promise<{ id: number }[]>;
    },
    names: string[] = [],
  ) => {
    if (names.length === 0) return [];
    const rows = await table.findMany({ where: { name: { in: names } }, select: { id: true } });
    if (rows.length !== new Set(names).size)
      throw new Error(`Not all of these stand in the catalog: ${names.join(", ")}`);
    return rows.map((row) => row.id);
  };
  return {
    services: await find(tx.service, details.services),
    tools: await find(tx.tool, details.tools),
    visualStyles: await find(tx.visualStyle, details.styles),
  };
}
