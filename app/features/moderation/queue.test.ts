import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { suspensionReasons } from "~/features/accounts/suspension";
import { readList } from "~/http/admin-list-page.server";
import { db } from "~/platform/db.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { type AdminPerson, makeAdmin, makeContributor, makeCreator } from "../../../tests/support/people";
import { caseList, findCase, findOldestCase } from "./case.server";
import { decideCase } from "./deciding.server";
import type { ReportReason } from "./report";
import { reportThing } from "./reporting.server";

async function makeCases(reasons: ReportReason[]) {
  const reporter = await makeCreator({ name: "Rhea Reporter" });
  const people = [];
  for (const [index, reason] of reasons.entries()) {
    const person = await makeContributor({ name: `Person ${index}` });
    const thing = { kind: "profile", id: person.userId, seq: null, by: null } as const;
    await reportThing(reporter, "192.0.2.1", thing, { reason, details: `Details ${index}`, block: false });
    people.push(person);
  }
  return { reporter, people };
}

const everyPage = async (admin: AdminPerson, filter: Parameters<typeof adminPaths.reports>[0]) =>
  (await rowsOfAllPages(caseList, admin, adminPaths.reports(filter))).map(({ name }) => name);

test("lists the most severe cases first, then the oldest, each once across the pages, and applies filters", async () => {
  const admin = await makeAdmin();
  const reasons = Array.from(
    { length: 18 },
    (_, index) => (["spam", "stolen", "scam"] as const)[index % 3] ?? "spam",
  );
  const { reporter, people } = await makeCases(reasons);
  const of = (reason: ReportReason) =>
    people.filter((_, index) => reasons[index] === reason).map(({ name }) => name);
  expect(await everyPage(admin, {})).toEqual([...of("scam"), ...of("stolen"), ...of("spam")]);
  expect(await everyPage(admin, { reason: "stolen" })).toEqual(of("stolen"));
  expect(await everyPage(admin, { reason: "minor" })).toEqual([]);
  expect(await everyPage(admin, { sort: "oldest" })).toEqual(people.map(({ name }) => name));
  const [, chosen] = people;
  expect(await everyPage(admin, { sort: "reports", q: chosen?.userId })).toEqual([chosen?.name]);
  const [oldest] = await db.reportCase.findMany({ where: { state: "open" }, orderBy: { createdAt: "asc" } });
  expect(await findOldestCase(admin)).toBe(oldest?.createdAt.toISOString());
  const malformed = await readList(caseList, admin, adminPaths.reports({ after: "2_nonsense_x" }));
  expect(malformed.frame.count).toBe(18);
  expect(malformed.rows[0]?.name).toBe(of("scam")[0]);

  const [first, second] = (await readList(caseList, admin, adminPaths.reports())).rows;
  await decideCase(admin, first?.id ?? "", { decision: "dismiss", reason: "abuse", words: "" });
  await decideCase(admin, second?.id ?? "", { decision: "dismiss", reason: "fine", words: "Seen" });
  expect(await everyPage(admin, { state: "dismissed" })).toEqual([second?.name, first?.name]);

  const own = await db.report.findFirstOrThrow({
    where: { reporterId: reporter.userId, caseId: second?.id },
  });
  expect(await findCase(admin, second?.id ?? "")).toMatchObject({
    state: "dismissed",
    decision: { reason: "It doesn't break the guidelines", words: "Seen", by: admin.name },
    reports: [{ id: own.id, reporter: { name: "Rhea Reporter", made: 18, dismissed: 2, against: 0 } }],
  });
});

test("shows the history of both sides, but nothing to an admin about themselves", async () => {
  const admin = await makeAdmin();
  const { reporter, people } = await makeCases(["harassment"]);
  const [person] = people;
  if (!person) throw new Error("no person");
  await reportThing(
    person,
    "192.0.2.1",
    { kind: "profile", id: reporter.userId, seq: null, by: null },
    { reason: "spam", details: "", block: false },
  );
  const [row] = await db.reportCase.findMany({ where: { reportedId: person.userId } });
  const caseId = row?.id ?? "";
  const other = await makeAdmin({ name: "Olu Other" });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const [userId, byId] = [person.userId, other.userId];
  await db.warning.createMany({
    data: [
      { userId, byId, reason: "spam", words: "Once.", createdAt: daysAgo(60), readAt: daysAgo(59) },
      { userId, reason: "respect", words: "Twice.", createdAt: daysAgo(50) },
      { userId: reporter.userId, byId, reason: "spam", words: "Not theirs." },
    ],
  });
  const lifted = { endedAt: daysAgo(35), endedById: admin.userId };
  await db.suspension.createMany({
    data: [
      {
        userId,
        byId,
        reason: "spam",
        words: "Lifted.",
        createdAt: daysAgo(40),
        until: daysAgo(33),
        ...lifted,
      },
      // It had expired before its successor ended it.
      {
        userId,
        reason: "spam",
        words: "Expired.",
        createdAt: daysAgo(30),
        until: daysAgo(23),
        endedAt: daysAgo(20),
      },
    ],
  });
  await decideCase(admin, caseId, {
    decision: "suspend",
    reason: "respect",
    words: "Be kind.",
    length: "forever",
  });
  expect(await findCase(admin, caseId)).toMatchObject({
    isSuspended: true,
    reports: [{ details: "Details 0", reporter: { made: 1, against: 1 } }],
    suspensions: [
      { by: admin.name, words: "Be kind.", until: null, lifted: null },
      { by: "Unknown User", words: "Expired.", lifted: null },
      { by: "Olu Other", words: "Lifted.", lifted: { by: admin.name } },
    ],
    warnings: [
      { by: "Unknown User", reason: suspensionReasons.respect, words: "Twice.", readAt: null },
      { by: "Olu Other", reason: suspensionReasons.spam, words: "Once.", readAt: expect.any(String) },
    ],
    others: [],
  });
  const suspended = adminPaths.reports({ state: "suspended" });
  const { rows } = await readList(caseList, admin, suspended);
  expect(rows.find(({ id }) => id === caseId)).toMatchObject({
    reports: 1,
    against: 1,
    againstReporters: 1,
  });
  // Admins don't learn who reported them, either.
  expect(await findCase(person, caseId)).toBeNull();
  expect((await readList(caseList, { ...person, isAdmin: true }, suspended)).rows).toEqual([]);
});
