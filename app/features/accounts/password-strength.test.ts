import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { findWeakness } from "./password.server";

const owner = { name: "José O'Hara-Lindqvist", email: "Person.Name@studio-lumen.example" };
const judge = (password: string) => findWeakness(password, owner);

describe("a rejected password comes with a reason", () => {
  test.each([
    ["password1", /most common/],
    ["QWERTY", /most common/],
    ["drowssap", /common/],
    ["p@ssw0rd!", /common/],
    ["kettle9", /common/],
    ["matchcut26", /common|date/],
    ["aaaaaaa", /repeats/],
    ["ababab", /repeats/],
    ["xkxkxkxkxkxk", /repeats/],
    ["abcdefghijklm", /sequence/],
    ["lmnopq-876543", /sequence/],
    ["hgfedcba.ijklmno", /sequence/],
    ["19840612", /date/],
    ["2026-11-21", /date/],
    ["person.name@studio-lumen.example", /name or email/],
    ["my-Person.Name-77", /name or email/],
    ["studio-nights-41", /name or email/],
    ["jose-likes-rivers", /name or email/],
    ["LINDQVIST/tree/9", /name or email/],
    ["l1ndqv1st+tree+9", /name or email/],
  ])("%s", async (password, reason) => {
    expect(await judge(password)).toMatch(reason);
  });
});

test("the 10,000 most common passwords are refused, no matter their length or case", async () => {
  const common = dictionary["passwords-common"].slice(0, 10_000);
  const longEnough = common.filter((password) => password.length >= 6);
  expect(longEnough.length).toBeGreaterThan(5_000);
  for (const password of longEnough) expect(await judge(password.toUpperCase())).not.toBeNull();
});

test.each(["kx7-pq", "violet-harbour", "a-new-harbour-41", "correct horse", "Tr0ub4dor&3", "ложка-вилка-7"])(
  "%s is accepted",
  async (password) => {
    expect(await judge(password)).toBeNull();
  },
);

test("a name that's short or missing causes no rejections", async () => {
  expect(await findWeakness("oak-and-elm-41", { name: "Al K", email: "al@x.example" })).toBeNull();
  expect(await findWeakness("oak-and-elm-41", { name: "", email: "" })).toBeNull();
});

test("a part of three letters counts if it's a whole word, but not inside other words", async () => {
  const judged = (password: string) => findWeakness(password, { name: "Kim One", email: "k@x.example" });
  for (const password of ["trombone-cellar-9", "kimono-cellar-9"]) expect(await judged(password)).toBeNull();
  for (const password of ["one-cellar-tree", "cellar-KIM-1990", "kim1990cellar", "cellar_one"])
    expect(await judged(password)).toMatch(/name or email/);
});

test("even the longest and hardest passwords are judged in a few milliseconds", async () => {
  const awkward = ["p@$$w0rd1l!|", "19911991", "1234567890", "@4$5@4$50o1l", "4@8({[<3369&#!1|0$5+7%2", "ab"];
  await judge("violet-harbour");
  for (const part of awkward) {
    const password = part.repeat(100).slice(0, 200);
    await judge(password);
    const before = process.cpuUsage();
    await judge(password);
    const { user, system } = process.cpuUsage(before);
    // In milliseconds. It takes 2 to 10 on an idle machine, and 2,000 without the length limit.
    expect((user + system) / 1000).toBeLessThan(500);
  }
});
