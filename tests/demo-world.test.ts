import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { fillDeck } from "~/features/discovery/filling.server";
import type { Traits } from "~/features/discovery/score";
import { db } from "~/platform/db.server";
import { seedDemo } from "../prisma/seed";
import { demoLogins } from "../prisma/seed/logins";
import { readWorld } from "../prisma/seed/world";
import { makeContributor, makeCreator } from "./support/people";

const world = readWorld();
const people = [...world.creators, ...world.contributors];

beforeAll(async () => {
  await seedDemo(process.env.DATABASE_URL ?? "");
});

/** Returns the values that occur more than once. */
function repeated(all: readonly (string | undefined | null)[]): string[] {
  const texts = all.filter((text): text is string => Boolean(text));
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

test("no picture is shown twice, and each one is used", () => {
  const samples = people.flatMap((person) => person.samples ?? []);
  const references = world.creators.flatMap(({ briefs }) =>
    briefs.flatMap(({ references }) => references ?? []),
  );
  const shown = [...samples, ...references].map(({ picture }) => picture);
  expect(repeated(shown)).toEqual([]);
  expect([...world.pictures.keys()].filter((id) => !shown.includes(id))).toEqual([]);
  expect(repeated(people.map(({ portrait }) => portrait))).toEqual([]);
});

test("no sentence appears twice", () => {
  const samples = people.flatMap((person) => person.samples ?? []);
  const briefs = world.creators.flatMap((creator) => creator.briefs);
  const applications = world.applications.flatMap((one) => one.applications);
  const messages = world.conversations.flatMap((one) => one.messages);
  const lists: Record<string, (string | undefined | null)[]> = {
    names: people.map(({ name }) => name),
    bios: people.map(({ bio }) => bio),
    "what they're good at": people.map(({ goodAt }) => goodAt),
    "current projects": people.map(({ currentProject }) => currentProject),
    "titles of samples": samples.map(({ title }) => title),
    "titles of briefs": briefs.map(({ title }) => title),
    descriptions: briefs.map(({ description }) => description),
    messages: messages.map(({ text }) => text),
    "notes of applications": applications.map(({ note }) => note),
    answers: applications.flatMap(({ answers }) => answers),
    "private notes": [
      ...applications.map(({ privateNote }) => privateNote),
      ...Object.values(world.favorites).flatMap(({ saved }) => saved.map(([, , note]) => note)),
    ],
    invitations: world.invitations.map(({ note }) => note),
  };
  for (const [what, texts] of Object.entries(lists)) expect(repeated(texts), what).toEqual([]);
});

describe("of the first ten cards, at least eight show work", () => {
  /**
   * Fills the deck. The demo has already added people who like its owner. Returns its cards, and how many of the first
   * ten show work.
   */
  const headOf = async (actor: Pick<Actor, "userId">) => {
    const [own] = await db.$queryRaw<{ traits: Traits }[]>`
      SELECT traits FROM compared_traits(${actor.userId}::uuid)`;
    if (!own) throw new Error("no traits");
    await fillDeck({ userId: actor.userId, traits: own.traits, deck: null });
    const cards = await db.$queryRaw<{ work: boolean; liked: boolean }[]>`
      SELECT EXISTS (SELECT FROM shows_work(d.person_id)) AS work, d.likes_you AS liked
        FROM deck_cards d WHERE d.viewer_id = ${actor.userId}::uuid
         AND EXISTS (SELECT FROM may_be_dealt(d.viewer_id, d.person_id))
       ORDER BY d.position, d.person_id`;
    return { cards, withWork: cards.slice(0, 10).filter(({ work }) => work).length };
  };
  const actorOf = async (email: string) => ({
    userId: (await db.user.findFirstOrThrow({ where: { email }, select: { id: true } })).id,
  });

  test.each(["creator", "starter", "contributor"] as const)("for the demo's %s", async (login) => {
    const { cards, withWork } = await headOf(await actorOf(demoLogins[login]));
    expect(withWork).toBeGreaterThanOrEqual(8);
    const likes = cards.filter(({ liked }) => liked).length;
    expect(likes / cards.length).toBeGreaterThan(0.12);
    expect(likes / cards.length).toBeLessThan(0.28);
  });

  test.each(["Video Editor", "Thumbnail Designer", "Writer", "Podcast Editor"])(
    "for new members of either type: %s",
    async (service) => {
      const details = { services: [service] };
      for (const make of [makeCreator, makeContributor]) {
        const person = await make(details);
        const { cards, withWork } = await headOf(person);
        // For some services, fewer than ten creators are looking, so a new contributor's deck is shorter.
        expect(withWork).toBeGreaterThanOrEqual(Math.min(8, cards.length));
        await db.user.delete({ where: { id: person.userId } });
      }
    },
  );
});
