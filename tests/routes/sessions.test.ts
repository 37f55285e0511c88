import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeMember, type Person, personPassword, signInAgain } from "../support/people";
import { as, type Visitor } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const living = (id: string) => db.session.count({ where: { id } });

test("a guest is sent to sign in, and then returns", async () => {
  expect(await as(null).get(paths.sessions())).toMatchObject({
    status: 302,
    location: paths.login({ redirectTo: paths.sessions() }),
  });
});

test("a member sees their sessions and ends one of them, or all others", async () => {
  const person = await makeMember();
  const second = await signInAgain(person);
  const browser = as(person);
  const page = await browser.get(paths.sessions());
  // The other session's button has its name, too, so it's on the page three times.
  expect(page.text.match(/Firefox on Linux/g)).toHaveLength(3);
  expect(page.text).toContain("This browser");

  expect((await press(browser, page, "Sign out Firefox on Linux")).status).toBe(303);
  expect(await living(second.sessionId)).toBe(0);
  expect((await as(second).get(paths.sessions())).status).toBe(302);
  expect((await browser.get(paths.sessions())).text).toContain("Signed out");

  const others = [await signInAgain(person), await signInAgain(person)];
  expect((await press(browser, paths.sessions(), "Sign out everywhere else")).status).toBe(303);
  for (const { sessionId } of others) expect(await living(sessionId)).toBe(0);
  expect(await living(person.sessionId)).toBe(1);
});

test("exact times state their zone, which is UTC until the member's is known", async () => {
  for (const [timeZone, name] of [
    [undefined, "UTC"],
    ["America/New_York", "New York time"],
  ] as const) {
    const { html } = await as(await makeMember({ timeZone })).get(paths.sessions());
    expect(html).toMatch(new RegExp(`<time[^>]* title="[^"]* [AP]M ${name}"`));
  }
});

test("someone else's session can't be ended", async () => {
  const [person, stranger] = [await makeMember(), await makeMember()];
  await signInAgain(person);
  const browser = as(person);
  const form = fillIn(await browser.get(paths.sessions()), "Sign out Firefox on Linux");
  expect((await send(browser, forge(form, "sessionId", stranger.sessionId))).status).toBe(303);
  expect(await living(stranger.sessionId)).toBe(1);
});

test("a malformed ID is refused and ends nothing", async () => {
  const person = await makeMember();
  const other = await signInAgain(person);
  const form = fillIn(await as(person).get(paths.sessions()), "Sign out Firefox on Linux");
  expect((await send(as(person), forge(form, "sessionId", "' OR 1=1 --"))).status).toBe(400);
  expect(await living(other.sessionId)).toBe(1);
});

test("a form posted after the session ended keeps its text, but not the password", async () => {
  const person = await makeMember();
  const other = await signInAgain(person);
  const ending = fillIn(await as(person).get(paths.sessions()), "Sign out Firefox on Linux");
  const changing = fillIn(await as(person).get(paths.password()), "Change password", {
    "Current password": personPassword,
    "New password": `new-${personPassword}`,
  });
  await db.session.delete({ where: { id: person.sessionId } });
  const page = await send(as(person), ending);
  expect(page.status).toBe(401);
  expect(page.text).toContain("You're signed out");
  expect(page.html).toContain(`value="${other.sessionId}"`);
  const change = await send(as(person), changing);
  expect(change.status).toBe(401);
  expect(change.html).not.toContain(personPassword);
});

test("a deleted account's sessions end, and the browser says why once", async () => {
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
  // A session that ended while its account still exists isn't reported.
  const other = await makeMember();
  await db.session.delete({ where: { id: other.sessionId } });
  expect((await as(other).get(paths.login())).text).not.toContain("Account issue");
});

test.each(["", "x", "e30=.bad", "%E0%A4%A", "a".repeat(5_000)])(
  "an invented cookie signs no one in: %s",
  async (value) => {
    const reply = await as(null).get(paths.sessions(), { headers: { Cookie: `session=${value}` } });
    expect(reply.status).toBe(302);
  },
);

describe("a form that arrives without its account's session", () => {
  const name = "Sam Ortiz, who wrote this";
  const signInAs = (browser: Visitor, { email, password }: Person) =>
    press(browser, paths.login(), "Sign In", { Email: email, Password: password });
  /** Fills in the form, which is sent after another tab has signed the browser out. */
  async function sendSignedOut(person: Person) {
    const browser = as(null);
    await signInAs(browser, person);
    const form = fillIn(await browser.get(paths.account()), "Save name", { "Full name": name });
    await press(browser, paths.account(), "Sign out");
    return { browser, page: await send(browser, form) };
  }

  test("is shown with its fields once its account signs in again, until it's sent", async () => {
    const person = await makeMember();
    const { browser, page } = await sendSignedOut(person);
    expect([page.status, page.html.includes(name)]).toEqual([401, true]);
    expect(page.text).toContain("Sign in, and you'll find it filled in.");
    expect(await db.profile.findUnique({ where: { id: person.userId, fullName: name } })).toBeNull();

    const { location } = await signInAs(browser, person);
    expect(location).toBe(paths.unsent({ redirectTo: paths.dashboard() }));
    // Another form doesn't replace the one that's waiting.
    expect((await press(browser, paths.account(), "Save name", { "Full name": "Another" })).status).toBe(303);
    const waiting = await browser.get(location);
    expect(waiting.html).toContain(`name="fullName" rows="2">${name}</textarea>`);
    expect((await press(browser, waiting, "Send again")).status).toBe(303);
    expect(await db.profile.findUnique({ where: { id: person.userId, fullName: name } })).not.toBeNull();
    expect((await browser.get(location)).location).toBe(paths.dashboard());
  });

  test("is never shown to another account, whose session sends none of it", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const { browser, page } = await sendSignedOut(person);
    expect((await signInAs(browser, other)).location).toBe(paths.dashboard());
    for (const path of [paths.dashboard(), paths.account(), paths.unsent()])
      expect((await browser.get(path)).html).not.toContain(name);
    const again = await press(browser, page, "Send again");
    expect([again.status, again.html.includes(name)]).toEqual([403, true]);
    expect(again.text).toContain("You're signed in to another account");
    expect(await db.profile.count({ where: { fullName: name, id: other.userId } })).toBe(0);
    const discarding = as(person);
    await press(discarding, paths.unsent(), "Discard it");
    expect(await db.unsentForm.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("keeps the text, but not the file, of a body over 64 KB", async () => {
    const person = await makeContributor();
    const form = fillIn(await as(person).get(paths.newSample()), "Add to your work", {
      Title: name,
      "Choose a file, or drop it here": new File([Buffer.alloc(200_000, 1)], "reel.png"),
    });
    await db.session.delete({ where: { id: person.sessionId } });
    const page = await send(as(person), form);
    expect([page.status, page.html.includes(name)]).toEqual([401, true]);
    expect(page.text).toContain("Your file wasn't kept");
    expect(await db.unsentForm.count({ where: { userId: person.userId } })).toBe(1);
  });

  test("is looked up only for browsers that have signed in before, and guests' pages name no account", async () => {
    const person = await makeMember();
    const own = await as(person).get(paths.contact());
    expect(own.html).toMatch(/name="_account" value="[\w-]{80,}"/);
    expect(own.html).not.toMatch(new RegExp(`_account" value="[^"]*${person.userId}`));
    expect(own.headers["cache-control"]).toContain("no-store");
    for (const path of [paths.contact(), paths.home(), paths.pricing(), paths.login()])
      expect((await as(null).get(path)).html).not.toContain("_account");
  });
});
