import { describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db, SessionEnded } from "~/platform/db.server";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
  signInAgain,
} from "../../../tests/support/people";
import { makeTalk } from "../../../tests/support/talks";
import { transactionBy } from "./acting.server";
import {
  confirmSession,
  deviceOf,
  findActor,
  findLivingSessions,
  isAccountGone,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signOut,
  startSession,
  sweepSessions,
} from "./sessions.server";

const day = 86_400_000;
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);
const hoursFromNow = (date: Date | undefined) =>
  Math.round(((date?.getTime() ?? 0) - Date.now()) / 3_600_000);

function change(sessionId: string, data: { lastSeenAt?: Date; expiresAt?: Date; endsAt?: Date }) {
  return db.session.update({ where: { id: sessionId }, data });
}

const livingOf = async ({ sessionId }: Person) => [...(await findLivingSessions([sessionId]))];

describe("a session", () => {
  test("identifies the person who signed in, with their type and approval status", async () => {
    const person = await makeContributor({
      name: "Noor Haddad",
      status: "pending",
      timeZone: "Europe/Berlin",
    });
    expect(await findActor(person.token)).toMatchObject({
      userId: person.userId,
      sessionId: person.sessionId,
      name: "Noor Haddad",
      userType: "contributor",
      contributorStatus: "pending",
      isAdmin: false,
      needsSecondFactor: false,
      timeZone: "Europe/Berlin",
      hasTimeZone: true,
    });
    const other = await makeMember();
    await db.user.update({ where: { id: other.userId }, data: { timeZone: null } });
    expect(await findActor(other.token)).toMatchObject({ timeZone: "UTC", hasTimeZone: false });
    expect(await findActor((await makeAdmin()).token)).toMatchObject({
      isAdmin: true,
      needsSecondFactor: false,
    });
  });

  test("counts unread messages and waiting Likes only when a page is shown", async () => {
    const { creator, contributor, place } = await makeTalk();
    const counts = { unread: 1, unreadNotifications: 1, newMatches: 0, likesWaiting: 0 };
    expect(await findActor(creator.token, paths.dashboard())).toMatchObject({
      ...counts,
      hasUnreadHere: false,
    });
    expect(await findActor(creator.token, place)).toMatchObject({ ...counts, hasUnreadHere: true });
    expect(await findActor(contributor.token, place)).toMatchObject({ hasUnreadHere: false });
    expect(await findActor(creator.token)).toMatchObject({ unread: 0, unreadNotifications: 0 });
  });

  test("for an account with a second factor begins only after the factor is proved, and records when that was", async () => {
    const { userId } = await makeMember();
    const { passwordHash } = await db.user.update({ where: { id: userId }, data: { secondFactor: true } });
    const start = (confirmedAt: Date | null) =>
      startSession(db, { userId, passwordHash, confirmedAt }, "x".repeat(300));
    expect(await start(null)).toBeNull();
    const confirmedAt = fromNow(-60_000);
    const started = await start(confirmedAt);
    expect(await findActor(started?.token ?? "")).toMatchObject({ confirmedAt });
    expect(await db.session.findMany({ where: { userId, confirmedAt } })).toMatchObject([
      { userAgent: "x".repeat(200) },
    ]);
  });

  test("records when the person proved their identity in it, which their other sessions don't", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const long = fromNow(-day);
    await db.session.updateMany({ where: { userId: person.userId }, data: { confirmedAt: long } });
    await confirmSession(db, person.sessionId);
    expect((await findActor(person.token))?.confirmedAt?.getTime()).toBeGreaterThan(long.getTime());
    expect((await findActor(other.token))?.confirmedAt).toEqual(long);
  });

  test("has a new token each time, and only its hash is stored", async () => {
    const { userId } = await makeMember();
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const start = () => startSession(db, { userId, passwordHash, confirmedAt: null }, "");
    const [one, two] = [await start(), await start()];
    expect(one?.token).not.toBe(two?.token);
    const rows = await db.session.findMany({ where: { userId } });
    expect(JSON.stringify(rows)).not.toContain(one?.token);
    expect(
      await startSession(db, { userId, passwordHash: "an older one", confirmedAt: null }, ""),
    ).toBeNull();
  });

  test("expires after two idle weeks", async () => {
    const person = await makeMember();
    const { expiresAt } = await db.session.findUniqueOrThrow({ where: { id: person.sessionId } });
    expect(hoursFromNow(expiresAt)).toBe(14 * 24);
    expect(await livingOf(person)).toHaveLength(1);
    await change(person.sessionId, { expiresAt: fromNow(-1) });
    expect(await findActor(person.token)).toBeNull();
    expect(await livingOf(person)).toEqual([]);
  });

  test("lasts longer when it's used, which writes at most once an hour", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    for (const { sessionId } of [person, other])
      await change(sessionId, { lastSeenAt: fromNow(-2 * 3_600_000), expiresAt: fromNow(day) });
    expect(await findActor(person.token)).not.toBeNull();
    const extended = await db.session.findUniqueOrThrow({ where: { id: person.sessionId } });
    expect(hoursFromNow(extended.expiresAt)).toBe(14 * 24);
    await change(person.sessionId, { expiresAt: fromNow(day) });
    await findActor(person.token);
    const fresh = await db.session.findUniqueOrThrow({ where: { id: person.sessionId } });
    expect(hoursFromNow(fresh.expiresAt)).toBe(24);
    const unused = await db.session.findUniqueOrThrow({ where: { id: other.sessionId } });
    expect(hoursFromNow(unused.expiresAt)).toBe(24);
  });

  test("ends after ninety days even if it's used", async () => {
    const person = await makeMember();
    const { endsAt } = await db.session.findUniqueOrThrow({ where: { id: person.sessionId } });
    expect(hoursFromNow(endsAt)).toBe(90 * 24);
    await change(person.sessionId, { lastSeenAt: fromNow(-day), endsAt: fromNow(-1) });
    expect(await findActor(person.token)).toBeNull();
    expect(await livingOf(person)).toEqual([]);
  });

  test("isn't accepted while the account is suspended, which it says only while it lasts", async () => {
    const person = await makeMember();
    expect(await isAccountGone(person.token)).toBe(false);
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    expect(await findActor(person.token)).toBeNull();
    expect([await livingOf(person), await isAccountGone(person.token)]).toEqual([[], true]);
    await change(person.sessionId, { expiresAt: fromNow(-1) });
    expect(await isAccountGone(person.token)).toBe(false);
    await change(person.sessionId, { expiresAt: fromNow(day), endsAt: fromNow(-1) });
    expect(await isAccountGone(person.token)).toBe(false);
  });
});

describe("revoking sessions", () => {
  test("ends one session immediately and keeps the others", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    await revokeSession(person, other.sessionId);
    expect(await findActor(other.token)).toBeNull();
    expect(await findActor(person.token)).not.toBeNull();
  });

  test("ends the person's other sessions and no one else's", async () => {
    const person = await makeMember();
    const others = [await signInAgain(person), await signInAgain(person)];
    const stranger = await makeMember();
    expect(await revokeOtherSessions(person)).toBe(2);
    for (const other of others) expect(await findActor(other.token)).toBeNull();
    expect(await findActor(person.token)).not.toBeNull();
    expect(await findActor(stranger.token)).not.toBeNull();
  });

  test("leaves other people's sessions alone", async () => {
    const [person, stranger] = [await makeMember(), await makeMember()];
    await revokeSession(person, stranger.sessionId);
    expect(await findActor(stranger.token)).not.toBeNull();
  });
});

test("the list shows only the person's active sessions and marks the current one", async () => {
  const person = await makeMember();
  const other = await signInAgain(person);
  const [idle, old] = [await signInAgain(person), await signInAgain(person)];
  await change(idle.sessionId, { expiresAt: fromNow(-1) });
  await change(old.sessionId, { endsAt: fromNow(-1) });
  await makeMember();
  for (const [latest, earlier] of [
    [person, other],
    [other, person],
  ] as const) {
    await change(earlier.sessionId, { lastSeenAt: fromNow(-60_000) });
    await change(latest.sessionId, { lastSeenAt: new Date() });
    const shown = await listSessions(person);
    expect(shown.map(({ id, current }) => [id, current])).toEqual(
      [latest, earlier].map(({ sessionId }) => [sessionId, sessionId === person.sessionId]),
    );
  }
  const shown = await listSessions(person);
  expect(shown[0]?.device).toBe("Firefox on Linux");
});

test("the sweep deletes only what has expired", async () => {
  const person = await makeMember();
  const over = await signInAgain(person);
  const old = await signInAgain(person);
  const other = await signInAgain(person);
  await change(over.sessionId, { expiresAt: fromNow(-1) });
  await change(old.sessionId, { endsAt: fromNow(-1) });
  const { userId } = person;
  for (const [expiresAt, first] of [
    [fromNow(-8 * day), 1],
    [fromNow(-6 * day), 2],
  ] as const) {
    const link = { userId, expiresAt, tokenHash: new Uint8Array(32).fill(first) };
    await db.recoveryLink.create({ data: link });
    await db.confirmationLink.create({ data: link });
  }
  const form = { path: "/x", fields: {} };
  await db.keptForm.create({ data: { ...form, sessionId: person.sessionId } });
  await db.keptForm.create({ data: { ...form, sessionId: other.sessionId, createdAt: fromNow(-3_700_000) } });
  const unsent = { path: "/x", fields: [], shown: [], hadFile: false };
  const late = await makeMember();
  await db.unsentForm.createMany({
    data: [
      { ...unsent, userId, createdAt: fromNow(-day - 60_000) },
      { ...unsent, userId: late.userId, createdAt: fromNow(60_000 - day) },
    ],
  });
  await sweepSessions();
  expect(await db.unsentForm.findMany({ select: { userId: true } })).toEqual([{ userId: late.userId }]);
  const left = await db.session.findMany({ where: { userId }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([person.sessionId, other.sessionId].sort());
  // An expired link is kept for a week, so that its page can say that it has expired.
  for (const links of [
    await db.recoveryLink.findMany({ where: { userId } }),
    await db.confirmationLink.findMany({ where: { userId } }),
  ])
    expect(links.map(({ tokenHash }) => tokenHash[0])).toEqual([2]);
  const forms = await db.keptForm.findMany({ where: { session: { userId } } });
  expect(forms.map(({ sessionId }) => sessionId)).toEqual([person.sessionId]);
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 OPR/120.0", "Opera on macOS"],
  ["Lynx/2.9.0", "Lynx"],
  ["Mozilla/5.0 (X11; Linux x86_64) KHTML/5.116 (like Gecko) Konqueror/5.116", "A browser on Linux"],
  ["w3m/0.5.3", "w3m"],
  ["", "Unknown browser"],
  ["<script>alert(1)</script>", "Unknown browser"],
])("recognizes the browser and the system: %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

describe("an action whose session ends before it commits", () => {
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ["is signed out", (person) => signOut(person)],
    ["was idle for too long", (person) => change(person.sessionId, { expiresAt: fromNow(-60_000) })],
    ["is over", (person) => change(person.sessionId, { endsAt: fromNow(-60_000) })],
    ["belongs to someone who is suspended", ({ userId }) => suspendNow(userId)],
    ["was an admin's", ({ userId }) => db.user.update({ where: { id: userId }, data: { isAdmin: false } })],
  ];
  const suspendNow = (id: string) => db.user.update({ where: { id }, data: { suspendedAt: new Date() } });

  test.each(ends)("is undone, even after waiting for a lock, if the session %s", async (_how, end) => {
    const person = await makeAdmin();
    const written = transactionBy(person, async (tx) => {
      await tx.profile.update({ where: { id: person.userId }, data: { bio: "Too late" } });
      await end(person);
    });
    await expect(written).rejects.toThrow(SessionEnded);
    expect((await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).bio).not.toBe("Too late");
  });

  test("commits while the session lasts, and is refused with someone else's session", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    expect(await transactionBy(person, async () => "done")).toBe("done");
    const mixed = { userId: person.userId, sessionId: other.sessionId };
    await expect(transactionBy(mixed, async () => "done")).rejects.toThrow(SessionEnded);
    expect(await transactionBy(null, async () => "a guest's")).toBe("a guest's");
  });
});
