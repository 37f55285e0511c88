import { parseWithZod } from "@conform-to/zod/v4";
import { beforeAll, describe, expect, it } from "vitest";
import { listCatalog } from "~/features/catalog/reading.server";
import { builderSteps, type Choices, choicesFor, controlNames } from "./builder";
import { sectionSchema, stepSchema } from "./builder.schema";
import { linkKeys, noAnswers } from "./profile";
import { namesIn, profileSections, type SectionId } from "./sections";
import type { UserType } from "./user-type";

const choices = {} as Record<UserType, Choices>;

beforeAll(async () => {
  const catalog = await listCatalog();
  choices.creator = choicesFor("creator", catalog);
  choices.contributor = choicesFor("contributor", catalog);
});

function step(userType: UserType, number: number, fields: [string, string][]) {
  const body = new URLSearchParams([["intent", "next"], ["userType", userType], ...fields]);
  return parseWithZod(body, { schema: stepSchema(userType, number, choices[userType]) });
}

function edit(userType: UserType, id: SectionId, fields: [string, string][]) {
  const section = profileSections[userType].find((one) => one.id === id);
  if (!section) throw new Error(id);
  return parseWithZod(new URLSearchParams(fields), { schema: sectionSchema(section, choices[userType]) });
}

const errorOf = (submission: ReturnType<typeof step> | ReturnType<typeof edit>) => submission.reply().error;

const answersOf = (submission: ReturnType<typeof step>) => {
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
};

describe("a builder step", () => {
  it("accepts an empty form, which clears the answers", () => {
    expect(answersOf(step("creator", 1, []))).toEqual({
      intent: "next",
      userType: "creator",
      name: "",
      bio: "",
      location: "",
      contentType: [],
    });
  });

  it("ignores fields of other steps", () => {
    const value = answersOf(
      step("contributor", 2, [
        ["servicesOffered", "20"],
        ["bio", "elsewhere"],
        ["isAdmin", "1"],
      ]),
    );
    expect(value).toMatchObject({ servicesOffered: [20], projectsGoodAt: "" });
    expect(value).not.toHaveProperty("bio");
    expect(value).not.toHaveProperty("isAdmin");
  });

  it("accepts one or several choices and drops duplicates", () => {
    expect(answersOf(step("contributor", 2, [["servicesOffered", "7"]])).servicesOffered).toEqual([7]);
    const several: [string, string][] = ["7", "20", "7"].map((id) => ["servicesOffered", id]);
    expect(answersOf(step("contributor", 2, several)).servicesOffered).toEqual([7, 20]);
  });

  it.each([
    ["a style that's only for contributors", "creator", 2, "visualStyle", "7"],
    ["a service that creators can't look for", "creator", 3, "creativeServices", "1"],
    ["a strategic service among the creative ones", "creator", 3, "creativeServices", "13"],
    ["a tool that isn't on the list", "contributor", 3, "tools", "99999"],
    ["a word instead of a number", "contributor", 3, "tools", "Figma"],
    ["a fraction", "contributor", 3, "tools", "1.5"],
    ["a malicious ID", "contributor", 3, "tools", "1; DROP TABLE tools"],
  ] as const)("refuses %s", (_what, userType, number, name, value) => {
    expect(errorOf(step(userType, number, [[name, value]]))).toEqual({
      [name]: ["Please choose from the list"],
    });
  });

  it("counts a line break as one character, as browsers do", () => {
    const bio = `${"x".repeat(1000)}\r\n${"y".repeat(999)}`;
    expect(answersOf(step("contributor", 1, [["bio", bio]])).bio).toHaveLength(2000);
    expect(errorOf(step("contributor", 1, [["bio", `${bio}z`]]))).toEqual({
      bio: ["Please use at most 2000 characters"],
    });
  });

  it("refuses a text field that's sent twice", () => {
    expect(
      errorOf(
        step("contributor", 1, [
          ["bio", "one"],
          ["bio", "two"],
        ]),
      ),
    ).toHaveProperty("bio");
  });

  it("keeps a portfolio link as typed, even if it isn't a link", () => {
    expect(answersOf(step("contributor", 4, [["portfolio", "javascript:alert(1)"]])).portfolio).toBe(
      "javascript:alert(1)",
    );
  });

  it("treats a name of invisible characters as empty", () => {
    expect(answersOf(step("creator", 1, [["name", "\u200b\u0085"]])).name).toBe("");
  });
});

it.each(["creator", "contributor"] as const)(
  "every field of a %s is in exactly one section of the edit page",
  (userType) => {
    const asked = builderSteps[userType].flatMap(({ fields }) => fields.flatMap(controlNames));
    // Creators have a website link instead of a portfolio.
    const kept = asked.filter((name) => userType === "contributor" || name !== "portfolio");
    const edited = profileSections[userType].flatMap(namesIn);
    expect(edited.toSorted()).toEqual([...kept, ...linkKeys].toSorted());
  },
);

it("every answer has a field in some step", () => {
  const asked = new Set(
    Object.values(builderSteps).flatMap((steps) =>
      steps.flatMap(({ fields }) => fields.flatMap(controlNames)),
    ),
  );
  expect([...asked].sort()).toEqual(Object.keys(noAnswers).sort());
});

describe("a section of the profile", () => {
  it("names the price field that can't be read", () => {
    const price = (from: string, to = "", unit = "hour") =>
      errorOf(
        edit("creator", "terms", [
          ["priceFrom", from],
          ["priceTo", to],
          ["priceUnit", unit],
        ]),
      );
    expect(price("65", "85")).toBeUndefined();
    expect(price("65", "lots")).toEqual({ priceTo: [expect.stringContaining("enter an amount")] });
    expect(price("-65")).toEqual({ priceFrom: [expect.stringContaining("negative")] });
    expect(price("65", "", "")).toEqual({ priceUnit: [expect.stringContaining("per")] });
  });

  it("requires a visible name", () => {
    for (const name of ["", "   ", "\u0085", "\u200b"]) {
      expect(errorOf(edit("creator", "about", [["name", name]]))).toEqual({
        name: ["Please enter your full name"],
      });
    }
  });

  it("accepts links without a scheme, and refuses what isn't a web address", () => {
    const good = edit("contributor", "links", [
      ["portfolio", "work.example.com"],
      ["youtube", "https://youtube.com/@ada"],
    ]);
    expect(good.status === "success" && good.value).toMatchObject({
      portfolio: "https://work.example.com/",
      youtube: "https://youtube.com/@ada",
      behance: "",
    });
    expect(errorOf(edit("contributor", "links", [["behance", "javascript:alert(1)"]]))).toEqual({
      behance: ["Please enter a Behance link or a handle, like @kimcuts"],
    });
    expect(errorOf(edit("contributor", "links", [["website", "@kim.cuts"]]))).toEqual({
      website: ["Please enter a web address that starts with https://"],
    });
  });
});
