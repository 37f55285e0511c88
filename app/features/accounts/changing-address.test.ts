import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openText } from "~/features/notifications/mailing.server";
import { join } from "~/features/profiles/drafting.server";
import { dropRecentFactors } from "~/features/second-factor/managing.server";
import {
  addPasskey,
  askForPasskey,
  findPasskeyToAdd,
  startPasskey,
} from "~/features/second-factor/passkeys.server";
import { signInWithPasskey } from "~/features/second-factor/second-step.server";
import { db, SessionEnded, transaction } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { untilLockWait } from "../../../tests/support/locks";
import { makePasskey } from "../../../tests/support/passkey";
import {
  makeMember,
  newClient,
  type Person,
  personPassword,
  signInAgain,
} from "../../../tests/support/people";
import { giveFactor } from "../../../tests/support/second-factor";
import { findSubscription } from "../plans/subscribing.server";
import {
  cancelAddressChange,
  confirmAddress,
  findAddressToConfirm,
  findAddressToRestore,
  getAddress,
  mailAddressLink,
  mailAddressLinkTask,
  requestAddressChange,
  undoAddressChange,
} from "./address.server";
import { mailRecoveryLink, recover } from "./recovering.server";
import { findActor, sweepSessions } from "./sessions.server";
import { signIn } from "./signing-in.server";

const hour = 3_600_000;
const ok = { ok: true };
const over = { ok: false, refused: "link-over" };
const taken = { ok: false, refused: "taken" };
const newEmail = () => `moved-${randomUUID().slice(0, 8)}@example.com`;

const ask = (person: Person, email: string, password = personPassword) =>
  requestAddressChange(person, { email, password }, newClient());
const emailOf = async ({ userId }: Pick<Person, "userId">) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;
const changesOf = ({ userId }: Person) =>
  db.addressChange.findMany({ where: { userId }, orderBy: { id: "asc" } });
const undo = (token: string) => undoAddressChange(token, "198.51.100.7", dropRecentFactors);
const enter = (email: string, password = personPassword) => signIn({ email, password }, newClient());

async function mailTo(toAddress: string, kind: string): Promise<string> {
  const mail = await db.outboxMail.findFirst({ where: { toAddress, kind }, orderBy: { createdAt: "desc" } });
  return openText(mail?.textBody ?? "") ?? "";
}

const tokenIn = (text: string, path: string) => text.split(path)[1]?.split(/\s/)[0] ?? "";

/** Starts to add a new passkey, and returns it with the function that finishes. */
async function beginPasskey(person: Person, name: string) {
  expect(await startPasskey(person, { name, password: personPassword })).toEqual(ok);
  const passkey = makePasskey();
  const asked = await findPasskeyToAdd(person);
  if (!asked) throw new Error("no challenge is open");
  const made = passkey.make(asked.options.challenge);
  return { passkey, add: () => addPasskey(person, made) };
}

async function givePasskey(person: Person, name: string) {
  const { passkey, add } = await beginPasskey(person, name);
  expect(await add()).toEqual(ok);
  return passkey;
}

async function answerOf(passkey: ReturnType<typeof makePasskey>): Promise<string> {
  const asked = await askForPasskey("sign-in", { userId: null, sessionId: null }, newClient());
  if (!asked.ok) throw new Error("no challenge was given");
  return passkey.answer(asked.options.challenge);
}

const passkeysOf = async ({ userId }: Person) =>
  (await db.passkey.findMany({ where: { userId } })).map(({ name }) => name);

/** Both links of the change that was requested last. */
async function linksOf(person: Person): Promise<{ confirm: string; undo: string }> {
  const change = (await changesOf(person)).at(-1);
  if (!change) throw new Error("no change was asked for");
  await mailAddressLink(String(change.id));
  return {
    confirm: tokenIn(await mailTo(change.newEmail, "address-confirm"), sitePaths.confirmAddress("")),
    undo: tokenIn(await mailTo(change.oldEmail, "address-changing"), sitePaths.undoAddress("")),
  };
}

async function askFor(person: Person, email: string) {
  expect(await ask(person, email)).toEqual(ok);
  return linksOf(person);
}

async function move(person: Person, email: string) {
  const links = await askFor(person, email);
  expect(await confirmAddress(person, links.confirm)).toEqual({ ok: true, email });
  return links;
}

describe("requesting another address", () => {
  test("notifies the old address right away, emails the new one a link, and changes nothing yet", async () => {
    const person = await makeMember();
    const email = newEmail();
    expect(await ask(person, email.toUpperCase())).toEqual(ok);
    expect(await mailTo(person.email, "address-changing")).toContain(email);
    expect(await db.outboxMail.count({ where: { toAddress: email } })).toBe(0);
    const jobs = await db.$queryRaw<object[]>`
      SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = ${mailAddressLinkTask}`;
    expect(jobs).toHaveLength(1);
    const links = await linksOf(person);
    // Running the job again sends nothing more.
    await linksOf(person);
    expect(await db.outboxMail.count({ where: { toAddress: email } })).toBe(1);
    expect(await getAddress(person)).toEqual({ email: person.email, pending: email });
    const stored = JSON.stringify([await changesOf(person), await db.outboxMail.findMany()], (_, value) =>
      typeof value === "bigint" ? String(value) : value instanceof Uint8Array ? [...value].join() : value,
    );
    for (const token of [links.confirm, links.undo]) {
      expect(token).toHaveLength(43);
      expect(stored).not.toContain(token);
    }
    expect(await findActor(person.token)).not.toBeNull();
    await cancelAddressChange(person);
    expect(await getAddress(person)).toEqual({ email: person.email, pending: null });
    expect(await confirmAddress(person, links.confirm)).toEqual(over);
  });

  test("requires the password, with the same limit as for changing it, and a different address", async () => {
    const person = await makeMember();
    expect(await ask(person, person.email.toUpperCase())).toMatchObject({ refused: "same" });
    for (let turn = 0; turn < 9; turn += 1)
      expect(await ask(person, newEmail(), `guess-${turn}`)).toMatchObject({ refused: "wrong" });
    expect(await ask(person, newEmail())).toMatchObject({ refused: "too-many" });
    expect(await changesOf(person)).toEqual([]);
  });

  test("isn't granted with a password that's replaced in the meantime", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const asking = await transaction(async (tx) => {
      await tx.user.update({ where: { id: person.userId }, data: { passwordHash: "another" } });
      const both = [ask(person, newEmail()), ask(other, newEmail())];
      await untilLockWait();
      return { both };
    });
    const [refused, asked] = await Promise.all(asking.both);
    expect(refused).toEqual({ ok: false, refused: "wrong" });
    expect(asked).toMatchObject(ok);
    expect(await changesOf(person)).toEqual([]);
    expect(await changesOf(other)).toHaveLength(1);
  });

  test("is limited per account, and for each address and network", async () => {
    const person = await makeMember();
    for (let turn = 0; turn < 5; turn += 1)
      expect(await ask(await signInAgain(person), newEmail())).toEqual(ok);
    expect(await ask(await signInAgain(person), newEmail())).toMatchObject({ refused: "too-many" });
    const [from, email] = [newClient(), newEmail()];
    const answers = [];
    for (let turn = 0; turn < 4; turn += 1)
      answers.push(await requestAddressChange(await makeMember(), { email, password: personPassword }, from));
    expect(answers).toMatchObject([ok, ok, ok, { refused: "too-many" }]);
  });

  test("never reveals whether an address has an account; its owner is notified", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    expect(await ask(person, other.email)).toEqual(ok);
    expect((await linksOf(person)).confirm).toBe("");
    expect(await mailTo(other.email, "address-in-use")).toContain("already belongs to an account");
    expect(await getAddress(person)).toEqual({ email: person.email, pending: other.email });
  });

  test("two concurrent requests make one change; if they're for different addresses, only one link works", async () => {
    const person = await makeMember();
    const same = newEmail();
    expect(await Promise.all([ask(person, same), ask(person, same)])).toEqual([ok, ok]);
    expect(await changesOf(person)).toHaveLength(1);
    expect(await db.outboxMail.count({ where: { toAddress: person.email } })).toBe(1);
    const both = [newEmail(), newEmail()];
    expect(await Promise.all(both.map((email) => ask(person, email)))).toEqual([ok, ok]);
    const changes = await changesOf(person);
    expect(changes.map(({ closedAt }) => closedAt === null)).toEqual([false, false, true]);
    for (const { id } of changes) await mailAddressLink(String(id));
    expect(await db.outboxMail.count({ where: { userId: person.userId, kind: "address-confirm" } })).toBe(1);
  });
});

describe("the link to the new address", () => {
  test("moves the account, ends other sessions and recovery links, and works once", async () => {
    const person = await makeMember();
    const elsewhere = await signInAgain(person);
    const email = newEmail();
    await mailRecoveryLink({ email: person.email, devices: [] });
    const links = await askFor(person, email);
    expect(await findAddressToConfirm(person, links.confirm)).toBe(email);
    const all = await Promise.all([1, 2, 3].map(() => confirmAddress(person, links.confirm)));
    expect(all.filter((done) => done.ok)).toHaveLength(1);
    expect(all).toContainEqual(over);
    expect(await findActor(person.token)).not.toBeNull();
    expect(await findActor(elsewhere.token)).toBeNull();
    expect(await db.recoveryLink.count({ where: { userId: person.userId } })).toBe(0);
    expect(await enter(person.email)).toMatchObject({ refused: "wrong" });
    expect(await enter(email)).toMatchObject(ok);
    expect((await findSubscription(person.userId))?.email).toBe(email);
  });

  test("works only for the member who requested it, and only for a day", async () => {
    const [person, stranger] = [await makeMember(), await makeMember()];
    const { confirm } = await askFor(person, newEmail());
    expect(await findAddressToConfirm(stranger, confirm)).toBeNull();
    expect(await confirmAddress(stranger, confirm)).toEqual(over);
    for (const forged of ["", "x", "\0"]) expect(await confirmAddress(person, forged)).toEqual(over);
    await db.addressChange.updateMany({
      where: { userId: person.userId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await confirmAddress(person, confirm)).toEqual(over);
    expect(await getAddress(person)).toEqual({ email: person.email, pending: null });
  });

  test("gives an address to only one of two people who want it, and to neither if it was taken in the meantime", async () => {
    const people = [await makeMember(), await makeMember()];
    const email = newEmail();
    const links: string[] = [];
    for (const person of people) links.push((await askFor(person, email)).confirm);
    const both = await Promise.all(people.map((person, index) => confirmAddress(person, links[index] ?? "")));
    expect(both).toContainEqual({ ok: true, email });
    expect(both).toContainEqual(taken);
    const late = await makeMember();
    const elsewhere = await signInAgain(late);
    const wanted = newEmail();
    const { confirm } = await askFor(late, wanted);
    await makeMember({ email: wanted });
    expect(await confirmAddress(late, confirm)).toEqual(taken);
    expect([await emailOf(late), await findActor(elsewhere.token)]).toEqual([late.email, expect.anything()]);
  });
});

describe("the link to the old address", () => {
  test("undoes a confirmed change: ends all sessions, makes the password useless and lets the owner choose a new one", async () => {
    const person = await makeMember();
    const email = newEmail();
    const links = await move(person, email);
    await mailRecoveryLink({ email, devices: [] });
    const stolen = tokenIn(await mailTo(email, "recovery"), sitePaths.recoverWith(""));
    expect(await findAddressToRestore(links.undo)).toBe(person.email);
    const all = await Promise.all([1, 2].map(() => undo(links.undo)));
    expect(all.filter((done) => done.ok)).toHaveLength(1);
    expect(all).toContainEqual(over);
    expect(await emailOf(person)).toBe(person.email);
    expect(await findActor(person.token)).toBeNull();
    for (const address of [person.email, email])
      expect(await enter(address)).toMatchObject({ refused: "wrong" });
    expect(await recover(stolen, { password: "thief-harbour-41" }, newClient())).toMatchObject(over);
    const own = all.find((done) => done.ok);
    const chosen = { password: "a-new-harbour-41" };
    expect(await recover(own?.ok ? own.recoveryToken : "", chosen, newClient())).toMatchObject(ok);
    expect(await enter(person.email, chosen.password)).toMatchObject(ok);
    expect(await findAddressToRestore(links.undo)).toBeNull();
  });

  test("removes the thief's passkeys, app and recovery codes, but keeps older ones", async () => {
    const long = new Date(Date.now() - 73 * hour);
    const [robbed, careful] = [await makeMember(), await giveFactor(await makeMember())];
    await givePasskey(robbed, "Own laptop");
    await db.passkey.updateMany({ where: { userId: robbed.userId }, data: { createdAt: long } });
    await db.authenticatorApp.update({ where: { userId: careful.userId }, data: { confirmedAt: long } });
    const passkey = await givePasskey(robbed, "Thief's phone");
    const thief = await giveFactor(robbed);
    const links = await move(thief, newEmail());
    await givePasskey(thief, "Thief's key");
    // A challenge for signing in belongs to no session, so ending sessions leaves it.
    await askForPasskey("second-step", { userId: robbed.userId, sessionId: null }, newClient());
    expect(await db.passkeyChallenge.count({ where: { userId: robbed.userId } })).toBe(1);
    const done = await undo(links.undo);
    if (!done.ok) throw new Error(done.refused);
    expect(done.removed).toEqual({ passkeys: ["Thief's phone", "Thief's key"], app: true });
    expect(await passkeysOf(robbed)).toEqual(["Own laptop"]);
    expect(await signInWithPasskey(await answerOf(passkey), newClient())).toEqual({
      ok: false,
      refused: "wrong",
    });
    for (const left of [
      db.authenticatorApp,
      db.recoveryCode,
      db.passkeyChallenge,
    ] as (typeof db.recoveryCode)[])
      expect(await left.count({ where: { userId: robbed.userId } })).toBe(0);
    const mail = await mailTo(robbed.email, "factors-removed");
    for (const words of ["Thief's phone", "Thief's key", "Authenticator app"]) expect(mail).toContain(words);
    expect(mail).not.toContain("Own laptop");
    // The thief's authenticator app was removed, so recovery doesn't require a code.
    const chosen = await recover(done.recoveryToken, { password: "a-new-harbour-41" }, newClient());
    expect(chosen).toMatchObject({ ok: true, clientSession: expect.anything() });

    const own = await undo((await move(careful, newEmail())).undo);
    if (!own.ok) throw new Error(own.refused);
    expect(own.removed).toEqual({ passkeys: [], app: false });
    expect(await mailTo(careful.email, "factors-removed")).toBe("");
    const next = await recover(own.recoveryToken, { password: "a-new-harbour-41" }, newClient());
    expect(next).toMatchObject({ ok: true, pending: expect.anything() });
  });

  test("leaves no way in through a passkey that's added or used to sign in at the same moment", async () => {
    const person = await makeMember();
    const { userId } = person;
    const known = await givePasskey(person, "Known");
    const answer = await answerOf(known);
    const entering = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM passkeys WHERE user_id = ${userId}::uuid FOR UPDATE`;
      const started = signInWithPasskey(answer, newClient());
      await untilLockWait(1);
      await tx.user.update({ where: { id: userId }, data: { passwordHash: "another" } });
      return { started };
    });
    expect(await entering.started).toEqual({ ok: false, refused: "over" });

    const robbed = await makeMember();
    const links = await askFor(robbed, newEmail());
    const late = await beginPasskey(robbed, "Late");
    const both = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${robbed.userId}::uuid FOR UPDATE`;
      const undone = undo(links.undo);
      await untilLockWait(1);
      const added = late.add();
      await untilLockWait(2);
      // The rejection is expected below, but until then it would count as unhandled and fail the test.
      added.catch(() => {});
      return { undone, added };
    });
    expect(await both.undone).toMatchObject(ok);
    // Adding the passkey waits for the lock, and by then the thief's session has ended.
    await expect(both.added).rejects.toThrow(SessionEnded);
    expect(await passkeysOf(robbed)).toEqual([]);
  });

  test("undoes later changes, too, and ends their links, but no earlier ones or someone else's", async () => {
    const person = await makeMember();
    const first = await move(person, newEmail());
    const second = await move(person, newEmail());
    const third = await askFor(person, newEmail());
    const other = await makeMember();
    const [middle, ofOther] = [newEmail(), [await move(other, newEmail())]];
    ofOther.push(await move(other, middle));
    expect(await undo(first.undo)).toMatchObject(ok);
    expect(await emailOf(person)).toBe(person.email);
    for (const link of [second.undo, third.undo]) expect(await undo(link)).toEqual(over);
    expect(await confirmAddress(await signInAgain(person), third.confirm)).toEqual(over);
    expect(await emailOf(person)).toBe(person.email);
    expect(await emailOf(other)).toBe(middle);
    for (const link of ofOther.toReversed()) expect(await undo(link.undo)).toMatchObject(ok);
    expect(await emailOf(other)).toBe(other.email);
  });

  test("works before the change is confirmed, and after it was canceled", async () => {
    for (const cancels of [false, true]) {
      const person = await makeMember();
      const links = await askFor(person, newEmail());
      if (cancels) await cancelAddressChange(person);
      expect(await undo(links.undo)).toMatchObject(ok);
      expect(await confirmAddress(await signInAgain(person), links.confirm)).toEqual(over);
      expect([await emailOf(person), await findActor(person.token)]).toEqual([person.email, null]);
    }
  });

  test("wins if both links are used at the same moment", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const person = await makeMember();
      const links = await askFor(person, newEmail());
      const acts = [() => confirmAddress(person, links.confirm), () => undo(links.undo)];
      const [one, other] = turn % 2 ? acts : acts.reverse();
      await Promise.allSettled([one?.(), other?.()]);
      expect(await emailOf(person)).toBe(person.email);
      expect(await db.session.count({ where: { userId: person.userId } })).toBe(0);
    }
  });

  test("works for 72 hours after the confirmation; the row is deleted later", async () => {
    const person = await makeMember();
    const links = await askFor(person, newEmail());
    const until = (fromNow: number) =>
      db.addressChange.updateMany({
        where: { userId: person.userId },
        data: { undoUntil: new Date(Date.now() + fromNow) },
      });
    await until(49 * hour);
    expect(await confirmAddress(person, links.confirm)).toMatchObject(ok);
    const [change] = await changesOf(person);
    expect(Math.round(((change?.undoUntil.getTime() ?? 0) - Date.now()) / hour)).toBe(72);
    await until(-1);
    expect(await undo(links.undo)).toEqual(over);
    await sweepSessions();
    expect(await changesOf(person)).toHaveLength(1);
    await until(-8 * 24 * hour);
    await sweepSessions();
    expect(await changesOf(person)).toEqual([]);
  });
});

describe("the old address, while it can be restored", () => {
  const signUp = (email: string) =>
    join({ fullName: "Thea Thief", email, password: "copper-window-18" }, null, newClient());

  test("can't be taken by anyone else, even concurrently with the change", async () => {
    const person = await makeMember();
    const links = await askFor(person, newEmail());
    const [confirmed, ...joined] = await Promise.all([
      confirmAddress(person, links.confirm),
      ...Array.from({ length: 4 }, () => signUp(person.email)),
    ]);
    expect(confirmed).toMatchObject(ok);
    for (const done of joined) expect(done).toEqual({ ok: false, refused: "email-taken" });
    expect(await signUp(person.email)).toEqual({ ok: false, refused: "email-taken" });
    const other = await makeMember();
    expect((await askFor(other, person.email)).confirm).toBe("");
    expect(await mailTo(person.email, "address-in-use")).not.toBe("");
    expect(await undo(links.undo)).toMatchObject(ok);
    expect(await emailOf(person)).toBe(person.email);
  });

  test("can't be taken with a link that was emailed before its owner had it", async () => {
    const [early, owner, email] = [await makeMember(), await makeMember(), newEmail()];
    const links = await askFor(early, email);
    await move(owner, email);
    await move(owner, newEmail());
    expect(await confirmAddress(early, links.confirm)).toEqual(taken);
    expect(await emailOf(early)).toBe(early.email);
    await db.addressChange.updateMany({
      where: { userId: owner.userId },
      data: { undoUntil: new Date(Date.now() - 1) },
    });
    expect(await confirmAddress(early, links.confirm)).toMatchObject(ok);
    expect(await emailOf(early)).toBe(email);
  });

  test("can be taken back by its owner; the other address becomes free once the change can't be undone anymore", async () => {
    const person = await makeMember();
    const first = newEmail();
    await move(person, first);
    await move(person, person.email);
    expect(await emailOf(person)).toBe(person.email);
    expect(await signUp(first)).toEqual({ ok: false, refused: "email-taken" });
    await db.addressChange.updateMany({
      where: { userId: person.userId },
      data: { undoUntil: new Date(Date.now() - 1) },
    });
    expect(await signUp(first)).toMatchObject(ok);
  });
});
