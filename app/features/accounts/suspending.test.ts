import { expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { hintsTo } from "../../../tests/support/hints";
import { makeAdmin, makeMember, newClient, type Person, personPassword } from "../../../tests/support/people";
import { findActor } from "./sessions.server";
import { signIn } from "./signing-in.server";
import { liftSuspension, suspendPerson } from "./suspending.server";

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

const suspend = (admin: Person, person: Person, until: Date | null, words = "Please read the guidelines.") =>
  transaction((tx) => suspendPerson(tx, admin, person.userId, { reason: "spam", words, until }));
const lift = (admin: Person, person: Person) => transaction((tx) => liftSuspension(tx, admin, person.userId));
const signInAs = ({ email }: Person, password = personPassword) => signIn({ email, password }, newClient());
const acts = (person: Person) =>
  db.auditEntry.findMany({ where: { subjectId: person.userId }, orderBy: { id: "asc" } });

test("a suspension ends every session, and gives the reason and the end only after the right password", async () => {
  const [admin, person] = [await makeAdmin(), await makeMember({ timeZone: "Europe/Berlin" })];
  const again = await signInAs(person);
  const until = inDays(7);
  const done = await suspend(admin, person, until);
  expect(done).toMatchObject({ ok: true });
  // Open streams close as soon as this is committed.
  expect(await hintsTo(person.userId)).toContainEqual({ kind: "sessions" });
  expect(await findActor(person.token)).toBeNull();
  expect(again.ok && (await findActor(again.session.token))).toBeNull();
  expect(await signInAs(person, "a guess")).toEqual({ ok: false, refused: "wrong" });
  expect(await signInAs(person)).toEqual({
    ok: false,
    refused: "suspended",
    appealToken: expect.any(String),
    notice: {
      reason: "Spam or advertising",
      words: "Please read the guidelines.",
      until: until.toISOString(),
      timeZone: "Europe/Berlin",
    },
  });
  expect(await acts(person)).toMatchObject([
    {
      action: "person.suspend",
      actorId: admin.userId,
      details: {
        reason: "spam: Please read the guidelines.",
        before: {},
        after: { suspended: `until ${until.toISOString()}` },
      },
    },
  ]);
});

test.each([
  ["temporary", inDays(7), "it keeps running and renews as usual"],
  ["permanent", null, "it ends when the period you've paid for is over and won't renew"],
])(
  "a %s suspension emails the person once, with the reason and what happens to a paid plan",
  async (_how, until, plan) => {
    const [admin, person] = [await makeAdmin(), await makeMember()];
    await Promise.all([suspend(admin, person, until), suspend(admin, person, until)]);
    const [mail, ...more] = await db.outboxMail.findMany({
      where: { userId: person.userId, kind: "suspended" },
    });
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ toAddress: person.email, subject: "Your account is suspended" });
    for (const words of ["Spam or advertising", "Please read the guidelines.", plan, "sign in"])
      expect(mail?.textBody).toContain(words);
  },
);

test("a suspension gives the time in UTC to someone whose time zone isn't known", async () => {
  const [admin, person] = [await makeAdmin(), await makeMember()];
  await suspend(admin, person, inDays(7));
  const mail = await db.outboxMail.findFirstOrThrow({ where: { userId: person.userId, kind: "suspended" } });
  expect(mail.textBody).toMatch(/[AP]M UTC\./);
  expect(await signInAs(person)).toMatchObject({ refused: "suspended", notice: { timeZone: "UTC" } });
});

test("a suspension ends at its time without a job, and another one can follow", async () => {
  const [admin, person] = [await makeAdmin(), await makeMember()];
  await suspend(admin, person, inDays(1));
  await db.$executeRaw`
    UPDATE users SET suspended_at = now() - interval '2 days', suspended_until = now() - interval '1 second'
     WHERE id = ${person.userId}::uuid`;
  await db.suspension.updateMany({
    where: { userId: person.userId },
    data: { until: new Date(Date.now() - 1000) },
  });
  expect(await findActor(person.token)).toBeNull();
  const back = await signInAs(person);
  expect(back.ok && (await findActor(back.session.token))).toMatchObject({ userId: person.userId });
  expect(await lift(admin, person)).toEqual({ ok: false, refused: "not-suspended" });
  expect(await suspend(admin, person, inDays(1))).toMatchObject({ ok: true });
  expect(await signInAs(person)).toMatchObject({ refused: "suspended" });
  expect(await db.suspension.count({ where: { userId: person.userId } })).toBe(2);
});

test("a suspension can be replaced only by a longer one and lifted only once, and can't be applied to admins", async () => {
  const [admin, colleague, person] = [await makeAdmin(), await makeAdmin(), await makeMember()];
  const other = await makeMember();
  await suspend(admin, other, null, "Stays");
  expect(await suspend(admin, admin, null)).toEqual({ ok: false, refused: "admin" });
  expect(await suspend(admin, colleague, null)).toEqual({ ok: false, refused: "admin" });
  await suspend(admin, person, inDays(7));
  expect(await suspend(colleague, person, inDays(3))).toEqual({ ok: false, refused: "suspended" });
  expect(await suspend(colleague, person, null, "Permanent")).toMatchObject({ ok: true });
  expect(await suspend(admin, person, inDays(30))).toEqual({ ok: false, refused: "suspended" });
  expect(await signInAs(person)).toMatchObject({ notice: { until: null, words: "Permanent" } });
  const lifted = await Promise.all([lift(admin, person), lift(colleague, person)]);
  expect(lifted.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await signInAs(person)).toMatchObject({ ok: true });
  expect(await signInAs(other)).toMatchObject({ notice: { words: "Stays" } });
  expect((await acts(person)).map(({ action }) => action)).toEqual([
    "person.suspend",
    "person.suspend",
    "person.lift",
  ]);
});

test("a suspension doesn't leave a session to someone who signs in at the same moment", async () => {
  const admin = await makeAdmin();
  const people = await Promise.all(Array.from({ length: 6 }, () => makeMember()));
  await Promise.all(
    people.flatMap((person) => [signInAs(person), suspend(admin, person, null), signInAs(person)]),
  );
  const left = await db.session.count({ where: { userId: { in: people.map(({ userId }) => userId) } } });
  expect(left).toBe(0);
});
