import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepUnsent } from "~/features/accounts/unsent-forms.server";
import { openText } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { makeMember, personPassword, signInAgain } from "../support/people";
import { as, type Reply } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ jobs: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

/** Where a browser without any cookie goes first. */
const checking = (redirectTo: string) => paths.login({ redirectTo, signedIn: "1" });

/** Requests a link with the form and finds it in the outbox. */
async function mailedPath(email: string): Promise<string> {
  expect((await press(as(null), paths.recover(), "Send the link", { Email: email })).status).toBe(303);
  await expect.poll(async () => (await as(null).get(sitePaths.devOutbox())).text).toContain(`To ${email}`);
  const mail = await db.outboxMail.findFirstOrThrow({
    where: { toAddress: email },
    orderBy: { createdAt: "desc" },
  });
  return /\/recover\/[\w-]+/.exec(openText(mail.textBody) ?? "")?.[0] ?? "";
}

describe("requesting a link", () => {
  test("gives the same response whether or not there's an account", async () => {
    const { email } = await makeMember();
    const answers = [];
    for (const of of [email, "nobody@example.com"]) {
      const guest = as(null);
      const done = await press(guest, paths.recover(), "Send the link", { Email: of });
      const page = await guest.get(done.location);
      answers.push([done.status, done.location, page.status, page.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(String(answers[0]?.[3])).toContain("If this address has an account, we've emailed a link");
    expect(String(answers[0]?.[3]).match(/Check your email/g)).toHaveLength(1);
  });

  test("says what's wrong with the address, and keeps it", async () => {
    const form = fillIn(await as(null).get(paths.recover()), "Send the link", { Email: "a@example.com" });
    const page = await send(as(null), forge(form, "email", "not an address"));
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter a valid email address");
    expect(page.html).toContain('value="not an address"');
  });

  test("is throttled after three requests", async () => {
    const { email } = await makeMember();
    const form = fillIn(await as(null).get(paths.recover()), "Send the link", { Email: email });
    for (let turn = 0; turn < 3; turn += 1) await send(as(null), form);
    const page = await send(as(null), form);
    expect(page.status).toBe(429);
    expect(page.text).toMatch(/Too many attempts\. Please try again in \d+ minutes\./);
  });
});

describe("the emailed link", () => {
  test("sets a new password, starts a session here and ends all others", async () => {
    const person = await makeMember();
    const elsewhere = as(await signInAgain(person));
    const path = await mailedPath(person.email);
    const guest = as(null);
    const page = await guest.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Choose a new password");
    expect(page.text).toContain(`For the account with ${person.email}.`);
    expect(page.html, "for password managers").toMatch(new RegExp(`"username"[^>]* value="${person.email}"`));
    const done = await press(guest, page, "Save password", { "New password": "a-new-harbour-41" });
    expect(done).toMatchObject({ status: 303, location: checking(paths.dashboard()) });
    expect((await guest.get(paths.sessions())).status).toBe(200);
    expect((await elsewhere.get(paths.sessions())).status).toBe(302);
    for (const [password, status] of [
      [personPassword, 400],
      ["a-new-harbour-41", 303],
    ] as const) {
      const signIn = { Email: person.email, Password: password };
      expect((await press(as(null), paths.login(), "Sign In", signIn)).status).toBe(status);
    }
  });

  test("returns to the form that wasn't sent, once the forgotten password is replaced", async () => {
    const person = await makeMember();
    await keepUnsent(person.userId, {
      path: paths.account(),
      fields: [["fullName", "Someone Else"]],
      shown: ["fullName"],
      hadFile: false,
    });
    const changes = { "New password": "a-new-harbour-41" };
    const done = await press(as(null), await mailedPath(person.email), "Save password", changes);
    expect(done.location).toBe(checking(paths.unsent({ redirectTo: paths.dashboard() })));
  });

  test("to an unconfirmed address starts a new account, without anything from the first one", async () => {
    const stranger = await makeMember();
    await db.user.update({ where: { id: stranger.userId }, data: { confirmedAt: null } });
    const path = await mailedPath(stranger.email);
    const guest = as(null);
    const page = await guest.get(path);
    expect(page.text).toContain("no one ever confirmed the address");
    expect(page.text).not.toContain("That account paid for a plan.");
    const { userId } = stranger;
    const bought = { userId, planType: "pay_per_post", priceId: "price_x", status: "paid" } as const;
    const { id } = await db.payment.create({ data: { ...bought, amountCents: 900, paidAt: new Date() } });
    const passkey = { credentialId: userId, publicKey: new Uint8Array(77), counter: 0n, name: "Their phone" };
    await db.passkey.create({ data: { ...passkey, userId, transports: [] } });
    const owed = (await guest.get(path)).text;
    expect(owed).toContain("the price of a post without a match. Right now, that's $9.");
    expect(owed).not.toContain("Their phone");
    await db.payment.update({ where: { id }, data: { refundedCents: 900 } });
    expect((await guest.get(path)).text).toContain("Right now, there's nothing left to refund.");
    await db.payment.delete({ where: { id } });
    const chosen = { "Full name": " ", "New password": "a-new-harbour-41" };
    const nameless = await press(guest, page, "Delete it and start over", chosen);
    expect([nameless.status, nameless.text.includes("Please enter your full name")]).toEqual([400, true]);
    const named = { ...chosen, "Full name": "Its Owner" };
    const weak = await press(guest, nameless, "Delete it and start over", {
      ...named,
      "New password": "password1",
    });
    expect([weak.status, weak.text.includes("This is one of the most common passwords.")]).toEqual([
      400,
      true,
    ]);
    const form = fillIn(weak, "Delete it and start over", named);
    const done = await send(guest, form);
    expect(done).toMatchObject({ status: 303, location: paths.onboarding() });
    const account = await guest.get(paths.account());
    expect(account.html).toContain("Its Owner");
    expect(account.html).toContain(stranger.email);
    expect((await as(stranger).get(paths.account())).status).toBe(302);
    expect((await guest.get(paths.secondFactor())).text).not.toContain("Their phone");
    const entering = { Email: stranger.email, Password: personPassword };
    expect((await press(as(null), paths.login(), "Sign In", entering)).status).toBe(400);
    expect((await as(null).get(path)).status).toBe(404);
    expect((await send(guest, form)).status).toBe(409);
  });

  test("isn't used up by viewing it, or by a bad password", async () => {
    const { email } = await makeMember();
    const path = await mailedPath(email);
    for (let look = 0; look < 3; look += 1) expect((await as(null).get(path)).status).toBe(200);
    const save = (page: Reply | string, password: string) =>
      press(as(null), page, "Save password", { "New password": password });
    const form = fillIn(await as(null).get(path), "Save password", {
      "New password": "a-new-harbour-41",
    });
    const short = await send(as(null), forge(form, "password", "12345"));
    expect(short.status).toBe(400);
    expect(short.text).toContain("Password must be at least 6 characters");
    const common = await save(short, "password1");
    expect(common.status).toBe(400);
    expect(common.text).toContain("This is one of the most common passwords.");
    expect((await save(common, "a-new-harbour-41")).status).toBe(303);
  });

  test("works once: only one of two concurrent uses succeeds, and after that the link has expired", async () => {
    const { email } = await makeMember();
    const path = await mailedPath(email);
    const page = await as(null).get(path);
    const use = (password: string) => press(as(null), page, "Save password", { "New password": password });
    const both = await Promise.all([use("first-harbour-41"), use("second-harbour-41")]);
    expect(both.map((reply) => reply.status).sort()).toEqual([303, 409]);
    const later = await as(null).get(path);
    expect(later.status).toBe(404);
    expect(later.text).toContain("This link no longer works");
    expect((await use("third-harbour-41")).status).toBe(409);
  });

  test("looks expired if it's forged", async () => {
    for (const token of ["x", "%F0%9F%98%80", "..%2f..%2fetc", "a".repeat(2_000)]) {
      expect((await as(null).get(`/recover/${token}`)).status).toBe(404);
    }
    expect((await as(null).get("/recover/%00")).status).toBe(400);
  });

  test("is never sent as a referrer, and never cached", async () => {
    const { email } = await makeMember();
    const page = await as(null).get(await mailedPath(email));
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.headers["referrer-policy"]).toBe("strict-origin");
    expect(page.headers["x-robots-tag"]).toBe("noindex");
  });
});
