import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeMember, personPassword, signInAgain } from "../support/people";
import { as } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const living = (id: string) => db.session.count({ where: { id } });

test("a guest is sent to sign in and back", async () => {
  expect(await as(null).get(paths.sessions())).toMatchObject({
    status: 302,
    location: paths.login({ redirectTo: paths.sessions() }),
  });
});

test("a member sees their sessions and ends one, or all others", async () => {
  const person = await makeMember();
  const second = await signInAgain(person);
  const browser = as(person);
  const page = await browser.get(paths.sessions());
  expect(page.text.match(/Firefox on Linux/g)).toHaveLength(2);
  expect(page.text).toContain("This one");

  expect((await press(browser, page, "Sign out there")).status).toBe(303);
  expect(await living(second.sessionId)).toBe(0);
  expect((await as(second).get(paths.sessions())).status).toBe(302);
  expect((await browser.get(paths.sessions())).text).toContain("Signed out there");

  const others = [await signInAgain(person), await signInAgain(person)];
  expect((await press(browser, paths.sessions(), "Sign out everywhere else")).status).toBe(303);
  for (const { sessionId } of others) expect(await living(sessionId)).toBe(0);
  expect(await living(person.sessionId)).toBe(1);
});

test("another person's session cannot be ended", async () => {
  const [person, stranger] = [await makeMember(), await makeMember()];
  await signInAgain(person);
  const browser = as(person);
  const form = fillIn(await browser.get(paths.sessions()), "Sign out there");
  expect((await send(browser, forge(form, "sessionId", stranger.sessionId))).status).toBe(303);
  expect(await living(stranger.sessionId)).toBe(1);
});

test("a malformed id is refused and ends nothing", async () => {
  const person = await makeMember();
  const other = await signInAgain(person);
  const form = fillIn(await as(person).get(paths.sessions()), "Sign out there");
  expect((await send(as(person), forge(form, "sessionId", "' OR 1=1 --"))).status).toBe(400);
  expect(await living(other.sessionId)).toBe(1);
});

test("a form posted after the session ended keeps its text, but no password", async () => {
  const person = await makeMember();
  const other = await signInAgain(person);
  const ending = fillIn(await as(person).get(paths.sessions()), "Sign out there");
  const changing = fillIn(await as(person).get(paths.password()), "Change the password", {
    "Current password": personPassword,
    "New password": `new-${personPassword}`,
  });
  await db.session.delete({ where: { id: person.sessionId } });
  const page = await send(as(person), ending);
  expect(page.status).toBe(401);
  expect(page.text).toContain("You are signed out");
  expect(page.html).toContain(`value="${other.sessionId}"`);
  const change = await send(as(person), changing);
  expect(change.status).toBe(401);
  expect(change.html).not.toContain(personPassword);
});

test("the session of a deleted account ends, and its person is notified once", async () => {
  const person = await makeMember();
  await db.profile.delete({ where: { id: person.userId } });
  const browser = as(person);
  const sent = await browser.get(paths.sessions());
  expect([sent.status, sent.location]).toEqual([302, paths.login({ redirectTo: paths.sessions() })]);
  const page = await browser.get(sent.location);
  expect(page.text).toContain(
    "Account issue Your account no longer exists. Please sign up again or contact support.",
  );
  expect(browser.cookies.has("session")).toBe(false);
  expect((await browser.get(paths.login())).text).not.toContain("Account issue");
  // A session that has expired needs no notification.
  const other = await makeMember();
  await db.session.delete({ where: { id: other.sessionId } });
  expect((await as(other).get(paths.login())).text).not.toContain("Account issue");
});

test.each(["", "x", "e30=.bad", "%E0%A4%A", "a".repeat(5_000)])(
  "a made-up cookie signs no one in: %s",
  async (value) => {
    const reply = await as(null).get(paths.sessions(), { headers: { Cookie: `session=${value}` } });
    expect(reply.status).toBe(302);
  },
);
