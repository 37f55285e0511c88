import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken } from "../support/broken-table";
import { makeMember, personPassword } from "../support/people";
import { as, type Visitor } from "../support/request";
import { type Changes, fillIn, forge, press, type Submission, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let count = 0;
const freshEmail = () => `newcomer-${++count}@example.com`;
const create = paths.login({ tab: "create" });

const signIn = (visitor: Visitor, email: string, password = personPassword, page = paths.login()) =>
  press(visitor, page, "Sign In", { Email: email, Password: password });
const newcomer = (email: string) => ({
  "Full name": "Noor Haddad",
  Email: email,
  Password: "violet-harbour",
});
const signUp = (visitor: Visitor, email: string, changes: Changes = {}, page = create) =>
  press(visitor, page, "Create Account", { ...newcomer(email), ...changes });
/** Where a browser without any cookie goes first. */
const checking = (redirectTo: string) => paths.login({ redirectTo, signedIn: "1" });
const signOut = (visitor: Visitor) => press(visitor, paths.dashboard(), "Sign out");

/** Fills in the form of a guest's page. */
const signInForm = async (email: string, password = personPassword, page = paths.login()) =>
  fillIn(await as(null).get(page), "Sign In", { Email: email, Password: password });
const signUpForm = async (email = freshEmail()) =>
  fillIn(await as(null).get(create), "Create Account", newcomer(email));
/** Sends the form with values that no page contains. */
const sendForged = (form: Submission, values: Record<string, string>) =>
  send(
    as(null),
    Object.entries(values).reduce((forged, [name, value]) => forge(forged, name, value), form),
  );

describe("signing in", () => {
  test("shows a guest two tabs that are links", async () => {
    const page = await as(null).get(paths.login());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Welcome Back");
    expect(page.html).toMatch(
      /<a [^>]*href="\/login"[^>]*aria-current="page"[^>]*>Sign In<|aria-current="page"[^>]*href="\/login"[^>]*>Sign In</,
    );
    expect(page.text).toContain("Create Account");
  });

  test("redirects a member, but never to another site", async () => {
    const member = as(await makeMember());
    expect(await member.get(paths.login())).toMatchObject({ status: 302, location: paths.dashboard() });
    expect((await member.get(paths.login({ redirectTo: "/pricing" }))).location).toBe("/pricing");
    for (const evil of ["//evil.example", "https://evil.example", "/\\evil.example", "/..//evil.example"]) {
      expect((await member.get(paths.login({ redirectTo: evil }))).location).toBe(paths.dashboard());
    }
  });

  test("opens a session in a cookie that scripts can't read, and continues to the dashboard", async () => {
    const { email, userId } = await makeMember();
    const guest = as(null);
    const done = await signIn(guest, email);
    expect(done).toMatchObject({ status: 303, location: checking(paths.dashboard()) });
    expect((await guest.get(done.location)).location).toBe(paths.dashboard());
    const [cookie] = (done.headers["set-cookie"] ?? []).filter((line) => line.startsWith("session="));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(await db.session.count({ where: { userId } })).toBe(2);
    expect((await guest.get(paths.sessions())).text).toContain("This browser");
  });

  test("tells people whose browser blocks cookies why they aren't signed in, also after sign-up and after the first of two steps", async () => {
    const words = "Your browser didn't keep you signed in. If it blocks cookies, allow them for this site";
    expect((await as(null).get(paths.login())).text).not.toContain(words);
    const { email } = await makeMember();
    for (const done of [await signIn(as(null), email), await signUp(as(null), freshEmail())]) {
      const page = await as(null).get(done.location);
      expect([page.status, page.text.includes(words)]).toEqual([200, true]);
    }
    const between = await as(null).get(paths.secondStep({ redirectTo: paths.matches() }));
    expect(between.location).toBe(checking(paths.matches()));
    // A browser that has sent a cookie accepts cookies.
    const known = await signIn(as({ cookie: "draft=gone" }), email);
    expect(known.location).toBe(paths.dashboard());
  });

  test("assigns a new session ID even to a browser that sends one", async () => {
    const person = await makeMember();
    const browser = as(person);
    await send(browser, await signInForm(person.email));
    expect(browser.cookies.get("session")).not.toBe(person.cookie.slice("session=".length));
  });

  test("returns to the page that was requested, if it's on this site", async () => {
    const { email } = await makeMember();
    const place = "/payment?priceId=price_1&plan=Pro";
    expect((await as(null).get(paths.login({ redirectTo: place }))).html).toContain('name="redirectTo"');
    const back = await signIn(as(null), email, personPassword, paths.login({ redirectTo: place }));
    expect(back.location).toBe(checking(place));
    const form = await signInForm(email, personPassword, paths.login({ redirectTo: place }));
    const away = await sendForged(form, { redirectTo: "/.//evil.example" });
    expect(away.location).toBe(checking(paths.dashboard()));
  });

  test("shows the specified error, and keeps the email but never the password", async () => {
    const { email } = await makeMember();
    const page = await signIn(as(null), email, "not-the-password");
    expect(page.status).toBe(400);
    expect(page.text).toContain("Sign in failed");
    expect(page.text).toContain("Invalid email or password.");
    expect(page.html).toContain(`value="${email}"`);
    expect(page.html).not.toContain("not-the-password");
    expect(page.cookies.has("session")).toBe(false);
  });

  test("keeps the URL to return to when the form is refused", async () => {
    const address = paths.login({ redirectTo: paths.matches() });
    const refused = await press(as(null), address, "Sign In", { Email: freshEmail(), Password: "a guess" });
    expect([refused.status, refused.path]).toEqual([400, address]);
  });

  test("says what's missing next to each field", async () => {
    const page = await sendForged(await signInForm(freshEmail()), { email: " ", password: "" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter your email address");
    expect(page.text).toContain("Please enter your password");
    expect(page.html).toContain('aria-invalid="true"');
  });

  test("shows a toast on the sign-in page if the account's profile no longer exists", async () => {
    const { email, userId } = await makeMember();
    await db.profile.delete({ where: { id: userId } });
    const guest = as(null);
    const done = await signIn(guest, email);
    expect(done).toMatchObject({ status: 303, location: paths.login() });
    const page = await guest.get(paths.login());
    expect(page.text).toContain("Account issue");
    expect(page.text).toContain("Your account no longer exists. Please sign up again or contact support.");
    expect((await guest.get(paths.login())).text).not.toContain("Account issue");
  });

  test("limits guessing, but not for a browser that has signed in before", async () => {
    const { email } = await makeMember();
    const home = as(null);
    const first = await signIn(home, email);
    const [cookie] = (first.headers["set-cookie"] ?? []).filter((line) => line.startsWith("devices="));
    expect(cookie).toMatch(/HttpOnly/i);
    await signOut(home);
    const guess = await signInForm(email, "a guess");
    for (let turn = 0; turn < 10; turn += 1) await send(as(null), guess);
    const page = await signIn(as(null), email);
    expect(page.status).toBe(429);
    expect(page.text).toMatch(/Too many attempts\. Please try again in \d+ (seconds|minutes)\./);
    expect((await signIn(home, email)).status).toBe(303);
    // Without a valid signature, a known browser's cookie doesn't count.
    const forged = as(null);
    forged.cookies.set("devices", `${(home.cookies.get("devices") ?? "").split(".")[0]}.forged`);
    expect((await signIn(forged, email)).status).toBe(429);
    await db.rateLimit.deleteMany();
  });

  test("ends the browser's previous session, even that of another account", async () => {
    const [one, other] = [await makeMember(), await makeMember()];
    const browser = as(one);
    await send(browser, await signInForm(other.email));
    expect(await db.session.count({ where: { id: one.sessionId } })).toBe(0);
    expect((await browser.get(paths.sessions())).status).toBe(200);
    const held = await db.session.count({ where: { userId: other.userId } });
    await send(browser, await signUpForm());
    expect(await db.session.count({ where: { userId: other.userId } })).toBe(held - 1);
    expect((await as(one).get(paths.sessions())).status).toBe(302);
  });

  test("accepts a form from a page that was loaded by another account", async () => {
    const { html } = await as(await makeMember()).get(paths.sessions());
    const mark = /name="_account" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(mark).not.toBe("");
    for (const form of [await signInForm((await makeMember()).email), await signUpForm()])
      expect((await sendForged(form, { _account: mark })).status).toBe(303);
  });

  test.each([
    "noor@example.com,mallory@example.com",
    "Noor <noor@example.com>",
    '"noor"@example.com',
    "noor@example.com\r\nBcc: mallory@example.com",
    "noor@[127.0.0.1]",
  ])("rejects %j as an email on sign-up, sign-in and recovery", async (email) => {
    const good = freshEmail();
    const recovery = fillIn(await as(null).get(paths.recover()), "Send the link", { Email: good });
    for (const form of [await signUpForm(good), await signInForm(good), recovery]) {
      const page = await sendForged(form, { email });
      expect(page.status).toBe(400);
      expect(page.text).toContain("Please enter a valid email address");
    }
  });
});

describe("creating an account", () => {
  test("creates an account, a profile and a session, and continues to the builder", async () => {
    const email = freshEmail();
    const guest = as(null);
    const done = await signUp(guest, email.toUpperCase(), {
      "Full name": " Noor Haddad ",
      "Time zone": "Berlin",
    });
    expect(done).toMatchObject({ status: 303, location: checking(paths.onboarding()) });
    const { location } = await guest.get(done.location);
    expect((await guest.get(location)).text).toContain("Welcome to Matchcut");
    const user = await db.user.findFirstOrThrow({ where: { email }, include: { profile: true } });
    expect(user).toMatchObject({
      isAdmin: false,
      timeZone: "Europe/Berlin",
      profile: { fullName: "Noor Haddad", userType: null },
    });
    expect(JSON.stringify(user)).not.toContain("violet-harbour");
    expect((await guest.get(paths.sessions())).status).toBe(200);
  });

  test("offers a time zone to visitors without script, and keeps it when the form is refused", async () => {
    const page = await as(null).get(create);
    expect(page.html).toMatch(/<noscript>.*<option value="Asia\/Tokyo">Tokyo, Seoul<.*<\/noscript>/s);
    const [guest, email] = [as(null), freshEmail()];
    const refused = await signUp(guest, email, { Password: "password1", "Time zone": "Tokyo, Seoul" });
    expect(refused.status).toBe(400);
    // The page has kept the name, the email and the time zone.
    await press(guest, refused, "Create Account", { Password: "violet-harbour" });
    const user = await db.user.findFirstOrThrow({ where: { email } });
    expect(user.timeZone).toBe("Asia/Tokyo");
  });

  test("states the age requirement under its own heading", async () => {
    const page = await as(null).get(create);
    expect(page.text).toContain("at least 18");
    expect(page.html).toMatch(/<title>Create your account[^<]*<.*<h1[^>]*>Create Your Account</s);
    const fromBuilder = paths.login({ fromOnboarding: "1", tab: "sign-in" });
    expect((await as(null).get(fromBuilder)).html).toMatch(/<h1[^>]*>Welcome Back</);
  });

  test("says that a draft will be saved, even after a refusal, and prefills its name", async () => {
    const saved =
      "Complete Your Registration: Your profile has been saved! Create an account now to connect with matches.";
    const place = paths.login({ fromOnboarding: "1" });
    const without = await as(null).get(place);
    expect(without.text).toContain("Create Your Account");
    expect(without.text).not.toContain("has been saved");

    const guest = as(null);
    await press(guest, paths.onboarding(), "Creator Hiring User");
    await press(guest, paths.onboardingStep(1), "Next", { Name: "Ada Cut", Bio: "Films" });
    expect((await guest.get(place)).text).not.toContain("has been saved");
    await press(guest, paths.onboardingStep(2), "Complete Profile", { "Visual style": ["Cinematic"] });
    expect((await guest.get(place)).text).toMatch(/Saved from your profile\s+Cinematic\s+We'll keep this/);
    const done = await press(guest, paths.onboardingStep(3), "Complete Profile", {
      "Creative services you need": ["Video Editor"],
    });
    const first = await guest.get(done.location);
    expect(first.text).toContain(saved);
    expect(first.html).toContain('value="Ada Cut"');
    expect(first.text).toContain("Looking for Video Editor");
    const email = freshEmail();
    const refused = await press(guest, first, "Create Account", {
      "Full name": "Ada M. Cut",
      Email: email,
      Password: "password1",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Create Your Account");
    expect(refused.text).toContain(saved);
    expect(refused.html).toContain('value="Ada M. Cut"');
    expect(refused.html).toContain("fromOnboarding=1");
    const created = await press(guest, refused, "Create Account", { Password: "violet-harbour" });
    expect(created.location).toBe(paths.discover());
    const profile = await db.profile.findFirstOrThrow({ where: { user: { email } } });
    expect(profile).toMatchObject({ fullName: "Ada M. Cut", bio: "Films", userType: "creator" });
  });

  test("keeps the URL to return to when the form is refused", async () => {
    const place = paths.login({ tab: "create", redirectTo: "/pricing" });
    const first = await as(null).get(place);
    // Both tabs keep the URL to return to.
    for (const tab of [undefined, "create"] as const) {
      const link = paths.login({ redirectTo: "/pricing", tab }).replaceAll("&", "&amp;");
      for (const page of [first, await as(null).get(paths.login({ redirectTo: "/pricing" }))])
        expect(page.html).toContain(`href="${link}"`);
    }
    const guest = as(null);
    const refused = await signUp(guest, freshEmail(), { Password: "password1" }, place);
    expect(refused.status).toBe(400);
    const done = await press(guest, refused, "Create Account", { Password: "violet-harbour" });
    expect(done.location).toBe("/pricing");
  });

  test("shows a refusal above the form and next to its field, once each", async () => {
    const timesIn = (text: string, words: string) => text.split(words).length - 1;
    const nameless = await signUp(as(null), freshEmail(), { "Full name": " \u00a0 " });
    const summary = /<div[^>]*role="alert".*?<\/div>/s.exec(nameless.html)?.[0] ?? "";
    expect(timesIn(summary, "Please enter your full name")).toBe(1);
    expect(timesIn(nameless.text, "Please enter your full name")).toBe(2);
    const wrong = await signIn(as(null), freshEmail(), "not-the-password");
    expect(timesIn(wrong.text, "Sign in failed")).toBe(1);
    expect(timesIn(wrong.text, "Invalid email or password.")).toBe(1);
    const failed = await whileBroken("profiles", "INSERT", () => signUp(as(null), freshEmail()));
    expect(timesIn(failed.text, "Sign up failed")).toBe(1);
    expect(timesIn(failed.text, "No user account was created. Please try again.")).toBe(1);
  });

  test("says what's wrong with each field, and keeps the rest", async () => {
    const form = await signUpForm();
    const page = await sendForged(form, { fullName: "", email: "", password: "12345" });
    expect(page.status).toBe(400);
    for (const words of [
      "Please enter your full name",
      "Please enter your email address",
      "Password must be at least 6 characters",
    ]) {
      expect(page.text).toContain(words);
    }
    const kept = await sendForged(form, { email: "not an address" });
    expect(kept.html).toContain('value="Noor Haddad"');
    expect(kept.html).toContain('value="not an address"');
    expect(kept.html).not.toContain("violet-harbour");
  });

  test("says why a password is too weak", async () => {
    const email = freshEmail();
    const page = await signUp(as(null), email, { Password: "password1" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("This is one of the most common passwords.");
    expect(await db.user.count({ where: { email } })).toBe(0);
  });

  test("says that an address is already registered, regardless of case", async () => {
    const { email } = await makeMember();
    const page = await signUp(as(null), email.toUpperCase());
    expect(page.status).toBe(409);
    expect(page.text).toContain("Email already registered");
    expect(page.text).toContain("This email is already registered. Please sign in instead.");
    expect(page.cookies.has("session")).toBe(false);
  });

  test("never creates an admin, whatever the form contains", async () => {
    const email = freshEmail();
    const sly = { isAdmin: "true", is_admin: "1", userType: "contributor" };
    await sendForged(await signUpForm(email), sly);
    const user = await db.user.findFirstOrThrow({ where: { email }, include: { profile: true } });
    expect(user).toMatchObject({ isAdmin: false, profile: { userType: null } });
  });

  test("creates one account from twenty concurrent forms", async () => {
    const email = freshEmail();
    const form = await signUpForm(email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(as(null), form)));
    expect(replies.filter((reply) => reply.status === 303)).toHaveLength(1);
    expect(replies.every((reply) => [303, 409, 429].includes(reply.status))).toBe(true);
    expect(await db.user.count({ where: { email } })).toBe(1);
    await db.rateLimit.deleteMany();
  });
});

describe("a failed sign-up", () => {
  test("keeps what was typed, and creates no account", async () => {
    const page = await whileBroken("profiles", "INSERT", () =>
      signUp(as(null), "noor.late@example.test", { "Full name": "Noor Late" }),
    );
    expect(page.status).toBe(500);
    expect(page.text).toContain("Sign up failed");
    expect(page.text).toContain("No user account was created. Please try again.");
    expect(page.html).toContain('value="Noor Late"');
    expect(await db.user.count({ where: { email: "noor.late@example.test" } })).toBe(0);
    const uncounted = await whileBroken("rate_limits", "INSERT", () => signUp(as(null), freshEmail()));
    expect(uncounted.status).toBe(500);
    expect(uncounted.text).toContain("No user account was created. Please try again.");
  });
});

describe("signing out", () => {
  test("ends the session right away, with a toast on the home page", async () => {
    const person = await makeMember();
    const browser = as(person);
    const done = await signOut(browser);
    expect(done).toMatchObject({ status: 303, location: paths.home() });
    expect(await db.session.count({ where: { userId: person.userId } })).toBe(0);
    const home = await browser.get(paths.home());
    expect(home.text).toContain("Signed out");
    expect(home.text).toContain("You have been successfully signed out.");
    expect((await browser.get(paths.home())).text).not.toContain("You have been successfully signed out.");
  });

  test("also works for a guest", async () => {
    const form = fillIn(await as(await makeMember()).get(paths.dashboard()), "Sign out");
    expect((await send(as(null), form)).status).toBe(303);
  });

  test("reports a failure and keeps the session", async () => {
    const person = await makeMember();
    const browser = as(person);
    const done = await whileBroken("sessions", "DELETE", () => signOut(browser));
    expect(done).toMatchObject({ status: 303, location: paths.dashboard() });
    expect((await browser.get(paths.dashboard())).text).toContain("Failed to sign out. Please try again.");
    const fromProfile = await whileBroken("sessions", "DELETE", () =>
      press(browser, paths.ownProfile(), "Sign Out"),
    );
    expect(fromProfile.location).toBe(paths.ownProfile());
    const page = await browser.get(paths.sessions());
    expect(page.text).toContain("Sign out failed");
    expect(page.text).toContain("There was a problem signing out. Please try again.");
  });

  test("accepts only a POST", async () => {
    const person = await makeMember();
    expect(await as(person).get(paths.logout())).toMatchObject({ status: 302, location: paths.home() });
    expect(await db.session.count({ where: { userId: person.userId } })).toBe(1);
  });
});
