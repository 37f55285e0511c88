import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { addCover } from "../../../tests/support/covers";
import { makeAdmin, makeContributor, makeCreator, makeMember } from "../../../tests/support/people";
import { findOwnAnswers, findProfile } from "./viewing.server";

describe("a profile", () => {
  it("shows the answers as text and never an email address", async () => {
    const person = await makeContributor({
      name: "Ada Cut",
      bio: "I cut.",
      services: ["Video Editor"],
      tools: ["Figma"],
      styles: ["Cinematic", "Documentary"],
      priceRange: "$40 per hour (two hours minimum)",
    });
    await db.profile.update({ where: { id: person.userId }, data: { otherTools: "Scissors" } });
    await db.profileLink.create({
      data: { profileId: person.userId, key: "behance", url: "https://behance.net/ada" },
    });
    const view = await findProfile(null, person.userId);
    expect(view).toMatchObject({
      name: "Ada Cut",
      userType: "contributor",
      isVerified: true,
      isPublic: true,
      isOwn: false,
      ownStatus: null,
      services: ["Video Editor"],
      tools: ["Figma", "Scissors"],
      styles: ["Cinematic", "Documentary"],
      tones: [],
      facts: [],
      price: {
        amount: { unit: "hour", low: 40_00, high: 40_00 },
        note: "$40 per hour (two hours minimum)",
      },
      links: [{ key: "behance", url: "https://behance.net/ada" }],
    });
    expect(JSON.stringify(view)).not.toContain(person.email);
  });

  it("names first the service that its cover shows, then the others by name", async () => {
    const person = await makeContributor({ services: ["Writer", "Audio Engineer", "Video Editor"] });
    const named = async () => (await findProfile(null, person.userId))?.services;
    expect(await named()).toEqual(["Audio Engineer", "Video Editor", "Writer"]);
    const cover = await addCover(person.userId);
    const service = await db.service.findUniqueOrThrow({ where: { name: "Video Editor" } });
    await db.workSample.update({ where: { id: cover.id }, data: { serviceId: service.id } });
    expect(await named()).toEqual(["Video Editor", "Audio Engineer", "Writer"]);
  });

  it("is always visible to its owner, whatever its status", async () => {
    for (const status of ["approved", "pending", "rejected"] as const) {
      const person = await makeContributor({ status });
      expect(await findProfile(person, person.userId)).toMatchObject({
        isOwn: true,
        ownStatus: status,
        isVerified: status === "approved",
      });
    }
  });

  it("of an unapproved contributor is visible only to them and to admins", async () => {
    const admin = await makeAdmin();
    const others = [await makeCreator(), await makeContributor(), await makeMember(), null];
    for (const status of ["pending", "rejected"] as const) {
      const owner = await makeContributor({ status });
      for (const viewer of others) expect(await findProfile(viewer, owner.userId)).toBeNull();
      for (const viewer of [owner, admin])
        expect(await findProfile(viewer, owner.userId)).toMatchObject({ isPublic: false, isVerified: false });
    }
  });

  it("of a creator is visible only to members", async () => {
    const viewer = await makeCreator();
    for (const { userId } of [await makeCreator(), await makeMember()]) {
      expect(await findProfile(null, userId)).toBeNull();
      expect(await findProfile(viewer, userId)).toMatchObject({
        isPublic: false,
        isVerified: false,
        ownStatus: null,
      });
    }
  });

  it("is hidden from both people if one blocked the other", async () => {
    const [one, other, third] = [await makeCreator(), await makeContributor(), await makeCreator()];
    await db.block.create({ data: { blockerId: one.userId, blockedId: other.userId } });
    expect(await findProfile(one, other.userId)).toBeNull();
    expect(await findProfile(other, one.userId)).toBeNull();
    expect(await findProfile(third, other.userId)).not.toBeNull();
    expect(await findProfile(null, other.userId)).not.toBeNull();
    expect(await findProfile(one, one.userId)).not.toBeNull();
  });

  it("isn't found while its account is suspended, or for an invalid ID", async () => {
    const person = await makeContributor();
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    expect(await findProfile(null, person.userId)).toBeNull();
    for (const id of [
      "",
      "edit",
      "00000000-0000-0000-0000-000000000000",
      "' OR 1=1",
      person.userId.toUpperCase(),
    ]) {
      expect(await findProfile(null, id)).toBeNull();
    }
  });
});

it("shows no edit form to someone without a role", async () => {
  expect(await findOwnAnswers(await makeMember())).toBeNull();
});
