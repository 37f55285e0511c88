import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it } from "vitest";
import { applicationSchema, projectOf, projectSchema, readBudget } from "./project.schema";

const formOf = (pairs: [string, string][]) => new URLSearchParams(pairs);
const brief = (...pairs: [string, string][]) => parseWithZod(formOf(pairs), { schema: projectSchema });
const errorsOf = (...pairs: [string, string][]) => brief(...pairs).reply().error ?? {};

describe("a brief's form", () => {
  it("requires only a title", () => {
    const form = brief(["title", "  Edit six episodes "]);
    expect(
      form.status === "success" && projectOf(form.value, { amount: null, note: form.value.budgetDetails }),
    ).toEqual({
      title: "Edit six episodes",
      description: "",
      brandLink: null,
      serviceIds: [],
      toolIds: [],
      visualStyleIds: [],
      deliverables: "",
      budgetTypeId: null,
      amount: null,
      budgetDetails: "",
      startDate: null,
      timeline: "",
      isOngoing: false,
      questions: [],
    });
    for (const title of ["", "   "])
      expect(errorsOf(["title", title]).title).toEqual(["Please enter a title"]);
  });

  it("keeps only the note of a budget whose type has no unit", () => {
    const budgetTypes = [
      { id: 1, name: "Hourly", unit: "hour" },
      { id: 2, name: "Revenue Share", unit: null },
    ] as const;
    const budget = (budgetTypeId: number, budgetFrom: string) =>
      readBudget(
        { budgetTypeId, budgetFrom, budgetTo: "", budgetUnit: "", budgetDetails: "10% of the ads" },
        { budgetTypes: [...budgetTypes] },
      );
    expect(budget(1, "100").price?.amount).toMatchObject({ low: 10_000, unit: "hour" });
    for (const from of ["100", "a lot"])
      expect(budget(2, from)).toEqual({ price: { amount: null, note: "10% of the ads" }, errors: null });
  });

  it("reads lists, a link, a date and the kind of project", () => {
    const form = brief(
      ["title", "Edit"],
      ["description", "One\r\nTwo"],
      ["brandLink", "example.com/channel"],
      ["serviceIds", "3"],
      ["serviceIds", "1"],
      ["serviceIds", "3"],
      ["budgetTypeId", "2"],
      ["startDate", "2028-02-29"],
      ["projectType", "ongoing"],
      ["questions", "Why you?"],
      ["questions", " "],
      ["questions", ""],
      ["questions", "When?"],
    );
    expect(
      form.status === "success" && projectOf(form.value, { amount: null, note: form.value.budgetDetails }),
    ).toMatchObject({
      description: "One\nTwo",
      brandLink: "https://example.com/channel",
      serviceIds: [3, 1],
      budgetTypeId: 2,
      startDate: "2028-02-29",
      isOngoing: true,
      questions: ["Why you?", "When?"],
    });
  });

  it.each([
    ["title", "a".repeat(201)],
    ["description", "a".repeat(10_001)],
    ["deliverables", "a".repeat(5_001)],
    ["budgetDetails", "a".repeat(2_001)],
    ["timeline", "a".repeat(1_001)],
    ["brandLink", "javascript:alert(1)"],
    ["brandLink", `https://example.com/${"a".repeat(2_000)}`],
    ["startDate", "2027-02-29"],
    ["startDate", "2027-13-01"],
    ["startDate", "tomorrow"],
    ["startDate", "0000-01-01"],
    ["budgetTypeId", "1.5"],
    ["budgetTypeId", "-1"],
    ["budgetTypeId", "9".repeat(20)],
    ["serviceIds", "Editing"],
    ["projectType", "sometimes"],
  ])("refuses an invalid %s: %s", (name, value) => {
    const errors = errorsOf(["title", "Edit"], [name, value]);
    expect(Object.keys(errors).some((path) => path.startsWith(name))).toBe(true);
  });

  it("refuses a sixth question, and a question that's too long", () => {
    const asked = Array.from({ length: 6 }, (_, index): [string, string] => [
      "questions",
      `Question ${index}`,
    ]);
    expect(errorsOf(["title", "Edit"], ...asked).questions).toEqual(["Please ask no more than 5 questions"]);
    expect(errorsOf(["title", "Edit"], ...asked.slice(1))).toEqual({});
    expect(errorsOf(["title", "Edit"], ["questions", "a".repeat(501)])).not.toEqual({});
  });
});

describe("an application's form", () => {
  it("requires a note, and keeps the answers in order", () => {
    const read = (pairs: [string, string][]) => parseWithZod(formOf(pairs), { schema: applicationSchema });
    expect(read([["note", " "]]).reply().error).toEqual({ note: ["Please write a note"] });
    const pairs: [string, string][] = [
      ["note", "Hello"],
      ["answers", "Because"],
      ["answers", "Now"],
    ];
    expect(read(pairs)).toMatchObject({
      status: "success",
      value: { note: "Hello", portfolioLink: null, answers: ["Because", "Now"] },
    });
    expect(read([...pairs, ["portfolioLink", "ftp://example.com"]]).status).toBe("error");
    expect(read([["note", "a".repeat(5_001)]]).status).toBe("error");
  });
});
