import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { type DeckFilter, filterText, noFilter } from "./deck-filter";
import { readDeckFilter } from "./deck-filter.schema";
import { amountsOf } from "./score";

it("a filter survives the round trip through a query, and damaged parts are ignored", () => {
  const filter: DeckFilter = {
    ...noFilter,
    level: "expert",
    availability: "limited",
    price: 50,
    per: "video",
    place: "Austin TX",
  };
  const whole = { ...filter, serviceId: 3, toolIds: [4, 5], styleIds: [6] };
  expect(readDeckFilter(new URLSearchParams(filterText(whole)))).toEqual(whole);
  expect(readDeckFilter(new URLSearchParams("tool=4&tool=5&tool=4&style=x.6"))).toEqual({
    ...noFilter,
    toolIds: [4, 5],
    styleIds: [6],
  });
  for (const damaged of [
    "service=-1",
    "service=1e9",
    "service=99999999999",
    "tool=%00",
    "level=guru",
    "price=1.5",
    "price=999999999",
    "place=%00",
    "place=%ED%A0%80",
    "per=week",
    "availability=",
  ])
    expect([damaged, { ...readDeckFilter(new URLSearchParams(damaged)), place: "" }]).toEqual([
      damaged,
      noFilter,
    ]);
});

it("a price range has the same amounts and unit in the database as in the score", async () => {
  const codes = ["hour", "video", "project", "month"];
  const word = fc.constantFrom(
    "$",
    "€",
    "–",
    "-",
    " ",
    " ",
    "k",
    "K",
    ",",
    ".",
    "per",
    "/h",
    "/hour",
    "hr",
    "retainer",
    "month",
    "edit",
    "Edits",
    "video",
    "fixed",
    "Project",
    "\u00a0",
    "x",
    "each",
  );
  const range = fc
    .array(
      fc.oneof(
        word,
        fc.nat(12_000).map(String),
        fc.double({ min: 0, max: 999, noNaN: true }).map((n) => n.toFixed(2)),
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join("").slice(0, 200));
  const texts = [
    ...fc.sample(range, 1_500),
    "$40–$60 per hour",
    "1,500.50",
    "2k",
    "2kg",
    "0",
    "10 k per project",
    "40441090434278764790K",
    "68667200.002750K",
  ];
  const rows = await db.$queryRaw<{ low: number | null; high: number | null; unit: number | null }[]>`
    SELECT amounts.low::float8, amounts.high::float8, amounts.unit
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (text, place) LEFT JOIN LATERAL price_amounts(text) amounts ON true
     ORDER BY place`;
  // Both read only the first dozen of many digits.
  const alike = (amount: number | undefined) =>
    amount === undefined
      ? null
      : expect.toSatisfy((read: number) => Math.abs(read - amount) <= amount * 1e-12);
  for (const [index, text] of texts.entries()) {
    const amounts = amountsOf(text);
    const row = rows[index];
    expect([text, row?.low, row?.high, codes[(row?.unit ?? 0) - 1]]).toEqual([
      text,
      alike(amounts?.low),
      alike(amounts?.high),
      amounts?.per ?? undefined,
    ]);
  }
});
