import { describe, expect, it } from "vitest";
import { filterParts, filterQuery, filterWords, isFiltered, readFilter } from "./project-filter";

const read = (query: string) => readFilter(new URLSearchParams(query));
const any = { status: null, q: "", serviceId: null, toolId: null, budgetTypeId: null, pays: null };

describe("a filter", () => {
  it("survives the round trip through a URL", () => {
    const filter = read("status=in_progress&q=long+edit&service=1&tool=2&budget=3&price=45.50&per=hour");
    expect(filter).toEqual({
      status: "in_progress",
      q: "long edit",
      serviceId: 1,
      toolId: 2,
      budgetTypeId: 3,
      pays: { cents: 45_50, per: "hour" },
    });
    expect(
      read(
        new URLSearchParams(
          Object.entries(filterQuery(filter)).map(([key, value]) => [key, String(value)]),
        ).toString(),
      ),
    ).toEqual(filter);
    expect(isFiltered(filter)).toBe(true);
  });

  it.each([
    "",
    "status=all",
    "status=OPEN",
    "status=__proto__",
    "service=0&tool=-1&budget=x",
    "tool=99999999999",
    "q=+%00+",
    "price=lots&per=hour",
    "price=&per=day",
    "price=20-30&per=day",
  ])("ignores '%s'", (query) => {
    expect(read(query)).toEqual(any);
    expect(isFiltered(read(query))).toBe(false);
  });

  it("is described part by part, and each part can be removed alone", () => {
    const query = "status=open&q=edit&service=1&tool=2&budget=3&price=45.50&per=hour";
    const names = { services: { 1: "Writer" }, tools: { 2: "Blender" }, budgets: { 3: "Fixed" } };
    const parts = filterParts(read(query), names);
    expect(parts.map(({ words }) => words)).toEqual([
      "“edit”",
      "Writer",
      "Blender",
      "Fixed",
      "at least $45.50 per hour",
    ]);
    const removed = ["q=edit", "service=1", "tool=2", "budget=3", "price=45.50&per=hour"];
    for (const [index, part] of removed.entries())
      expect(parts[index]?.without).toEqual(read(query.replace(`&${part}`, "")));
    expect(filterWords(read("service=8&tool=8&budget=8"), names)).toEqual(["Other", "Other", "Other"]);
    expect(filterWords(read("status=open"), names)).toEqual([]);
  });

  it("accepts at most 100 characters, and doesn't split any", () => {
    expect(read(`q=${"x".repeat(500)}`).q).toHaveLength(100);
    expect(read(`q=${"a ".repeat(60)}`).q.split(" ")).toHaveLength(50);
    expect(read(`q=${encodeURIComponent(`${"x".repeat(99)}😀`)}`).q).toBe("x".repeat(99));
  });
});

describe("whether a filter leaves anything out", () => {
  it.each([
    ["nothing is set", {}, false],
    ["words are set", { q: "river" }, true],
    ["a status is set", { status: "open" as const }, true],
    ["only an amount is set", { pays: { cents: 100, per: "hour" as const } }, true],
  ])("%s", (_, change, filters) => expect(isFiltered({ ...any, ...change })).toBe(filters));
});
