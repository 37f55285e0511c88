import { expect, test } from "vitest";
import { nameSchema, signUpSchema } from "~/features/accounts/account.schema";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import { db } from "~/platform/db.server";
import { makeCreator, makeMember } from "../../../tests/support/people";
import { stepSchema } from "./builder.schema";
import { claimDraft } from "./drafting.server";
import { noAnswers } from "./profile";
import { rename, saveProfile } from "./saving.server";

const nameOf = async ({ userId }: { userId: string }) =>
  (await db.profile.findUniqueOrThrow({ where: { id: userId } })).fullName;
const forbidden = { ok: false, refused: "forbidden-name" };

test("no form accepts a forbidden name, and people who already have one keep it", async () => {
  const [person, old] = [await makeCreator({ name: "Ada Cut" }), await makeCreator({ name: "5upport" })];
  const save = (who: typeof person, name: string) => saveProfile(who, { ...noAnswers, name, links: {} });
  expect(await rename(person, "Matchcut Team")).toEqual(forbidden);
  expect(await save(person, "Ädmin")).toEqual(forbidden);
  expect(await nameOf(person)).toBe("Ada Cut");
  expect(await rename(old, "5upport")).toEqual({ ok: true });
  expect(await save(old, "5upport")).toEqual({ ok: true });
  expect(await save(old, "Support")).toEqual(forbidden);
  expect(await rename(old, "Sue Port")).toEqual({ ok: true });

  const account = { email: "a@example.com", password: "violet-harbour-27" };
  expect(signUpSchema.safeParse({ ...account, fullName: "Moderator" }).error?.issues).toMatchObject([
    { path: ["fullName"], message: forbiddenNameWords },
  ]);
  const step = stepSchema("creator", 1, {}).safeParse({ name: "Moderator", userType: "creator" });
  expect(step.error?.issues).toMatchObject([{ path: ["name"], message: forbiddenNameWords }]);
  expect(nameSchema.safeParse({ fullName: "Sue Port" }).success).toBe(true);
});

test("a name that's too long isn't checked further, because that takes megabytes", () => {
  const name = "Admin ".repeat(10_000);
  const account = { email: "a@example.com", password: "violet-harbour-27", fullName: name };
  expect(signUpSchema.safeParse(account).error?.issues).toMatchObject([
    { path: ["fullName"], code: "too_big" },
  ]);
  const step = stepSchema("creator", 1, {}).safeParse({ name, userType: "creator" });
  expect(step.error?.issues).toMatchObject([{ path: ["name"], code: "too_big" }]);
});

test("an older draft can't bring in a forbidden name", async () => {
  const member = await makeMember({ name: "Ada Cut" });
  const fields = { name: "Admin", bio: "I cut." };
  const { id } = await db.profileDraft.create({ data: { userType: "creator", fields } });
  expect(await claimDraft(db, id, member)).toBe("creator");
  expect(await nameOf(member)).toBe("Ada Cut");
});
