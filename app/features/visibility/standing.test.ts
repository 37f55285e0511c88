import { describe, expect, it } from "vitest";
import { canSeeProfile, canStartConversations, isPublic, isRejected } from "./standing";

const member = { userId: "somebody", isAdmin: false };
const owner = { userId: "x", isAdmin: false };
const admin = { userId: "an-admin", isAdmin: true };

describe("who may see a profile", () => {
  it.each([
    ["an approved contributor", { userType: "contributor", status: "approved" }, true, true],
    ["a pending contributor", { userType: "contributor", status: "pending" }, false, false],
    ["a rejected contributor", { userType: "contributor", status: "rejected" }, false, false],
    ["a contributor without a status", { userType: "contributor", status: null }, false, false],
    ["a creator", { userType: "creator", status: null }, false, true],
    [
      "a creator who once was an approved contributor",
      { userType: "creator", status: "approved" },
      false,
      true,
    ],
  ] as const)("%s", (_who, standing, toGuests, toMembers) => {
    const profile = { id: "x", ...standing };
    expect(isPublic(profile)).toBe(toGuests);
    expect(canSeeProfile(profile, null)).toBe(toGuests);
    expect(canSeeProfile(profile, member)).toBe(toMembers);
    expect(canSeeProfile(profile, owner)).toBe(true);
    expect(canSeeProfile(profile, admin)).toBe(true);
  });
});

it.each([
  ["a creator", true, "creator", null, false],
  ["an approved contributor", true, "contributor", "approved", false],
  ["a pending contributor", false, "contributor", "pending", false],
  ["a rejected contributor", false, "contributor", "rejected", false],
  ["a contributor without a status", false, "contributor", null, false],
  ["a member without a type", false, null, null, false],
  ["an admin without a type", true, null, null, true],
] as const)("whether %s may start conversations: %s", (_who, may, userType, contributorStatus, isAdmin) => {
  expect(canStartConversations({ userType, contributorStatus, isAdmin })).toBe(may);
});

describe("someone who was rejected", () => {
  it.each([
    ["rejected", true],
    ["pending", false],
    ["approved", false],
    [null, false],
  ] as const)("%s: %s", (status, rejected) => expect(isRejected(status)).toBe(rejected));

  it("can't start conversations, and neither can anyone whose profile is hidden or who has none", () => {
    const start = { userType: "creator", contributorStatus: null, isAdmin: false } as const;
    expect(canStartConversations(start)).toBe(true);
    expect(canStartConversations({ ...start, isProfileHidden: true })).toBe(false);
    expect(canStartConversations({ ...start, isAdmin: true, isProfileHidden: true })).toBe(false);
    expect(canStartConversations({ ...start, userType: "contributor", contributorStatus: "rejected" })).toBe(
      false,
    );
    expect(canStartConversations({ ...start, userType: null, contributorStatus: "approved" })).toBe(false);
  });
});
