import { expect, test } from "vitest";
import { blankBrief, isBlank, stepAfter, stepBefore, stepOf, typedOf, wrongStep } from "./brief";
import { queryOf, readPlace } from "./desk";

test("the steps follow each other, and a field belongs to one of them", () => {
  expect([stepAfter("details"), stepAfter("requirements"), stepAfter("budget")]).toEqual([
    ...["requirements", "budget", "budget"],
  ]);
  expect([stepBefore("details"), stepBefore("requirements"), stepBefore("budget")]).toEqual([
    ...[null, "details", "requirements"],
  ]);
  expect(["title", "questions[2]", "timeline", "unknown"].map(stepOf)).toEqual([
    ...["details", "requirements", "budget", null],
  ]);
  expect(wrongStep({ timeline: ["Too long"], toolIds: ["Choose"] })).toBe("requirements");
  expect([wrongStep({ unknown: [] }), wrongStep({}), wrongStep(null), wrongStep(undefined)]).toEqual(
    Array.from({ length: 4 }, () => null),
  );
});

test("a brief is blank if nothing was typed, whatever its type", () => {
  expect(isBlank(blankBrief)).toBe(true);
  expect(isBlank({ ...blankBrief, projectType: "ongoing", questions: ["", ""] })).toBe(true);
  for (const change of [
    { title: "A" },
    { serviceIds: [1] },
    { questions: ["", "Why?"] },
    { budgetTypeId: 1 },
  ])
    expect(isBlank({ ...blankBrief, ...change })).toBe(false);
});

test("a posted project turns back into what was typed", () => {
  const posted = {
    ...{
      title: "A",
      description: "B",
      budgetTypeId: 1,
      budgetDetails: "Plus",
      deliverables: "C",
      timeline: "D",
    },
    ...{ serviceIds: [1], toolIds: [2], visualStyleIds: [3], questions: ["Why?"] },
  };
  const amount = { unit: "hour", low: 6_000, high: 8_000 } as const;
  expect(
    typedOf({ ...posted, amount, startDate: "2027-01-04", isOngoing: true, brandLink: "https://a.example/" }),
  ).toEqual({
    ...posted,
    ...{ budgetFrom: "$60", budgetTo: "$80", budgetUnit: "hour", startDate: "2027-01-04" },
    ...{ projectType: "ongoing", brandLink: "https://a.example/" },
  });
  expect(typedOf({ ...posted, amount: null, startDate: null, isOngoing: false, brandLink: null })).toEqual({
    ...posted,
    ...{
      budgetFrom: "",
      budgetTo: "",
      budgetUnit: "",
      startDate: "",
      projectType: "one-time",
      brandLink: "",
    },
  });
});

test("a place in the owner's list survives the round trip through a URL, without malformed parts", () => {
  const ids = Array.from(
    { length: 40 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  );
  const read = (query: string) => readPlace(new URLSearchParams(query));
  const first = { folder: "all", sort: "match", after: null, ticked: [] };
  expect(read("")).toEqual(first);
  expect(read("folder=none&sort=name&ticked=x")).toEqual(first);
  expect(read(`folder=declined&sort=date&after=c&ticked=${ids[0]},x,${ids[1]},${ids[0]}`)).toEqual({
    ...{ folder: "declined", sort: "date", after: "c", ticked: ids.slice(0, 2) },
  });
  expect(queryOf(read(""))).toEqual({ ticked: "" });
  expect(queryOf(read(`folder=declined&sort=date&after=c&ticked=${ids[0]},${ids[1]}`))).toEqual({
    ...{ folder: "declined", sort: "date", after: "c", ticked: `${ids[0]},${ids[1]}` },
  });
  expect(read(`ticked=${ids.join()}`).ticked.length).toBeLessThan(40);
});
