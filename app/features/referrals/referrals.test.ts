import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newDevice } from "~/features/accounts/sessions.server";
import { openText } from "~/features/notifications/mailing.server";
import { chooseRole, join } from "~/features/profiles/drafting.server";
import { noAnswers } from "~/features/profiles/profile";
import { writeProfile } from "~/features/profiles/saving.server";
import { approveContributor } from "~/features/profiles/vetting.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { db, transaction } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  newClient,
  type Person,
  personPassword,
} from "../../../tests/support/people";
import { invitationLimits, plainName, readInviteCode } from "./invite";
import {
  codeOf,
  findInviter,
  findStop,
  inviteByMail,
  listInvites,
  maskedAddress,
  openInvite,
  stopInvitations,
  stopLink,
} from "./inviting.server";
import {
  checkBrowser,
  considerReferral,
  considerReferralTask,
  forgetInReferrals,
  rewardMissed,
} from "./rewarding.server";

const ok = { ok: true };
const sent = { ok: true, isNew: true };
const day = 86_400_000;
const newEmail = () => `friend-${randomUUID().slice(0, 8)}@example.com`;
const daysFromNow = (iso: string | null) => Math.round((Date.parse(iso ?? "") - Date.now()) / day);

interface Visit {
  email?: string;
  devices?: string[];
  draftId?: string | null;
}

async function joinBy(
  invite: string | null,
  { email = newEmail(), devices = [], draftId = null }: Visit = {},
) {
  const input = { fullName: "Ira Invited", email, password: personPassword };
  const done = await join(input, draftId, newClient({ devices }), invite);
  if (!done.ok) throw new Error(done.refused);
  return { userId: done.userId, email };
}

/** Confirms the address and finishes the profile, with a service unless `services` says otherwise. */
async function finish({ userId }: { userId: string }, services = [20]): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { confirmedAt: new Date() } });
  const input = { ...noAnswers, name: "Ira Invited", creativeServices: services, links: {} };
  await transaction((tx) => writeProfile(tx, userId, "creator", input));
}

async function deleteAccount({ userId, email }: { userId: string; email: string }): Promise<void> {
  await transaction((tx) => forgetInReferrals(tx, userId));
  await db.user.delete({ where: { id: userId } });
  expect(await db.user.count({ where: { email } })).toBe(0);
}

const referralOf = ({ userId }: { userId: string }) =>
  db.referral.findUnique({ where: { inviteeId: userId } });
const findRewards = async (person: Pick<Person, "userId">) => (await listInvites(person, null)).rewards;
const statesOf = async (person: Person) =>
  (await listInvites(person, null)).invites.map(({ state, name, masked }) => [state, name ?? masked]);
/** What the person's dashboard says about the people who joined with their invitation. */
async function findJoined({ userId }: Person): Promise<[rewarded?: number, faces?: string[]]> {
  const [row] = await db.$queryRaw<{ rewarded: number; faces: { name: string }[] }[]>`
    SELECT * FROM joined_by(${userId}::uuid)`;
  return [row?.rewarded, row?.faces.map(({ name }) => name)];
}
const mailsTo = (toAddress: string, kind = "invite") =>
  db.outboxMail.findMany({ where: { toAddress, kind } });

async function bring(person: Person): Promise<{ userId: string; email: string }> {
  const invitee = await joinBy(await codeOf(person));
  await finish(invitee);
  await considerReferral(invitee.userId);
  return invitee;
}

describe("a code", () => {
  test("is the beginning of a member's ID, made once, and longer after a collision", async () => {
    const [one, other] = [await makeMember({ name: "Ada Lovelace" }), await makeMember()];
    const [first, ...again] = await Promise.all([codeOf(one), codeOf(one), codeOf(one)]);
    expect([first, ...again]).toEqual(Array(3).fill(one.userId.slice(0, 8)));
    expect(await findInviter(`${first?.toUpperCase()}-abcdefghijk1`)).toEqual({
      userId: one.userId,
      name: "Ada Lovelace",
    });
    const third = await makeMember();
    const id = third.userId.replaceAll("-", "");
    await db.referralCode.create({ data: { userId: other.userId, code: id.slice(0, 8) } });
    expect(await codeOf(third)).toBe(id.slice(0, 9));
    for (const text of ["", "0123456", `${first}x`, `${first}-short`, "%00"])
      expect(await findInviter(text)).toBeNull();
    await db.user.update({ where: { id: one.userId }, data: { suspendedAt: new Date() } });
    expect(await findInviter(first ?? "")).toBeNull();
  });

  test("doesn't name anyone who's hidden from the reader or unavailable, but still counts", async () => {
    const [hidden, reader] = [await makeMember({ name: "Rude Name" }), await makeMember()];
    const code = await codeOf(hidden);
    expect(await openInvite(code, "192.0.2.78", reader)).toMatchObject({ name: "Rude" });
    await db.block.create({ data: { blockerId: hidden.userId, blockedId: reader.userId } });
    expect(await openInvite(code, "192.0.2.78", reader)).toEqual({ userId: hidden.userId, name: null });
    expect(await openInvite(code, "192.0.2.78", null)).toMatchObject({ name: "Rude" });
    await db.user.update({ where: { id: hidden.userId }, data: { profileHiddenAt: new Date() } });
    expect(await openInvite(code, "192.0.2.78", null)).toEqual({ userId: hidden.userId, name: null });
    expect(await openInvite(code, "192.0.2.78", hidden)).toMatchObject({ name: "Rude" });
    const email = newEmail();
    expect(await inviteByMail(hidden, email)).toEqual(sent);
    expect(await mailsTo(email)).toEqual([]);
    expect(await referralOf(await joinBy(code))).toMatchObject({ referrerId: hidden.userId, refused: null });
  });
});

test.each(["zz0123abcd", "0123abcd-", "0123abcd-short", "0123abcdzz", "0123abc", ""])(
  "'%s' isn't the code of an invitation",
  (text) => {
    expect(readInviteCode(text)).toBeNull();
  },
);

test.each([
  ["Ana  O'Neill", "Ana O'Neill"],
  ["Ana (555) 0100", "Ana"],
  ["www.ana.example", "www ana example"],
  ["+1 555 0100", "Someone"],
])("strangers who are invited read the name %o as %o", (name, shown) => {
  expect(plainName(name)).toBe(shown);
});

test.each([
  ["jane@example.com", "j•••@example.com"],
  ["j@example.com", "•••@example.com"],
])("the address %o of an invited person is listed as %o", (email, shown) => {
  expect(maskedAddress(email)).toBe(shown);
});

describe("a reward", () => {
  test("goes to both people, once the address is confirmed and the profile finished, and only once", async () => {
    const person = await makeCreator();
    const invitee = await joinBy(await codeOf(person));
    await considerReferral(invitee.userId);
    expect(await statesOf(person)).toEqual([["joined", "Ira Invited"]]);
    await db.user.update({ where: { id: invitee.userId }, data: { confirmedAt: new Date() } });
    await considerReferral(invitee.userId);
    expect(await statesOf(person)).toEqual([["confirmed", "Ira Invited"]]);
    expect(await findRewards(person)).toMatchObject({ rewarded: 0, priorityUntil: null });

    await finish(invitee);
    await Promise.all(Array.from({ length: 6 }, () => considerReferral(invitee.userId)));
    await considerReferral(invitee.userId);
    expect(await statesOf(person)).toEqual([["rewarded", "Ira Invited"]]);
    const rewards = await findRewards(person);
    expect([rewards.rewarded, daysFromNow(rewards.priorityUntil), rewards.boostUntil]).toEqual([1, 30, null]);
    const theirs = await findRewards(invitee);
    expect([theirs.rewarded, theirs.priorityUntil, daysFromNow(theirs.boostUntil)]).toEqual([0, null, 7]);
    for (const { userId } of [person, invitee]) {
      expect(await db.notification.count({ where: { userId, kind: "referral" } })).toBe(1);
      expect(await db.outboxMail.count({ where: { userId, kind: "referral" } })).toBe(1);
    }
  });

  test("grows with each person, even concurrently, and the fifth one makes a champion", async () => {
    const person = await makeContributor();
    const code = await codeOf(person);
    const brought = await Promise.all(Array.from({ length: 4 }, () => joinBy(code)));
    for (const invitee of brought) await finish(invitee);
    await Promise.all(brought.map(({ userId }) => considerReferral(userId)));
    // Someone who has only joined doesn't count yet.
    await joinBy(code);
    const before = await findRewards(person);
    expect([before.rewarded, before.isChampion, daysFromNow(before.priorityUntil)]).toEqual([4, false, 120]);
    expect((await findProfile(null, person.userId))?.isChampion).toBe(false);
    expect(await findJoined(person)).toEqual([4, ["Ira Invited", "Ira Invited"]]);
    await bring(person);
    expect(await findRewards(person)).toMatchObject({ rewarded: 5, isChampion: true });
    expect((await findProfile(null, person.userId))?.isChampion).toBe(true);
    expect(await db.boost.count({ where: { userId: person.userId } })).toBe(1);
    const told = await db.notification.findMany({ where: { userId: person.userId, kind: "referral" } });
    expect(told.filter(({ body }) => body.includes("Growth Champion"))).toHaveLength(1);
    // A boost that has ended starts over.
    await db.boost.updateMany({
      where: { userId: person.userId },
      data: { startsAt: new Date(Date.now() - 9 * day), endsAt: new Date(Date.now() - day) },
    });
    await bring(person);
    expect(daysFromNow((await findRewards(person)).priorityUntil)).toBe(30);
    // A sixth reward doesn't make the person a champion again.
    const all = await db.notification.findMany({ where: { userId: person.userId, kind: "referral" } });
    expect(all.filter(({ body }) => body.includes("Growth Champion"))).toHaveLength(1);
    expect(all).toHaveLength(6);
  });

  test("waits while decks can't show the profile, because it's empty or hidden by an admin", async () => {
    const person = await makeCreator();
    const invitee = await joinBy(await codeOf(person));
    await finish(invitee, []);
    await considerReferral(invitee.userId);
    await rewardMissed();
    expect(await statesOf(person)).toEqual([["confirmed", "Ira Invited"]]);
    expect((await findRewards(invitee)).boostUntil).toBeNull();
    await finish(invitee);
    await db.user.update({ where: { id: invitee.userId }, data: { profileHiddenAt: new Date() } });
    await considerReferral(invitee.userId);
    expect(await findRewards(person)).toMatchObject({ rewarded: 0, priorityUntil: null });
    await db.user.update({ where: { id: invitee.userId }, data: { profileHiddenAt: null } });
    await considerReferral(invitee.userId);
    expect(await findRewards(person)).toMatchObject({ rewarded: 1 });
  });

  test("waits for a contributor's approval, and is considered again when services are chosen later", async () => {
    const person = await makeCreator();
    const invitee = await joinBy(await codeOf(person));
    await db.user.update({ where: { id: invitee.userId }, data: { confirmedAt: new Date() } });
    const input = { ...noAnswers, name: "Ira Invited", links: {} };
    const save = (servicesOffered: number[]) =>
      transaction((tx) => writeProfile(tx, invitee.userId, "contributor", { ...input, servicesOffered }));
    const jobs = async () => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM graphile_worker._private_jobs
         WHERE payload ->> 'userId' = ${invitee.userId} AND task_id =
               (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ${considerReferralTask})`;
      return row?.count;
    };
    await save([]);
    const before = (await jobs()) ?? 0;
    await save([20]);
    expect(await jobs()).toBe(before + 1);
    await considerReferral(invitee.userId);
    expect(await statesOf(person)).toEqual([["confirmed", "Ira Invited"]]);
    expect(await approveContributor(await makeAdmin(), invitee.userId)).toEqual(ok);
    await rewardMissed();
    expect(await statesOf(person)).toEqual([["rewarded", "Ira Invited"]]);
  });

  test("waits while either is suspended or held as one of many sign-ups, or the address is unconfirmed; the job then finds it", async () => {
    const person = await makeMember();
    const invitee = await joinBy(await codeOf(person));
    await finish(invitee);
    const reasons = [
      [person, { suspendedAt: new Date() }, { suspendedAt: null }],
      [person, { heldAt: new Date() }, { heldAt: null }],
      [invitee, { heldAt: new Date() }, { heldAt: null }],
      [invitee, { suspendedAt: new Date() }, { suspendedAt: null }],
      [invitee, { confirmedAt: null }, { confirmedAt: new Date() }],
    ] as const;
    for (const [who, why, over] of reasons) {
      await db.user.update({ where: { id: who.userId }, data: why });
      await rewardMissed();
      expect(await referralOf(invitee)).toMatchObject({ rewardedAt: null, refused: null });
      await db.user.update({ where: { id: who.userId }, data: over });
    }
    await Promise.all([rewardMissed(), rewardMissed()]);
    expect((await referralOf(invitee))?.rewardedAt).not.toBeNull();
    expect(daysFromNow((await findRewards(person)).priorityUntil)).toBe(30);
  });

  test("is given if only the profile draft has the code, but not for an unknown code", async () => {
    const person = await makeMember();
    const code = await codeOf(person);
    const draft = await chooseRole(null, null, "creator", "192.0.2.77", code);
    if (!draft.ok) throw new Error(draft.refused);
    const invitee = await joinBy(null, { draftId: draft.draftId });
    expect(await referralOf(invitee)).toMatchObject({ referrerId: person.userId, refused: null });
    expect(await referralOf(await joinBy("ffffffff0"))).toBeNull();
    expect(await referralOf(await joinBy("'; DROP TABLE users"))).toBeNull();
  });
});

describe("doesn't reward people who invite themselves", () => {
  const unrewarded = async (person: Person, invitee: { userId: string }, refused: string) => {
    await finish(invitee);
    await considerReferral(invitee.userId);
    await rewardMissed();
    expect(await referralOf(invitee)).toMatchObject({ refused, rewardedAt: null });
    expect(await statesOf(person)).toContainEqual(["not-counted", "Ira Invited"]);
    expect(await findRewards(person)).toMatchObject({ rewarded: 0, priorityUntil: null });
    expect((await findJoined(person))[1]).toHaveLength(
      await db.referral.count({ where: { referrerId: person.userId, refused: null } }),
    );
  };

  test("from a browser that has signed in to the account, at sign-up or when confirming", async () => {
    const [one, other] = [await makeMember(), await makeMember()];
    const devices = [newDevice(other.userId), newDevice(one.userId)];
    await unrewarded(one, await joinBy(await codeOf(one), { devices }), "same-device");
    const [later, bystander] = [await joinBy(await codeOf(other)), await joinBy(await codeOf(other))];
    await checkBrowser(later, [newDevice(one.userId)]);
    expect(await referralOf(later)).toMatchObject({ refused: null });
    await checkBrowser(later, devices);
    await unrewarded(other, later, "same-device");
    expect(await referralOf(bystander)).toMatchObject({ refused: null });
  });

  test.each([
    ["a tag", "+work", ""],
    ["dots", "", "."],
    ["both", "+a+b", "."],
  ])("with a variant of the address: %s", async (_what, tag, dot) => {
    const mark = randomUUID().slice(0, 8);
    const person = await makeMember({ email: `jane${mark}@gmail.com` });
    const email = `ja${dot}ne${mark}${tag}@googlemail.com`;
    await unrewarded(person, await joinBy(await codeOf(person), { email }), "same-address");
  });

  test("with an address that's changed to a variant of the inviter's after sign-up", async () => {
    const person = await makeMember();
    const invitee = await joinBy(await codeOf(person));
    const [name, domain] = person.email.split("@");
    await db.user.update({ where: { id: invitee.userId }, data: { email: `${name}+two@${domain}` } });
    await unrewarded(person, invitee, "same-address");
  });

  test("with the same payment card", async () => {
    const person = await makeMember();
    const invitee = await joinBy(await codeOf(person));
    const fingerprint = randomUUID();
    await db.paidCard.createMany({
      data: [person, invitee].map(({ userId }) => ({ userId, fingerprint })),
    });
    await unrewarded(person, invitee, "same-card");
  });

  test("doesn't count the same person twice: if two variants join concurrently, one counts", async () => {
    const person = await makeMember();
    const code = await codeOf(person);
    const mark = randomUUID().slice(0, 8);
    const both = await Promise.all(
      [`k${mark}@example.com`, `k.${mark}+2@example.com`].map((email) => joinBy(code, { email })),
    );
    const others = await Promise.all([joinBy(code), joinBy(code)]);
    for (const invitee of [...both, ...others]) await finish(invitee);
    await Promise.all([...both, ...others].map(({ userId }) => considerReferral(userId)));
    const states = (await statesOf(person)).map(([state]) => state).sort();
    expect(states).toEqual(["not-counted", "rewarded", "rewarded", "rewarded"]);
  });
});

describe("someone who was rewarded, then deletes the account and joins again", () => {
  test.each([
    ["by the same link", true],
    ["by another member's link", false],
  ])("isn't rewarded again %s", async (_how, isSame) => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const invitee = await bring(person);
    const before = await findRewards(person);
    await deleteAccount(invitee);
    const referrer = isSame ? person : other;
    const again = await joinBy(await codeOf(referrer), { email: invitee.email.replace("@", "+2@") });
    await finish(again);
    await considerReferral(again.userId);
    await rewardMissed();
    expect(await referralOf(again)).toMatchObject({ refused: "same-address", rewardedAt: null });
    expect(await findRewards(again)).toMatchObject({ boostUntil: null });
    expect(await findRewards(person)).toEqual(before);
    expect(await findRewards(other)).toMatchObject({ rewarded: 0, priorityUntil: null });
  });

  test("isn't rewarded for switching to that address later", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const invitee = await bring(person);
    await deleteAccount(invitee);
    const again = await joinBy(await codeOf(other));
    await db.user.update({ where: { id: again.userId }, data: { email: invitee.email } });
    await finish(again);
    await considerReferral(again.userId);
    expect(await referralOf(again)).toMatchObject({ refused: "same-address", rewardedAt: null });
  });
});

describe("an invitation by email", () => {
  const codeIn = async (email: string) => {
    const [mail] = await mailsTo(email);
    const text = openText(mail?.textBody ?? "") ?? "";
    return text.split(sitePaths.join(""))[1]?.split(/\s/)[0] ?? "";
  };

  test("is emailed once per address, with an escaped name, and its sender sees who joined with its link", async () => {
    const person = await makeMember({ name: "<b>Eve</b> O’Neil +1 (555) 0100 http://evil.example" });
    const email = newEmail();
    const twice = [inviteByMail(person, email), inviteByMail(person, email.replace("@", "+x@"))];
    const outcomes = await Promise.all(twice);
    expect(outcomes.map((done) => done.ok && done.isNew).sort()).toEqual([false, true]);
    expect(await inviteByMail(person, email)).toEqual({ ok: true, isNew: false });
    const all = await db.mailedInvitation.findMany({ where: { inviterId: person.userId } });
    expect(all).toHaveLength(1);
    const [mail, ...more] = [...(await mailsTo(email)), ...(await mailsTo(email.replace("@", "+x@")))];
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("b Eve b O’Neil http evil example invited you to Matchcut");
    expect(mail?.htmlBody).not.toContain("<b>");
    expect(mail?.htmlBody).not.toContain("://evil");
    expect(mail?.unsubscribeHref).toBe(stopLink(email));
    expect(await statesOf(person)).toEqual([["sent", "f•••@example.com"]]);

    const link = await codeIn(mail?.toAddress ?? "");
    // Anyone may join with the link, using any address. Only then is the person named.
    const invitee = await joinBy(link);
    expect(await statesOf(person)).toEqual([["joined", "Ira Invited"]]);
    await joinBy(null, { email });
    expect(await statesOf(person)).toEqual([["joined", "Ira Invited"]]);
    await db.block.create({ data: { blockerId: invitee.userId, blockedId: person.userId } });
    expect(await statesOf(person)).toEqual([["joined", "f•••@example.com"]]);
  });

  test("belongs to its sender: another member's code with its suffix counts as that member's shared link", async () => {
    const [sender, other] = [await makeMember(), await makeMember()];
    const email = newEmail();
    await inviteByMail(sender, email);
    const [, suffix] = (await codeIn(email)).split("-");
    const invitee = await joinBy(`${await codeOf(other)}-${suffix}`);
    expect(await statesOf(sender)).toEqual([["sent", "f•••@example.com"]]);
    expect(await statesOf(other)).toEqual([["joined", "Ira Invited"]]);
    expect(await referralOf(invitee)).toMatchObject({ referrerId: other.userId, invitationId: null });
  });

  test("doesn't reveal whether an address has an account: none is sent to an address that has one or opted out", async () => {
    const [person, member] = [await makeMember(), await makeMember()];
    expect(await inviteByMail(person, member.email)).toEqual(sent);
    expect(await mailsTo(member.email)).toEqual([]);
    const email = newEmail();
    expect(await inviteByMail(person, email)).toEqual(sent);
    const token = (await mailsTo(email))[0]?.unsubscribeHref?.split("/").at(-1) ?? "";
    expect(await findStop(token)).toEqual({ isStopped: false });
    expect(await Promise.all([stopInvitations(token), stopInvitations(token)])).toEqual([ok, ok]);
    expect(await findStop(token)).toEqual({ isStopped: true });
    const [hash] = token.split(".");
    expect(await stopInvitations(`${hash}.${"x".repeat(43)}`)).toEqual({ ok: false, refused: "not-found" });
    const other = await makeMember();
    expect(await inviteByMail(other, email)).toEqual(sent);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await statesOf(person)).map(([state]) => state)).toEqual(["sent", "sent"]);
    expect(JSON.stringify(await db.invitationStop.findMany())).not.toContain(email.split("@")[0]);
  });

  test("is refused for the member's own address, and until that's confirmed", async () => {
    const person = await makeMember();
    const own = person.email.replace("@", "+me@");
    expect(await inviteByMail(person, own)).toEqual({ ok: false, refused: "own-address" });
    const unconfirmed = { ...person, isConfirmed: false };
    expect(await inviteByMail(unconfirmed, newEmail())).toEqual({ ok: false, refused: "not-confirmed" });
    expect(await statesOf(person)).toEqual([]);
  });

  test("is limited per day, in total, and per mailbox, and none is sent for a held account", async () => {
    const person = await makeMember();
    const many = await Promise.all(Array.from({ length: 14 }, () => inviteByMail(person, newEmail())));
    expect(many.filter((done) => done.ok)).toHaveLength(invitationLimits.aDay);
    expect(many.find((done) => !done.ok)).toEqual({ ok: false, refused: "day-limit" });
    await db.mailedInvitation.updateMany({
      where: { inviterId: person.userId },
      data: { createdAt: new Date(Date.now() - 2 * day) },
    });
    const old = Array.from({ length: invitationLimits.inAll - invitationLimits.aDay }, () => ({
      inviterId: person.userId,
      addressHash: new Uint8Array(Buffer.from(randomUUID())),
      masked: "x",
      code: randomUUID(),
      createdAt: new Date(Date.now() - 3 * day),
    }));
    await db.mailedInvitation.createMany({ data: old });
    expect(await inviteByMail(person, newEmail())).toEqual({ ok: false, refused: "limit" });
    const { invites, next } = await listInvites(person, null);
    const further = await listInvites(person, next);
    expect(new Set([...invites, ...further.invites].map(({ id }) => id)).size).toBe(40);

    const email = newEmail();
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember()));
    const atOnce = await Promise.all(members.map((member) => inviteByMail(member, email)));
    expect(atOnce).toEqual(members.map(() => sent));
    expect(await mailsTo(email)).toHaveLength(3);
    const held = await makeMember();
    await db.user.update({ where: { id: held.userId }, data: { heldAt: new Date() } });
    const another = newEmail();
    expect(await inviteByMail(held, another)).toEqual(sent);
    expect(await mailsTo(another)).toEqual([]);
  });
});
