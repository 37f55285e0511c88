import { describe, expect, it } from "vitest";
import { completenessOf } from "./completeness";
import { leadOf, rolesNeededOf, shownName, typeOf } from "./profile";

it("treats a member without a type as a creator", () => {
  expect(typeOf(null)).toBe("creator");
  expect(typeOf("contributor")).toBe("contributor");
});

it("merges the roles that a creator needs into one list", () => {
  expect(rolesNeededOf({ creativeServices: [20, 8], strategicServices: [13, 8] })).toEqual([20, 8, 13]);
});

it.each([
  ["Noor", "creator", "Noor"],
  [null, "creator", "Unknown Creator"],
  [undefined, "contributor", "Unknown Contributor"],
  ["", "contributor", "Unknown Contributor"],
  ["\u200b\u2060 ", "contributor", "Unknown Contributor"],
  ["\u200b", null, "Unknown Creator"],
] as const)("shows the name %j of a %s as %s", (name, userType, shown) => {
  expect(shownName(name, userType)).toBe(shown);
});

const long = "I cut films about rivers. ".repeat(12);
const japanese = "川の映画を編集しています。";
const hindi = "मैं नदियों पर फ़िल्में काटता हूँ। ";
it.each([
  ["", "", ""],
  ["I cut films.", "I cut films.", ""],
  ["I cut films.\n\nSlowly.", "I cut films.", "Slowly."],
  [long, long.slice(0, 26 * 8).trim(), long.slice(26 * 8).trim()],
  [`${long}\nMore`, long.slice(0, 26 * 8).trim(), `${long.slice(26 * 8)}\nMore`],
  [japanese.repeat(20), japanese.repeat(16), japanese.repeat(4)],
  [hindi.repeat(10), hindi.repeat(6).trim(), hindi.repeat(4).trim()],
  ["no sentence ".repeat(40), "", "no sentence ".repeat(40).trim()],
])("the beginning of a bio is set large: %j", (bio, lead, rest) => {
  expect(leadOf(bio)).toEqual({ lead, rest });
});

describe("how complete a profile is", () => {
  const link = { network: "youtube", href: "https://youtube.com/@noor" };
  const full = {
    avatarUrl: "/avatar",
    bio: "I cut.",
    location: "Austin, TX",
    services: ["Video Editor"],
    styles: ["Cinematic"],
    tools: ["Figma"],
    contentTypes: ["Vlog"],
    price: { amount: null, note: "$40" },
    links: [link],
    portfolioUrl: null,
    samples: [{}],
  };
  const nothing = {
    ...{ avatarUrl: null, bio: "", location: "", price: { amount: null, note: "" }, portfolioUrl: null },
    ...{ services: [], styles: [], tools: [], contentTypes: [], links: [], samples: [] },
  };
  type Compared = Parameters<typeof completenessOf>[0];
  const of = (userType: "creator" | "contributor", lacking: object = {}) =>
    completenessOf({ ...full, userType, ...lacking } as unknown as Compared);
  const labelsOf = (...given: Parameters<typeof of>) => of(...given).missing.map(({ label }) => label);

  it.each([
    ["contributor", { samples: [] }, "Add a sample of your work"],
    ["contributor", { avatarUrl: null }, "Add a profile picture"],
    ["contributor", { services: [] }, "Choose the services you offer"],
    ["contributor", { bio: "" }, "Say what you do best"],
    ["contributor", { styles: [] }, "Choose your styles"],
    ["contributor", { tools: [] }, "Choose your tools"],
    ["contributor", { price: { amount: null, note: "" } }, "Say what you charge"],
    ["contributor", { location: "" }, "Add your location"],
    ["contributor", { links: [] }, "Add a link to your portfolio or profiles"],
    ["creator", { avatarUrl: null }, "Add a profile picture"],
    ["creator", { services: [] }, "Choose who you're looking for"],
    ["creator", { bio: "" }, "Say what you make"],
    ["creator", { samples: [] }, "Show your channel's best work"],
    ["creator", { contentTypes: [] }, "Choose where you publish"],
    ["creator", { styles: [] }, "Choose your styles"],
    ["creator", { tools: [] }, "Choose your tools"],
    ["creator", { price: { amount: null, note: "" } }, "Add your budget"],
    ["creator", { location: "" }, "Add your location"],
    ["creator", { links: [] }, "Link to your channels"],
  ] as const)("asks a %s who lacks only %o for that", (userType, lacking, label) => {
    expect(labelsOf(userType, lacking)).toEqual([label]);
    expect(of(userType, lacking).percent).toBe(Math.round(100 - 100 / of(userType, nothing).missing.length));
  });

  it("accepts a contributor's portfolio instead of links, and starts at zero", () => {
    for (const userType of ["creator", "contributor"] as const) {
      expect(of(userType)).toMatchObject({ percent: 100, missing: [] });
      expect(of(userType, nothing).percent).toBe(0);
    }
    const elsewhere = { links: [], portfolioUrl: "https://noor.example" };
    expect(labelsOf("contributor", elsewhere)).toEqual([]);
  });
});
