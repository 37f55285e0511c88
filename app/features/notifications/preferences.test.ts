import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeCreator, type Person } from "../../../tests/support/people";
import { optionalKindNames } from "./kinds";
import {
  changeSubscription,
  findSubscription,
  getPreferences,
  savePreferences,
  unsubscribeLink,
} from "./preferences.server";

const all = optionalKindNames;
const tokenOf = (person: Person, kind: string) =>
  unsubscribeLink(person.userId, kind)?.split("/unsubscribe/")[1] ?? "";

describe("preferences", () => {
  test("are the defaults in `kinds.ts` until someone changes them", async () => {
    expect(await getPreferences(await makeCreator())).toEqual({
      onPage: all,
      byMail: all.filter((kind) => kind !== "application-withdrawn"),
      byPush: all.filter((kind) => kind !== "application-withdrawn"),
      pace: "each",
    });
  });

  test("are stored as a whole for the kinds that the form showed, and others stay as they are", async () => {
    const person = await makeCreator();
    const shown = all.filter((kind) => kind !== "invitation");
    await savePreferences(person, { shown, onPage: ["match"], byMail: [], byPush: ["match"], pace: "daily" });
    expect(await getPreferences(person)).toEqual({
      onPage: ["match", "invitation"],
      byMail: ["invitation"],
      byPush: ["match", "invitation"],
      pace: "daily",
    });
    await savePreferences(person, { shown: [...all, ...all], onPage: all, byMail: all, pace: "each" });
    expect(await getPreferences(person)).toEqual({
      onPage: all,
      byMail: all,
      byPush: ["match", "invitation"],
      pace: "each",
    });
  });
});

describe("an unsubscribe link", () => {
  test.each(all)("turns %s off and on, and nothing else", async (kind) => {
    const person = await makeCreator();
    const token = tokenOf(person, kind);
    await changeSubscription(token, false);
    expect(await findSubscription(token)).toMatchObject({ byMail: false });
    const { byMail, onPage, pace } = await getPreferences(person);
    expect({ byMail, onPage, pace }).toEqual({
      byMail: all.filter((other) => other !== kind && other !== "application-withdrawn"),
      onPage: all,
      pace: "each",
    });
    await changeSubscription(token, true);
    expect((await getPreferences(person)).byMail).toContain(kind);
  });

  test("in a digest turns it off and on again, but leaves a newer setting alone", async () => {
    const person = await makeCreator();
    const token = tokenOf(person, "digest");
    const choose = (pace: "each" | "daily") =>
      savePreferences(person, { shown: all, onPage: all, byMail: all, pace });
    const pace = async () => (await getPreferences(person)).pace;
    await choose("daily");
    await changeSubscription(token, false);
    expect([await pace(), await findSubscription(token)]).toMatchObject(["none", { byMail: false }]);
    await changeSubscription(token, true);
    expect([await pace(), await findSubscription(token)]).toMatchObject(["daily", { byMail: true }]);
    await choose("each");
    await changeSubscription(token, false);
    expect(await pace()).toBe("each");
  });

  test.each(["vetting", "contributor_status", "admin_notification", "recovery"])(
    "doesn't exist for %s",
    (kind) => {
      expect(unsubscribeLink("00000000-0000-4000-8000-000000000000", kind)).toBeNull();
    },
  );

  test("stops working once the account is deleted", async () => {
    const person = await makeCreator();
    const tokens = ["digest", "match"].map((kind) => tokenOf(person, kind));
    await db.user.delete({ where: { id: person.userId } });
    for (const token of tokens) {
      expect(await findSubscription(token)).toBeNull();
      expect(await changeSubscription(token, false)).toEqual({ ok: false, refused: "not-found" });
    }
  });
});
