import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { accountGone } from "~/features/accounts/account-words";
import { findReturn, mailedReturn } from "~/features/accounts/departing.server";
import { createRecoveryLink } from "~/features/accounts/recovering.server";
import {
  addPasskey,
  askForPasskey,
  findPasskeyToAdd,
  startPasskey,
} from "~/features/second-factor/passkeys.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { usesAllowed } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { makePasskey } from "../support/passkey";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  newClient,
  type Person,
  personPassword,
} from "../support/people";
import { makeProject } from "../support/projects";
import { as, type Visitor } from "../support/request";
import { listFiles } from "../support/route-cases/admin";
import { routeCases } from "../support/route-cases/all";
import { expectedOf } from "../support/route-cases/route-case";
import { codeAt, giveFactor } from "../support/second-factor";
import { type Changes, fillIn, press, type Submission, send, unmarked } from "../support/submitting";
import { makeWorld } from "../support/world";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ env: { ADMIN_SECOND_FACTOR: "required" } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const makeOwner = async () => giveFactor(await makeMember());

async function suspend({ userId }: Person): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
  await db.suspension.create({ data: { userId, reason: "spam", words: "Enough." } });
}

const leave = ({ userId }: Person, leavesAt: Date) =>
  db.user.update({ where: { id: userId }, data: { leavesAt } });

/** Signs in with the password, but not yet with a code. */
async function halfSignedIn(email: string, redirectTo?: string): Promise<Visitor> {
  const browser = as(null);
  const done = await press(browser, paths.login({ redirectTo }), "Sign In", {
    Email: email,
    Password: personPassword,
  });
  expect([done.status, done.location]).toEqual([
    303,
    paths.secondStep({ redirectTo: redirectTo ?? paths.dashboard() }),
  ]);
  return browser;
}

describe("between the password and the code", () => {
  test("a browser has a guest's access everywhere", async () => {
    const { email, userId } = await makeOwner();
    const browser = await halfSignedIn(email);
    expect([...browser.cookies.keys()]).not.toContain("session");
    expect(await db.session.count({ where: { userId } })).toBe(1);
    const world = await makeWorld({ withBystanders: false });
    // The pages whose response depends on who requests them, other than the second step itself.
    const pages = routeCases.filter(
      (one) =>
        one.method === "GET" &&
        !one.staysOpen &&
        one.route !== "auth/login_.second-factor" &&
        expectedOf(one, "guest") !== expectedOf(one, "creator"),
    );
    const asking = pages.map(async (routeCase) => {
      const reply = await browser.get(routeCase.path(world));
      const answer = `${reply.status} ${reply.location}`.trim();
      expect(answer.startsWith(expectedOf(routeCase, "guest")), `${routeCase.route}: ${answer}`).toBe(true);
    });
    await Promise.all(asking);
    const challenge = await browser.post(paths.passkeyChallenge(), { purpose: "confirm" });
    expect(challenge.status).toBe(401);
  });

  test("the second step expires after ten minutes, keeps the URL to return to, and opens a session only with a code", async () => {
    const { email, factor } = await makeOwner();
    const browser = as(null);
    const first = await press(browser, paths.login({ redirectTo: "/matches" }), "Sign In", {
      Email: email,
      Password: personPassword,
    });
    const [cookie = ""] = (first.headers["set-cookie"] ?? []).filter((line) => line.startsWith("sign-in="));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/Max-Age=600/i);
    const page = await browser.get(first.location);
    expect(page.text).toContain("One more step");
    const wrong = await press(browser, page, "Sign In", { Code: "000001" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("That code is wrong, or it's already been used.");
    expect(wrong.html).not.toContain("000001");
    const done = await press(browser, wrong, "Sign In", { Code: await factor.freshCode() });
    expect([done.status, done.location]).toEqual([303, "/matches"]);
    expect([...browser.cookies.keys()]).toContain("session");
    expect([...browser.cookies.keys()]).not.toContain("sign-in");
    expect((await browser.get(paths.sessions())).text).toContain("This browser");
  });

  test("someone who has lost their phone can use a recovery code; a forged or expired step returns to the password", async () => {
    const { email, factor } = await makeOwner();
    const browser = await halfSignedIn(email, "/matches");
    const [, lost = ""] = /href="([^"]*lost=1[^"]*)"/.exec(
      (await browser.get(paths.secondStep({ redirectTo: "/matches" }))).html,
    ) ?? ["", ""];
    const path = lost.replaceAll("&amp;", "&");
    const page = await browser.get(path);
    const form = fillIn(page, "Sign In", { "Recovery code": factor.recoveryCodes[0] ?? "" });
    const forged = as(null);
    forged.cookies.set("sign-in", (browser.cookies.get("sign-in") ?? "").replace(/.\./, "x."));
    for (const other of [as(null), forged]) {
      const away = await send(other, form);
      expect([away.status, away.location]).toEqual([303, paths.login({ redirectTo: "/matches" })]);
      expect((await other.get(away.location)).text).toContain("Please sign in again");
    }
    const done = await send(browser, form);
    expect([done.status, done.location]).toEqual([303, "/matches"]);
    // Another tab still shows the step.
    for (const late of [await send(browser, form), await browser.get(page.path)])
      expect([late.status, late.location]).toEqual([303, "/matches"]);
    expect((await browser.get("/matches")).text).toContain("You used a recovery code You have 9 left.");
  });

  test("an account that's suspended or deleted in the meantime gets the reason instead of a session", async () => {
    const [suspended, gone] = [await makeOwner(), await makeOwner()];
    const enter = async ({ email, factor, userId }: typeof gone, change: () => Promise<unknown>) => {
      const browser = await halfSignedIn(email);
      const step = await browser.get(paths.secondStep());
      await change();
      const done = await press(browser, step, "Sign In", { Code: await factor.freshCode() });
      expect([done.status, await db.session.count({ where: { userId, confirmedAt: null } })]).toEqual([
        303, 0,
      ]);
      expect([...browser.cookies.keys()]).not.toContain("session");
      return { browser, done, page: await browser.get(done.location) };
    };
    const appeal = await enter(suspended, () => suspend(suspended));
    expect(appeal.done.location).toMatch(/^\/appeal\//);
    expect(appeal.page.text).toContain("Enough.");
    expect([...appeal.browser.cookies.keys()]).not.toContain("sign-in");
    const lost = await enter(gone, () => leave(gone, new Date(0)));
    expect([lost.done.location, lost.page.text]).toEqual([
      paths.login(),
      expect.stringContaining(accountGone.text),
    ]);
  });

  test("an emailed link sets the password, but then asks for the code, too", async () => {
    const { userId } = await makeOwner();
    const { token } = await createRecoveryLink(db, userId);
    const browser = as(null);
    const done = await press(browser, sitePaths.recoverWith(token), "Save password", {
      "New password": "a-new-harbour-41",
    });
    expect([done.status, done.location]).toEqual([303, paths.secondStep({ redirectTo: paths.dashboard() })]);
    expect((await browser.get(paths.sessions())).status).toBe(302);
    expect((await browser.get(done.location)).status).toBe(200);
  });
});

test("the setup shows its key only to the session that entered the password, and recovery codes once", async () => {
  const person = await makeMember();
  const browser = as(person);
  const path = paths.setUpFactor({ redirectTo: "/matches" });
  const guess = await press(browser, path, "Continue", { Password: "a guess" });
  expect(guess.status).toBe(400);
  const started = await press(browser, guess, "Continue", { Password: personPassword });
  expect([started.status, started.location]).toEqual([303, path]);
  const canceled = await press(browser, path, "Cancel");
  expect(canceled.location).toBe(path);
  expect((await browser.get(path)).text).toContain("Setup canceled");
  await press(browser, path, "Continue", { Password: personPassword });
  const page = await browser.get(path);
  const [, key = ""] = /type this key: ([A-Z2-7 ]{39})/.exec(page.text) ?? [];
  // The code fills its picture, which is as wide as the code and its quiet zone.
  expect(page.html).toMatch(
    /aria-label="QR code for your authenticator app"[^>]* viewBox="0 0 (\d+) \1"[^>]*><rect width="\1" height="\1"/,
  );
  const done = await press(browser, page, "Turn on two-step verification", { Code: codeAt(key) });
  expect([done.status, done.location]).toEqual([303, paths.recoveryCodes({ redirectTo: "/matches" })]);
  const shown = await browser.get(done.location);
  const codes = shown.text.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g) ?? [];
  expect(codes).toHaveLength(10);
  const file = await browser.get(paths.recoveryCodesFile());
  expect(file.headers["content-disposition"]).toContain("attachment");
  expect(file.headers["cache-control"]).toContain("no-store");
  for (const code of codes) expect(file.html).toContain(code);
  const thief = as(await makeMember());
  thief.cookies.set("codes", browser.cookies.get("codes") ?? "");
  expect((await thief.get(paths.recoveryCodes())).status).toBe(302);
  expect((await press(browser, shown, "I've saved them")).location).toBe("/matches");
  expect((await browser.get(paths.recoveryCodes())).status).toBe(302);
  const overview = await browser.get(paths.secondFactor());
  expect(overview.text).toContain("Recovery codes left: 10");
  for (const code of codes)
    expect(overview.html + (await browser.get(paths.sessions())).html).not.toContain(code);
});

test("the setup names a wrong code, starts over after 15 minutes, and happens once", async () => {
  const person = await makeMember();
  const browser = as(person);
  const [page, turnOn] = [paths.setUpFactor(), "Turn on two-step verification"];
  const start = fillIn(await browser.get(page), "Continue", { Password: personPassword });
  await send(browser, start);
  const shown = await browser.get(page);
  const [, key = ""] = /type this key: ([A-Z2-7 ]{39})/.exec(shown.text) ?? [];
  const wrong = await press(browser, shown, turnOn, { Code: codeAt(key, 0) });
  expect([wrong.status, wrong.text.includes("That's not the code your app shows now.")]).toEqual([400, true]);
  const earlier = new Date(Date.now() - 16 * 60_000);
  await db.authenticatorApp.updateMany({ where: { userId: person.userId }, data: { startedAt: earlier } });
  const over = await press(browser, shown, turnOn, { Code: codeAt(key) });
  expect([over.status, over.location]).toEqual([303, page]);
  expect((await browser.get(page)).text).toContain(
    "Please start again Setup ends after 15 minutes, or when you cancel it or start it somewhere else.",
  );
  expect(await db.user.findUnique({ where: { id: person.userId } })).toMatchObject({ secondFactor: false });

  const { factor, ...owner } = await giveFactor(person);
  const again = as(owner);
  const late = await send(again, start);
  // If this was the second click of two, the first one's codes are there.
  expect(late.location).toBe(paths.recoveryCodes());
  expect((await again.get(late.location)).location).toBe(paths.secondFactor());
  expect((await again.get(paths.secondFactor())).text).toContain("Two-step verification is already on");
  expect((await as(owner).get(paths.setUpFactor())).text).not.toContain("type this key");
  expect(codeAt(factor.secret)).not.toBe(codeAt(key));
});

test("new recovery codes replace the old ones, and turning it off takes the password and a code, once", async () => {
  const { factor, ...owner } = await makeOwner();
  const browser = as(owner);
  const page = await browser.get(paths.secondFactor());
  const renewed = await press(browser, page, "Get ten new codes", { Code: await factor.freshCode() });
  expect([renewed.status, renewed.location]).toEqual([303, paths.recoveryCodes()]);
  const shown = await browser.get(renewed.location);
  expect(shown.text).toContain("Your new recovery codes");
  const [code = ""] = shown.text.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/) ?? [];
  expect(code).not.toBe("");
  expect(factor.recoveryCodes).not.toContain(code);
  const turnOff = (changes: Changes) => press(browser, page, "Turn off two-step verification", changes);
  const isOn = async () => (await db.user.findUnique({ where: { id: owner.userId } }))?.secondFactor;
  for (const [changes, label] of [
    [{ Password: "not-my-harbour", Code: code }, "That's not your current password."],
    [{ Password: personPassword, Code: factor.recoveryCodes[0] ?? "" }, "code"],
  ] as const) {
    const refused = await turnOff(changes);
    expect([refused.status, refused.text.includes(label), await isOn()]).toEqual([400, true, true]);
  }
  const off = { Password: personPassword, Code: code };
  expect((await turnOff(off)).location).toBe(paths.secondFactor());
  expect(await isOn()).toBe(false);
  expect((await browser.get(paths.secondFactor())).text).toContain("Two-step verification is off");
  const getCodes = () => press(browser, page, "Get ten new codes", { Code: code });
  for (const again of [() => turnOff(off), getCodes]) {
    expect((await again()).location).toBe(paths.secondFactor());
    expect((await browser.get(paths.secondFactor())).text).toContain("Two-step verification is already off");
  }
});

test("the script that asks for a passkey learns when to try again, or that the account has none", async () => {
  const ask = (who: Visitor, purpose: string) => who.post(paths.passkeyChallenge(), { purpose });
  const none = await ask(as(await makeMember()), "confirm");
  expect([none.status, none.text]).toEqual([409, expect.stringContaining("doesn't have a passkey")]);
  expect((await ask(as(null), "sign-in")).status).toBe(200);
  await db.rateLimit.updateMany({ data: { points: usesAllowed("passkey-challenge") } });
  const throttled = await ask(as(null), "sign-in");
  expect([throttled.status, throttled.text]).toEqual([
    429,
    expect.stringMatching(/Too many attempts\. Please try again in \d+ (seconds|minutes)\./),
  ]);
});

test("each form that takes a password or a code marks the field after a wrong guess, and says when to try again after too many", async () => {
  const { email, ...owner } = await makeOwner();
  const member = await makeMember();
  const guess = { Code: "000001" };
  const starting = { Password: "a guess" };
  const forms = [
    [await halfSignedIn(email), paths.secondStep(), "Sign In", guess],
    [as(owner), paths.confirmIdentity(), "Confirm", guess],
    [as(member), paths.confirmIdentity(), "Confirm", starting],
    [as(member), paths.setUpFactor(), "Continue", starting],
    [as(member), paths.addPasskey(), "Continue", { Name: "Laptop", ...starting }],
    [as(owner), paths.secondFactor(), "Get ten new codes", guess],
  ] as const;
  for (const [visitor, path, button, changes] of forms) {
    const wrong = await press(visitor, path, button, changes);
    expect([path, wrong.status, wrong.html]).toEqual([
      path,
      400,
      expect.stringContaining('aria-invalid="true"'),
    ]);
    await db.rateLimit.updateMany({ data: { points: 1_000 } });
    const refused = await press(visitor, wrong, button, changes);
    expect([path, refused.status, refused.text]).toEqual([
      ...[path, 429],
      expect.stringMatching(/Too many attempts\. Please try again in \d+ (seconds|minutes|hours)\./),
    ]);
    await db.rateLimit.deleteMany();
  }
});

test("the page that adds a passkey says why it wasn't added", async () => {
  const person = await makeMember();
  const passkey = makePasskey();
  const add = async (credential: string) => {
    const page = await as(person).post(paths.addPasskey(), { intent: "finish", credential });
    return `${page.status} ${page.location || page.text}`;
  };
  const begin = async () => {
    await startPasskey(person, { name: "Laptop", password: personPassword });
    return (await findPasskeyToAdd(person))?.options.challenge ?? "";
  };
  const first = passkey.make(await begin());
  expect(await add(first)).toBe(`303 ${paths.secondFactor()}`);
  expect(await add(first)).toMatch(/^409 .*That took more than five minutes\. Please start again\./);
  expect(await add(passkey.make(await begin()))).toMatch(/^409 .*This passkey was already added\./);
  const elsewhere = { origin: "https://evil.example" };
  expect(await add(makePasskey().make(await begin(), elsewhere))).toMatch(
    /^400 .*We couldn't use the passkey/,
  );
  expect(await db.passkey.count({ where: { userId: person.userId } })).toBe(1);
  const challenge = await begin();
  await db.passkey.createMany({
    data: Array.from({ length: 9 }, () => ({
      ...{ userId: person.userId, credentialId: randomUUID(), publicKey: new Uint8Array(77) },
      ...{ counter: 0n, transports: [], name: "Phone" },
    })),
  });
  expect(await add(makePasskey().make(challenge))).toMatch(
    /^409 .*You've reached the limit of 10 passkeys\./,
  );
  expect(await db.passkey.count({ where: { userId: person.userId } })).toBe(10);
});

test("adding a passkey asks for the second factor again, and keeps the passkey's name", async () => {
  const { factor, ...person } = await makeOwner();
  await db.session.update({ where: { id: person.sessionId }, data: { confirmedAt: new Date(0) } });
  const browser = as(person);
  const fields = { Name: "Work laptop", Password: personPassword };
  const kept = `${paths.addPasskey()}?kept=1`;
  const asked = await press(browser, paths.addPasskey(), "Continue", fields);
  expect([asked.status, asked.location]).toEqual([303, paths.confirmIdentity({ redirectTo: kept })]);
  const { fields: stored } = await db.keptForm.findUniqueOrThrow({ where: { sessionId: person.sessionId } });
  expect(stored).toEqual({ intent: "start", name: "Work laptop" });
  const back = await press(browser, asked.location, "Confirm", { Code: await factor.freshCode() });
  expect(back.location).toBe(kept);
  // The form still contains the passkey's name. No form keeps the password.
  const again = await press(browser, kept, "Continue", { Password: personPassword });
  expect(again.location).toBe(paths.addPasskey());
  expect((await browser.get(paths.addPasskey())).text).toContain("will now create the passkey Work laptop.");
  // The proof may expire while the device creates the passkey.
  await db.session.update({ where: { id: person.sessionId }, data: { confirmedAt: new Date(0) } });
  const challenge = (await findPasskeyToAdd(person))?.options.challenge ?? "";
  const credential = makePasskey().make(challenge);
  const added = await browser.post(paths.addPasskey(), { intent: "finish", credential });
  expect([added.status, added.location]).toEqual([303, paths.secondFactor()]);
});

test("a passkey alone signs in, but an account that's suspended, leaving or deleted gets the reason instead", async () => {
  const guest = { userId: null, sessionId: null };
  const day = 86_400_000;
  for (const [change, location, words] of [
    [async () => {}, /signedIn=1$/, ""],
    [suspend, /^\/appeal\//, "Enough."],
    [(person: Person) => leave(person, new Date(Date.now() + 10 * day)), /^\/come-back\//, "Keep my account"],
    [(person: Person) => leave(person, new Date(0)), /^\/login$/, accountGone.text],
  ] as const) {
    const person = await makeMember();
    const passkey = makePasskey();
    await startPasskey(person, { name: "Laptop", password: personPassword });
    const { options } = (await findPasskeyToAdd(person)) ?? {};
    await addPasskey(person, passkey.make(options?.challenge ?? ""));
    await change(person);
    const asked = await askForPasskey("sign-in", guest, newClient());
    const credential = passkey.answer(asked.ok ? asked.options.challenge : "");
    const browser = as(null);
    const done = await browser.post(paths.passkeySignIn({ redirectTo: paths.matches() }), { credential });
    expect([done.status, done.location]).toEqual([303, expect.stringMatching(location)]);
    expect((await browser.get(done.location)).text).toContain(words);
    expect(browser.cookies.has("session")).toBe(!words);
  }
});

/** The actions in the README's table, each with what it needs recent proof of. */
function listedActions(): Map<string, string> {
  const readme = readFileSync("app/features/second-factor/README.md", "utf8");
  const rows = [...readme.matchAll(/^\| ([^|]+?) +\| (\/[^|]*?) +\| ([^|]*?) +\|/gm)];
  return new Map(rows.map(([, act = "", , needs = ""]) => [act, needs]));
}

const opening = (path: string): Submission => ({ method: "get", path, enctype: "", fields: [] });
/** Builds the request by hand, because the page shows its form only with a plan at the provider or after a failure. */
const sending = (path: string, fields: Record<string, string>): Submission => ({
  ...{ method: "post", path, enctype: "application/x-www-form-urlencoded" },
  fields: Object.entries(fields),
});

/** The requests of each action, as its page sends them. An admin's actions come from another admin's page. */
async function requestsOf(person: Person): Promise<Record<string, Submission[]>> {
  const world = await makeWorld();
  const { userId } = person;
  const exported = await db.export.create({
    data: { userId, fileKey: `exports/${randomUUID()}.zip`, state: "ready", endedAt: new Date() },
  });
  await db.passkey.create({
    data: {
      userId,
      credentialId: randomUUID(),
      publicKey: new Uint8Array(77),
      counter: 0n,
      transports: [],
      name: "Laptop",
    },
  });
  await giveFactor(world.creator);
  const filledBy =
    (who: Person | null) =>
    async (path: string, button: string, changes: Changes = {}) => [
      unmarked(fillIn(await as(who).get(path), button, changes)),
    ];
  const [own, desk] = [filledBy(person), filledBy(world.people.admin)];
  const unconfirmed = filledBy(world.inStanding.unconfirmed);
  const Password = personPassword;
  const email = "elsewhere@example.com";
  const suspension = { "How long?": "90 days", "Why?": "Spam or advertising" };
  const [subject, Reason] = [adminPaths.person(world.creator.userId), "They asked for it"];
  const refund = adminPaths.decideRefund(world.refundRequestId);
  return {
    "change the password": await own(paths.password(), "Change password", {
      "Current password": Password,
      "New password": "a-new-harbour-41",
    }),
    "change the address": await own(paths.changeAddress(), "Send the link", {
      "New email address": email,
      "Current password": Password,
    }),
    "correct an unconfirmed address": await unconfirmed(paths.confirmation(), "Save and send a link", {
      "Your email address": email,
      Password,
    }),
    "delete the account": await own(paths.deleteAccount(), "Delete my account", { Password }),
    "switch the account type": [sending(paths.accountType(), { to: "contributor" })],
    "change the plan": [sending(paths.changePlan(), { priceId: "price_x" })],
    "renew the plan": [sending(paths.renewal(), { intent: "renew" })],
    "open the payment provider's pages": [sending(paths.billingPortal(), {})],
    "request a refund, which ends a plan": [
      sending(paths.requestRefund(randomUUID()), { cents: "2499", reason: "" }),
    ],
    "add a passkey": await own(paths.addPasskey(), "Continue", { Name: "This device", Password }),
    "remove a passkey": await own(paths.secondFactor(), "Remove Laptop"),
    "request a copy of your data": await own(paths.ownData(), "Make a copy"),
    "download a copy of your data": [opening(paths.dataExport(exported.id))],
    "suspend a person": await desk(subject, "Suspend", suspension),
    "suspend a person who was reported": await desk(
      adminPaths.decideReport(world.reportCaseId),
      "Suspend Rae Reported",
      suspension,
    ),
    "remove a person's factor": await desk(subject, "Turn off two-step verification", {
      "How do you know it's them?": Reason,
    }),
    "change a person's name": await desk(subject, "Change name", { "New name": "Cleo Cut", Reason }),
    "decide an appeal": await desk(adminPaths.decideAppeal(world.appealId), "Deny"),
    "drop a failed job": [sending("/admin/jobs", { act: "drop", job: "1" })],
    "stop an email": [sending("/admin/mail", { act: "stop", mail: randomUUID() })],
    "reset a person's usage": await desk(adminPaths.resetUsage(world.creator.userId), "Reset Usage", {
      Reason,
    }),
    "approve a refund": await desk(refund, "Refund $24.99"),
    "remove a newsletter address": await desk(adminPaths.removeSubscriber(world.subscriberId), "Remove", {
      Reason,
    }),
    "open the CSV file of an admin's list": listFiles.map((list) => opening(`/admin/${list}.csv`)),
  };
}

const grow = (sessionId: string) =>
  db.session.update({ where: { id: sessionId }, data: { confirmedAt: new Date(Date.now() - 601_000) } });

const confirmPage = paths.confirmIdentity({ redirectTo: "" }).split("?")[0] ?? "";

async function expectAsked(thief: Visitor, act: string, requests: Submission[] = []): Promise<void> {
  expect(requests, act).not.toEqual([]);
  for (const request of requests)
    for (const ending of ["", ".data"]) {
      const path = request.path.replace(/(?=\?|$)/, ending);
      const asked = await send(thief, { ...request, path });
      expect([act, path, (asked.location + asked.text).includes(confirmPage)]).toEqual([act, path, true]);
    }
}

test("each action on the README's list asks for the second factor again when the last proof is more than ten minutes old", async () => {
  const { factor, ...person } = await giveFactor(await makeAdmin());
  const requests = await requestsOf(person);
  const acts = [...listedActions()].filter(([, needs]) => needs !== "").map(([act]) => act);
  expect(acts.sort()).toEqual(Object.keys(requests).sort());
  const before = await db.auditEntry.count();
  const thief = as(person);
  await grow(person.sessionId);
  for (const act of acts) await expectAsked(thief, act, requests[act] ?? []);
  expect(await db.passkey.count({ where: { userId: person.userId } })).toBe(1);
  expect(await db.export.count({ where: { userId: person.userId } })).toBe(1);
  expect(await db.auditEntry.count()).toBe(before);
  // For an account with a second factor, the password alone isn't proof.
  const others = await as(await makeCreator()).get(paths.confirmIdentity());
  const withPassword = await send(thief, unmarked(fillIn(others, "Confirm", { Password: personPassword })));
  expect(withPassword.status).toBe(400);
  await press(thief, paths.confirmIdentity(), "Confirm", { Code: await factor.freshCode() });
  expect((await thief.get("/admin/people.csv")).status).toBe(200);
});

test("without a second factor, the password is asked for again unless the action's own form asks for it", async () => {
  const person = await makeCreator();
  const requests = await requestsOf(person);
  const acts = [...listedActions()].filter(([, needs]) => needs === "factor or password").map(([act]) => act);
  const thief = as(person);
  await grow(person.sessionId);
  const own = acts.filter((act) => requests[act]?.every(({ path }) => !path.startsWith("/admin/")));
  expect(own).toHaveLength(8);
  for (const act of own) await expectAsked(thief, act, requests[act] ?? []);
  expect(await db.passkey.count({ where: { userId: person.userId } })).toBe(1);
  expect(await db.export.count({ where: { userId: person.userId } })).toBe(1);
  const asked = await press(thief, paths.ownData(), "Make a copy");
  const page = await press(thief, asked.location, "Confirm", { Password: "a-wrong-harbour" });
  expect([page.status, page.text.includes("not your current password")]).toEqual([400, true]);
  const wrong = await thief.post(paths.confirmIdentity(), { by: "passkey", credential: "{}" });
  expect(wrong.text).toContain("We don't recognize this passkey");
  expect(wrong.status).toBe(400);
  const back = await press(thief, asked.location, "Confirm", { Password: personPassword });
  expect([back.status, back.location.split("?")[0]]).toEqual([303, paths.ownData()]);
  expect((await press(thief, back.location, "Make a copy")).location).toBe(paths.ownData());
  const mails = await db.outboxMail.findMany({ where: { userId: person.userId }, select: { kind: true } });
  expect(mails.map(({ kind }) => kind)).toContain("copy-asked");
});

/**
 * All other routes with an action, by the reason why they need no proof. A new route must be listed here or in the
 * README, and the actions in the README do require proof.
 */
const withoutProof: Record<string, string[]> = {
  "no one is signed in, or an emailed link is the proof": [
    ...[
      "api/passkey-challenge",
      "auth/login",
      "auth/login_.passkey",
      "auth/login_.second-factor",
      "auth/logout",
    ],
    ...["auth/appeal.$token", "auth/come-back.$token", "auth/confirm-address.$token", "auth/confirm.$token"],
    ...["auth/recover.$token", "auth/recover._index", "auth/undo-address.$token", "auth/unsubscribe.$token"],
    ...["site/contact", "site/invitations.stop.$token", "site/newsletter._index"],
    ...["site/newsletter.confirm.$token", "site/newsletter.leave.$token"],
    ...["api/send-notification-email", "webhooks/stripe", "/not-found"],
  ],
  "it asks for the password or a code in its own form": [
    ...["app/confirm-it-is-you", "app/settings.second-factor.app", "app/settings.second-factor.codes"],
  ],
  "the provider's page asks for the card": ["app/payment"],
  "it only ends sessions, such as a thief's": ["app/settings.sessions"],
  "it can be undone, or no one else depends on it": [
    ...["api/push", "api/time-zone", "api/uploads.$", "app/warning", "app/notifications", "app/dashboard"],
    ...["app/appeal.$kind.$decisionId", "app/discover.swipe", "app/discover.undo", "app/invite"],
    ...["app/messages.$conversationId", "app/messages.$conversationId_.$seq", "app/messages.new"],
    ...["app/messages.$conversationId_.answer", "app/messages.$conversationId_.now"],
    ...["app/messages.$conversationId_.presence", "app/onboarding.$step", "app/onboarding._index"],
    ...["app/profile.$profileId_.block", "app/profile.$profileId_.invite", "app/profile.$profileId_.save"],
    ...["app/profile.avatar", "app/profile.edit", "app/profile.work.$sampleId", "app/profile.work._index"],
    ...["app/profile.work.new", "app/project-brief._index", "app/project-brief.discard"],
    ...["app/project-brief.draft", "app/project-brief.files", "app/projects.$projectId"],
    ...["app/projects.$projectId_.applicants.$contributorId", "app/projects.$projectId_.edit"],
    ...["app/projects.$projectId_.repost", "app/projects.$projectId_.status", "app/report.$kind.$thingId"],
    ...["app/saved.$contributorId", "app/saved._index", "app/saved.lists.$listId", "app/saved.lists._index"],
    ...["app/settings.account", "app/settings.appearance", "app/settings.blocked", "app/settings.privacy"],
    ...["app/settings.notifications", "app/settings.searches._index", "app/settings.searches.new"],
    ...["app/settings.time", "app/unsent"],
    ...["admin/contact.$messageId", "admin/contributors.$contributorId", "admin/contributors._index"],
  ],
};

test("every action either asks for recent proof, or has a reason not to", () => {
  const folder = "app/routes/";
  const actions = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) => /^export (async function|const) action\b/m.test(readFileSync(folder + file, "utf8")));
  const asks = actions.filter((file) =>
    /await requireRecent(Proof|Factor)\(/.test(readFileSync(folder + file, "utf8")),
  );
  const nameOf = (file: string) => file.replace(/\.tsx$/, "").replace(/^(?!.*\/)/, "/");
  const reasons = Object.values(withoutProof).flat();
  expect(
    actions
      .map(nameOf)
      .filter((name) => !reasons.includes(name))
      .sort(),
  ).toEqual(asks.map(nameOf).sort());
  expect(reasons.filter((name) => !actions.map(nameOf).includes(name))).toEqual([]);
});

describe("an account with a second factor that's being deleted", () => {
  async function makeLeaver() {
    const { factor, ...person } = await giveFactor(await makeContributor());
    const leavesAt = new Date(Date.now() + 5 * 86_400_000);
    await db.user.update({ where: { id: person.userId }, data: { leavesAt } });
    await db.session.deleteMany({ where: { userId: person.userId } });
    const isLeaving = async () =>
      (await db.user.findUniqueOrThrow({ where: { id: person.userId } })).leavesAt !== null;
    return { person, factor, leavesAt, isLeaving };
  }

  test("is kept with the password and a code, which also sign the person in; the password alone doesn't even reveal the deletion", async () => {
    const { person, factor, isLeaving } = await makeLeaver();
    const browser = as(null);
    const signIn = { Email: person.email, Password: personPassword };
    const entered = await press(browser, paths.login(), "Sign In", signIn);
    expect(entered.location).toBe(paths.secondStep({ redirectTo: paths.dashboard() }));
    const step = await browser.get(entered.location);
    expect(step.text).not.toMatch(/delete/);
    const wrong = await press(browser, step, "Sign In", { Code: "000000" });
    expect(wrong.status).toBe(400);
    const proved = await press(browser, step, "Sign In", { Code: await factor.freshCode() });
    expect(proved.location).toMatch(/^\/come-back\//);
    expect(await isLeaving()).toBe(true);
    // The browser drops the half-finished sign-in, so the next person who uses it has to begin with the password.
    expect((await browser.get(paths.secondStep())).location).toBe(paths.login());
    expect((await browser.get(entered.location)).location).toMatch(/^\/login\b/);
    const kept = await press(browser, proved.location, "Keep my account");
    expect(kept.location).toBe(paths.dashboard());
    expect(await isLeaving()).toBe(false);
    expect((await browser.get(paths.dashboard())).text).toContain("Your account is back");
  });

  test("isn't kept with an emailed link alone, or with a link that someone got with the password before the second factor was set up", async () => {
    const { person, leavesAt, isLeaving } = await makeLeaver();
    await db.user.update({ where: { id: person.userId }, data: { secondFactor: false } });
    for (const token of [mailedReturn(person.userId, leavesAt), (await findReturn(person.userId)) ?? ""]) {
      const browser = as(null);
      const before = await browser.get(paths.comeBack(token));
      expect(before.text).toContain(`we'll delete the account with ${person.email} for good`);
      const form = fillIn(before, "Keep my account");
      await db.user.update({ where: { id: person.userId }, data: { secondFactor: true } });
      const page = await browser.get(paths.comeBack(token));
      expect(page.text).toContain("two-step verification");
      expect(page.html).not.toContain("Keep my account");
      const sent = await send(browser, form);
      expect([sent.status, await isLeaving()]).toEqual([403, true]);
      await db.user.update({ where: { id: person.userId }, data: { secondFactor: false } });
    }
  });
});

test("signing in is proof, too", async () => {
  const person = await makeCreator();
  const browser = as(null);
  await press(browser, paths.login(), "Sign In", { Email: person.email, Password: personPassword });
  expect((await press(browser, paths.ownData(), "Make a copy")).location).toBe(paths.ownData());
});

describe("where admins need a second factor", () => {
  test("an admin without one is sent to its setup from each page and action, and then gets in", async () => {
    const person = await makeAdmin();
    const pending = await makeContributor({ name: "Pia Wait", status: "pending" });
    const desk = as(person);
    for (const path of [paths.admin(), adminPaths.audit(), adminPaths.subscriptions({ q: "x" })])
      expect((await desk.get(path)).location).toBe(paths.setUpFactor({ redirectTo: path }));
    const review = adminPaths.reviewContributor(pending.userId);
    const reviewed = await as(await giveFactor(await makeAdmin())).get(review);
    const act = await send(desk, unmarked(fillIn(reviewed, "Approve Pia Wait")));
    expect([act.status, act.location]).toEqual([303, paths.setUpFactor({ redirectTo: review })]);
    const note = { "Note for other admins": "Ask for a longer reel." };
    const kept = await send(desk, unmarked(fillIn(reviewed, "Save note", note)));
    expect(kept.status).toBe(409);
    expect(kept.text).toContain("Set up two-step verification first");
    expect(kept.html).toContain("Ask for a longer reel.</textarea>");
    const approved = await db.contributorProfile.findUniqueOrThrow({ where: { id: pending.userId } });
    expect(approved.status).toBe("pending");
    const dashboard = await desk.get(paths.dashboard());
    expect(dashboard.text).toContain("Set up two-step verification to use the admin pages.");
    expect(dashboard.html).not.toContain(review);
    expect((await desk.get(paths.setUpFactor())).text).toContain("Admins need two-step verification.");

    await giveFactor(person);
    expect((await desk.get(paths.admin())).status).toBe(200);
    expect((await desk.get(paths.dashboard())).html).toContain(review);
    // Members aren't told that admins need a second factor.
    expect((await as(await makeCreator()).get(paths.admin())).status).toBe(403);
  });

  test("an action that can't be undone asks again after ten minutes, and keeps the form", async () => {
    const { factor, ...admin } = await giveFactor(await makeAdmin());
    const creator = await makeCreator();
    await makeProject(creator, { title: "One" });
    const desk = as(admin);
    const path = adminPaths.resetUsage(creator.userId, { back: adminPaths.subscriptions() });
    const kept = `${path}&kept=1`;
    const Reason = "They asked for it twice.";
    const form = fillIn(await desk.get(path), "Reset Usage", { Reason });
    const resets = () => db.auditEntry.count({ where: { subjectId: creator.userId } });
    await db.session.update({
      where: { id: admin.sessionId },
      data: { confirmedAt: new Date(Date.now() - 601_000) },
    });
    const asked = await send(desk, form);
    expect([asked.status, asked.location]).toEqual([303, paths.confirmIdentity({ redirectTo: kept })]);
    expect(await resets()).toBe(0);
    expect((await desk.get(asked.location)).text).toContain("Confirm it's you");
    const wrong = await press(desk, asked.location, "Confirm", { Code: "000000" });
    expect(wrong.status).toBe(400);
    const back = await press(desk, wrong, "Confirm", { Code: await factor.freshCode() });
    expect([back.status, back.location]).toEqual([303, kept]);
    const page = await desk.get(kept);
    expect(page.text).toContain(Reason);
    // The kept form contains its key, so that it can be sent again.
    expect(fillIn(page, "Reset Usage")).toEqual(form);
    const others = await desk.get(`${adminPaths.resetUsage(admin.userId)}?kept=1`);
    expect(others.text).not.toContain(Reason);
    // Another form that needs the same proof leaves this one alone.
    expect((await press(desk, paths.ownData(), "Make a copy")).status).toBe(303);
    expect((await desk.get(kept)).text).toContain(Reason);
    expect((await press(desk, page, "Reset Usage")).location).toBe(adminPaths.subscriptions());
    expect(await resets()).toBe(1);
    expect((await desk.get(kept)).text).not.toContain(Reason);
  });
});
