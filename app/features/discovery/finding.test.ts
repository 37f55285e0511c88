import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Amount, unitNumbers } from "~/features/catalog/amount";
import { db, pool } from "~/platform/db.server";
import { type NewPerson, storePeople } from "../../../prisma/people";
import { type Asked, choose, makePayingCreator, show } from "../../../tests/support/filtered-decks";
import { priceColumns } from "../../../tests/support/people";
import { blockPerson } from "../moderation/blocking.server";
import { deckLevels } from "./deck-filter";
import { showDeck } from "./showing.server";
import { undoSwipe } from "./swiping.server";

describe("people who fit a filter", () => {
  const services = ["Podcast Editor", "Growth Marketer", "Audio Engineer"];
  const tools = ["Figma", "Canva", "Notion"];
  const styles = ["Cinematic", "Minimalist"];
  const places = ["Austin, TX", "austin", "Köln, Germany", "TX - Texas", ""];
  const prices: Record<string, Amount | null> = {
    "$20–$30 per hour": { unit: "hour", low: 20_00, high: 30_00 },
    "50.50/hour": { unit: "hour", low: 50_50, high: 50_50 },
    "$1,200 per project": { unit: "project", low: 1_200_00, high: 1_200_00 },
    "2k fixed": { unit: "project", low: 2_000_00, high: 2_000_00 },
    "$300 an episode": { unit: "episode", low: 300_00, high: 300_00 },
    "ask me": null,
    "": null,
  };
  const some = (list: string[]) => fc.subarray(list, { maxLength: 2 });
  const person = fc.record({
    services: fc.subarray(services, { minLength: 1 }),
    tools: some(tools),
    visual_styles: some(styles),
    experience_level: fc.constantFrom(...deckLevels, null),
    availability: fc.constantFrom("available", "limited", "unavailable"),
    price_range: fc.constantFrom(...Object.keys(prices)),
    location: fc.constantFrom(...places),
    status: fc.constantFrom("approved", "approved", "approved", "approved", "pending"),
  });
  type Known = NewPerson & {
    id: string;
    services: string[];
    tools: string[];
    visual_styles: string[];
    experience_level: string | null;
    price_range: string;
    location: string;
    availability: string;
  };
  let crowd: Known[] = [];

  beforeAll(async () => {
    crowd = fc.sample(person, { numRuns: 36, seed: 7 }).map((details, index) => ({
      ...details,
      ...priceColumns(details.price_range),
      id: randomUUID(),
      user_type: "contributor",
      email: `crowd-${index}@example.com`,
      full_name: `Crowd ${index}`,
    }));
    await storePeople((text, values) => pool.query(text, values), crowd);
  });

  const asking: fc.Arbitrary<Asked> = fc
    .tuple(
      fc.record({
        service: fc.constantFrom(...services),
        tools: fc.subarray(tools, { minLength: 1, maxLength: 2 }),
        styles: fc.subarray(styles, { minLength: 1 }),
        level: fc.constantFrom(...deckLevels),
        availability: fc.constantFrom("available" as const, "limited" as const),
        price: fc.constantFrom(25_00, 50_00, 50_49, 50_50, 1_200_00),
        place: fc.constantFrom("AUSTIN", "tx austin", "koln", "Köln"),
      }),
      fc.subarray(["service", "tools", "styles", "level", "availability", "price", "place"] as const, {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom("hour" as const, "project" as const, "video" as const),
    )
    .map(([all, kept, per]) => ({ ...Object.fromEntries(kept.map((key) => [key, all[key]])), per }));

  /** The expected result, computed without the database. */
  function fitsAll(one: Known, needed: string[], asked: Asked) {
    const words = (text: string) =>
      text
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter(Boolean);
    const price = prices[one.price_range];
    const level = (name: string | null) => (deckLevels as readonly (string | null)[]).indexOf(name);
    return (
      one.status === "approved" &&
      one.services.some((name) => needed.includes(name)) &&
      (!asked.service || one.services.includes(asked.service)) &&
      (asked.tools ?? []).every((name) => one.tools.includes(name)) &&
      (asked.styles ?? []).every((name) => one.visual_styles.includes(name)) &&
      (!asked.level || level(one.experience_level) >= level(asked.level)) &&
      (!asked.availability ||
        one.availability === "available" ||
        (asked.availability === "limited" && one.availability === "limited")) &&
      (!asked.price ||
        (price &&
          unitNumbers[price.unit] === unitNumbers[asked.per ?? "hour"] &&
          price.low <= asked.price)) &&
      words(asked.place ?? "").every((word) => words(one.location).includes(word))
    );
  }

  it("have the same traits for the score, whether they're listed or not", async () => {
    const { rows } = await pool.query(
      `SELECT id, (SELECT traits FROM compared_traits(id)) AS traits, unlisted_traits(id) AS chosen,
              EXISTS (SELECT FROM person_listings WHERE profile_id = id) AS listed FROM unnest($1::uuid[]) AS id`,
      [crowd.map(({ id }) => id)],
    );
    expect(new Set(rows.map(({ listed }) => listed))).toEqual(new Set([true, false]));
    for (const { id, traits, chosen } of rows) {
      const one = crowd.find((known) => known.id === id);
      expect(traits).toEqual(chosen);
      expect(traits).toMatchObject({ userType: "contributor", experience: one?.experience_level });
      expect(traits.toolIds).toHaveLength(one?.tools.length ?? Number.NaN);
    }
  });

  it("are dealt exactly once, no matter what the viewer swipes, undoes, blocks or filters in other tabs", async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(services, { minLength: 1 }),
        asking,
        asking,
        fc.array(
          fc.record({
            after: fc.nat(5),
            act: fc.constantFrom("undo", "other", "tab", "unfiltered", "block", "match"),
          }),
          {
            maxLength: 4,
          },
        ),
        fc.array(
          fc.record({
            index: fc.nat(35),
            how: fc.constantFrom("like", "pass", "old pass", "blocks", "likes you"),
          }),
          { maxLength: 8 },
        ),
        async (needed, asked, elsewhere, events, before) => {
          const viewer = await makePayingCreator(needed);
          const gone = new Set<string>();
          for (const { index, how } of new Map(before.map((one) => [one.index, one])).values()) {
            const { id } = crowd[index] as Known;
            if (how !== "old pass" && how !== "likes you") gone.add(id);
            if (how === "blocks")
              await db.block.create({ data: { blockerId: id, blockedId: viewer.userId } });
            else
              await db.swipe.create({
                data: {
                  actorId: how === "likes you" ? id : viewer.userId,
                  targetId: how === "likes you" ? viewer.userId : id,
                  liked: how === "like" || how === "likes you",
                  createdAt: how === "old pass" ? new Date(Date.now() - 40 * 86_400_000) : new Date(),
                },
              });
          }
          const expected = new Set(
            crowd.filter((one) => fitsAll(one, needed, asked) && !gone.has(one.id)).map(({ id }) => id),
          );
          const dealt: string[] = [];
          for (let step = 0; ; step += 1) {
            for (const { act } of events.filter((event) => event.after === step)) {
              const next = crowd.find(({ id }) => expected.has(id) && !dealt.includes(id));
              const last = dealt.at(-1);
              if (act === "undo" && last && (await undoSwipe(viewer, last)).ok) dealt.pop();
              if (act === "tab")
                await Promise.all([show(viewer, asked), show(viewer, asked), show(viewer, elsewhere)]);
              if (act === "unfiltered") await showDeck(viewer);
              if (act === "block" && next && (await blockPerson(viewer, next.id)).ok)
                expected.delete(next.id);
              if (act === "match" && next && expected.delete(next.id))
                await db.match.create({
                  data: { creatorId: viewer.userId, contributorId: next.id, source: "application" },
                });
              const other = act === "other" ? (await show(viewer, elsewhere)).cards[0]?.personId : undefined;
              if (other) {
                await choose(viewer, other);
                expected.delete(other);
              }
            }
            const view = await show(viewer, asked);
            const { cards, left } = view;
            // Viewing the deck changes nothing.
            if (step === 0) expect(await show(viewer, asked)).toEqual(view);
            const people = [...expected].filter((id) => !dealt.includes(id)).length;
            expect(left).toMatchObject({ people, isMore: false, further: null });
            const top = cards[0];
            if (!top) break;
            expect(dealt).not.toContain(top.personId);
            dealt.push(top.personId);
            await choose(viewer, top.personId, false);
          }
          expect([...dealt].sort()).toEqual([...expected].sort());
          seen += dealt.length;
        },
      ),
      { numRuns: 30 },
    );
    expect(seen).toBeGreaterThan(15);
  }, 180_000);
});
