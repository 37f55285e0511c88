import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { writeTo } from "~/features/messaging/sending.server";
import { openText, queueMail } from "~/features/notifications/mailing.server";
import { joinAfresh } from "~/features/payments/starting-over.server";
import { join } from "~/features/profiles/drafting.server";
import { apply } from "~/features/projects/applying.server";
import { db, transaction } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeContributor,
  makeCreator,
  newClient,
  type Person,
  personPassword,
  signInAgain,
} from "../../../tests/support/people";
import { bareProject, makeProject, postProject } from "../../../tests/support/projects";
import type { Actor } from "./actor";
import { requestAddressChange } from "./address.server";
import { mailRecoveryLink, recover } from "./recovering.server";
import { findActor } from "./sessions.server";
import { confirmSignUp, correctAddress, findSignUpToConfirm, resendConfirmation } from "./signing-up.server";

const ok = { ok: true };
const unconfirmed = { ok: false, refused: "unconfirmed" };
const newEmail = () => `new-${randomUUID().slice(0, 8)}@example.com`;

async function signUp(email = newEmail()): Promise<Actor & { email: string }> {
  const done = await join({ fullName: "New Here", email, password: personPassword }, null, newClient());
  const actor = done.ok && (await findActor(done.session.token));
  if (!actor) throw new Error("no account");
  return { ...actor, email };
}

const mailsTo = (toAddress: string) =>
  db.outboxMail.findMany({ where: { toAddress }, orderBy: { createdAt: "asc" } });

async function linkTo(email: string): Promise<string> {
  const text = openText((await mailsTo(email)).at(-1)?.textBody ?? "") ?? "";
  return text.split(sitePaths.confirmSignUp(""))[1]?.split(/\s/)[0] ?? "";
}

const isConfirmed = async ({ userId }: Pick<Actor, "userId">) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).confirmedAt !== null;

async function unconfirm<Made extends Person>(person: Made): Promise<Made> {
  await db.user.update({ where: { id: person.userId }, data: { confirmedAt: null } });
  return { ...person, isConfirmed: false };
}

const message = (content = "Hello there") => ({ messageId: randomUUID(), content });

describe("a new account", () => {
  test("is emailed one link, which works once and only for its owner, and whose token isn't stored anywhere", async () => {
    const person = await signUp();
    expect(person.isConfirmed).toBe(false);
    const token = await linkTo(person.email);
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await mailsTo(person.email))).not.toContain(token);
    expect(await confirmSignUp(await signUp(), token)).toEqual({ ok: false, refused: "link-over" });
    expect(await findSignUpToConfirm(person, token)).toBe(person.email);
    const twice = await Promise.all([confirmSignUp(person, token), confirmSignUp(person, token)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await isConfirmed(person)).toBe(true);
    for (let turn = 0; turn < 6; turn += 1)
      expect(await resendConfirmation(person)).toEqual({ ok: false, refused: "confirmed" });
  });

  test("can request another link five times a day; all of them work until one is used or a week has passed", async () => {
    const person = await signUp();
    const first = await linkTo(person.email);
    for (let turn = 0; turn < 5; turn += 1) expect(await resendConfirmation(person)).toMatchObject(ok);
    expect(await resendConfirmation(person)).toMatchObject({ refused: "too-many" });
    expect(await findSignUpToConfirm(person, first)).toBe(person.email);
    await db.confirmationLink.updateMany({
      where: { userId: person.userId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await confirmSignUp(person, first)).toEqual({ ok: false, refused: "link-over" });
  });

  test("is sent no other link once it's confirmed, even by a request that began before that", async () => {
    const [person, other] = [await signUp(), await signUp()];
    const asking = await transaction(async (tx) => {
      await tx.user.update({ where: { id: person.userId }, data: { confirmedAt: new Date() } });
      const both = [resendConfirmation(person), resendConfirmation(other)];
      await untilLockWait();
      return { both };
    });
    const [late, sent] = await Promise.all(asking.both);
    expect(late).toEqual({ ok: false, refused: "confirmed" });
    expect(sent).toEqual({ ok: true, email: other.email });
    expect(await resendConfirmation(person)).toEqual({ ok: false, refused: "confirmed" });
    expect([await mailsTo(person.email), await mailsTo(other.email)].map((mails) => mails.length)).toEqual([
      1, 2,
    ]);
  });

  test("can't be recovered until it's confirmed: the owner of the address gets a new, confirmed account", async () => {
    const person = await signUp();
    await mailRecoveryLink({ email: person.email, devices: [] });
    const text = openText((await mailsTo(person.email)).at(-1)?.textBody ?? "") ?? "";
    const token = text.split(sitePaths.recoverWith(""))[1]?.split(/\s/)[0] ?? "";
    expect(await recover(token, { password: "harbour-violet-72" }, newClient())).toEqual(unconfirmed);
    const owner = { fullName: "Its Owner", password: "harbour-violet-72" };
    const weak = { ...owner, password: "password" };
    expect(await joinAfresh(token, weak, newClient())).toMatchObject({ refused: "weak-password" });
    expect(await joinAfresh(`${token}x`, owner, newClient())).toEqual({ ok: false, refused: "link-over" });
    expect(await isConfirmed(person)).toBe(false);
    const done = await joinAfresh(token, owner, newClient());
    expect(done).toMatchObject(ok);
    expect(done.ok && (await isConfirmed(done))).toBe(true);
  });

  test("gets no recovery link if its address is corrected while the link is being emailed", async () => {
    const person = await signUp();
    const mailing = await transaction(async (tx) => {
      await tx.user.update({ where: { id: person.userId }, data: { email: newEmail() } });
      const started = mailRecoveryLink({ email: person.email, devices: [] });
      await untilLockWait();
      return { started };
    });
    await mailing.started;
    expect(await db.recoveryLink.count({ where: { userId: person.userId } })).toBe(0);
  });
});

describe("a mistyped address", () => {
  const correct = (person: Actor, email: string, password = personPassword) =>
    correctAddress(person, { email, password }, newClient());

  test("is corrected with the password as long as it isn't confirmed, and links emailed to it stop working", async () => {
    const person = await signUp();
    const old = await linkTo(person.email);
    const email = newEmail();
    expect(await correct(person, email, "wrong-password")).toMatchObject({ refused: "wrong" });
    expect(await correct(person, person.email)).toMatchObject({ refused: "same" });
    expect(await correct(person, (await signUp()).email)).toMatchObject({ refused: "taken" });
    expect(await requestAddressChange(person, { email, password: personPassword }, newClient())).toEqual(
      unconfirmed,
    );
    expect(await correct(person, email)).toEqual(ok);
    expect(await confirmSignUp(person, old)).toEqual({ ok: false, refused: "link-over" });
    expect(await confirmSignUp(person, await linkTo(email))).toEqual(ok);
    expect(await correct(person, newEmail())).toMatchObject({ refused: "confirmed" });
    expect(await db.user.findUnique({ where: { id: person.userId } })).toMatchObject({ email });
  });

  test("isn't corrected with a password that's replaced in the meantime", async () => {
    const person = await signUp();
    const { correcting } = await transaction(async (tx) => {
      await tx.user.update({ where: { id: person.userId }, data: { passwordHash: "another" } });
      const correcting = correct(person, newEmail());
      await untilLockWait();
      return { correcting };
    });
    expect(await correcting).toEqual({ ok: false, refused: "wrong" });
    expect(await db.user.findUnique({ where: { id: person.userId } })).toMatchObject({ email: person.email });
  });

  test("is given to only one of three who want it at the same moment, two by correcting theirs and one by signing up", async () => {
    const [one, other, email] = [await signUp(), await signUp(), newEmail()];
    const outcomes = await Promise.all([
      correct(one, email),
      correct(other, email),
      join({ fullName: "Third Person", email, password: personPassword }, null, newClient()),
    ]);
    const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refused]));
    expect(refusals).toHaveLength(2);
    for (const refused of refusals) expect(["taken", "email-taken"]).toContain(refused);
    expect(await db.user.count({ where: { email } })).toBe(1);
  });

  test("is either confirmed or corrected, even if both happen at the same moment", async () => {
    const person = await signUp();
    const [token, email] = [await linkTo(person.email), newEmail()];
    const [confirmed, corrected] = await Promise.all([confirmSignUp(person, token), correct(person, email)]);
    expect(confirmed.ok).not.toBe(corrected.ok);
    expect(await isConfirmed(person)).toBe(confirmed.ok);
  });
});

describe("until the address is confirmed", () => {
  test("nothing else is emailed, no matter who requests it", async () => {
    const person = await signUp();
    const mail = (to: Actor & { email: string }) =>
      queueMail(db, {
        userId: to.userId,
        to: to.email,
        kind: "payment",
        subject: "Receipt",
        lines: ["Thank you."],
        eventKey: `receipt:${randomUUID()}`,
      });
    await mail(person);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(["confirm-sign-up"]);
    await confirmSignUp(person, await linkTo(person.email));
    await mail(person);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(["confirm-sign-up", "payment"]);
  });

  test("first messages to strangers are refused; replies to people who wrote first and messages to matches aren't", async () => {
    const creator = await unconfirm(await makeCreator());
    await givePlan(creator, "pro");
    const [stranger, matched, asking] = [
      await makeContributor(),
      await makeContributor(),
      await makeContributor(),
    ];
    await db.match.create({ data: { creatorId: creator.userId, contributorId: matched.userId } });
    expect(await writeTo(creator, stranger.userId, message())).toEqual(unconfirmed);
    expect(await writeToGroup(creator, [matched.userId, stranger.userId], message())).toEqual(unconfirmed);
    expect(await writeTo(creator, matched.userId, message())).toMatchObject(ok);
    expect(await writeTo(asking, creator.userId, message())).toMatchObject(ok);
    expect(await writeTo(creator, asking.userId, message("Yes"))).toMatchObject(ok);
    await db.user.update({ where: { id: creator.userId }, data: { confirmedAt: new Date() } });
    expect(await writeTo(await signInAgain(creator), stranger.userId, message())).toMatchObject(ok);
  });

  test("posting a project and applying are refused", async () => {
    const creator = await unconfirm(await makeCreator());
    expect(await postProject(creator, bareProject, randomUUID())).toEqual(unconfirmed);
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId } })).toBe(0);
    const projectId = await makeProject(await makeCreator());
    const applicant = await unconfirm(await makeContributor());
    const application = { note: "Hello", portfolioLink: null, answers: [] };
    expect(await apply(applicant, projectId, application)).toEqual(unconfirmed);
    expect(await apply({ ...applicant, isConfirmed: true }, projectId, application)).toEqual(ok);
  });
});
