import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeAdmin, makeCreator, type Person } from "../support/people";
import { as, type Visitor } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
let admin: Person;
let desk: Visitor;
/** The person that each list is searched for. Another person has rows, too. */
let person: Person;
let other: Person;
/** What each list shows before it has any rows. */
const whileEmpty = new Map<string, string>();

/** More than one page of the newsletter's list. */
const many = 53;
const few = 3;
/** Rows come in pairs with the same timestamp, so their order also depends on their IDs. */
const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index >> 1)));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin();
  desk = as(admin);
  for (const {
    name,
    path,
    search: { state },
  } of lists)
    whileEmpty.set(name, (await desk.get(path(state ? { state } : {}))).text);
  person = await makeCreator({ name: "Zoe Listed", email: "zoe.listed@example.com" });
  other = await makeCreator({ name: "Yan Other" });
  for (const [{ userId, name, email }, count] of [
    [person, many],
    [other, few],
  ] as const) {
    const rows = numbers(count);
    await db.reportCase.createMany({
      data: rows.map((index) => ({
        ...{ kind: "profile", subjectId: randomUUID(), reportedId: userId, reasons: ["scam"] },
        ...{ urgency: 1 + (index % 3), reportCount: 1 + (index % 4), createdAt: at(index) },
      })),
    });
    await db.appeal.createMany({
      data: rows.map((index) => ({
        ...{ userId, kind: "warning", decisionId: randomUUID(), words: "No", createdAt: at(index) },
      })),
    });
    const payments = await db.payment.createManyAndReturn({
      data: rows.map((index) => ({
        ...{
          userId,
          planType: "pay_per_post" as const,
          priceId: "price_x",
          status: "paid",
          paidAt: at(index),
        },
      })),
    });
    await db.refundRequest.createMany({
      data: payments.map(({ id }, index) => ({
        ...{ userId, paymentId: id, amountCents: 100, reason: "Too slow", createdAt: at(index) },
        // Decisions are in the reverse order of requests, so that sorting by either one gives a different list.
        ...(index < 25 && {
          ...{ status: "declined", decidedAt: at(100 - index), decidedById: admin.userId, note: "Used up" },
        }),
      })),
    });
    await db.contactMessage.createMany({
      data: rows.map((index) => ({
        ...{ userId, name, email, subject: "support", message: "Hello", createdAt: at(index) },
        ...(index < 25 && {
          ...{ state: "answered", answer: "Hi", handledAt: at(100 - index), handledBy: admin.userId },
        }),
      })),
    });
    await db.newsletterSubscriber.createMany({
      data: rows.map((index) => ({
        ...{ email: `${name.slice(0, 3)}-${index}@example.com`, confirmedAt: at(index), createdAt: at(0) },
      })),
    });
    await db.outboxMail.createMany({
      data: rows.map((index) => ({
        ...{ userId, toAddress: email, kind: "match", subject: "A", textBody: "", htmlBody: "" },
        ...{ eventKey: randomUUID(), lastError: "TimeoutError", createdAt: at(index), retriedAt: at(99) },
      })),
    });
    await db.auditEntry.createMany({
      data: rows.map((index) => ({
        ...{ actorId: admin.userId, action: "usage.reset", subjectId: userId, createdAt: at(index) },
        details: { reason: `Reason-${randomUUID()}`, before: { used: 5 }, after: { used: 0 } },
      })),
    });
    await db.$executeRaw`
      SELECT graphile_worker.add_job(${`job-of-${name.slice(0, 3)}`}, '{}', max_attempts := 1) FROM generate_series(1, ${count})`;
  }
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'Error'`;
});
afterAll(() => app.stop());

const linkIn = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");

const uuid = "[0-9a-f]{8}-[0-9a-f-]{27}";
/** Matches a link to a row, which may also contain the query of the list that it's in. */
const after = (prefix: string) => new RegExp(`${prefix}(${uuid})["?]`, "g");
type Direction = "up" | "down";

/** `key` is the CSV column whose values `rows` finds on the page. Each order names the CSV column that it sorts by. */
const lists: {
  name: string;
  path: (query: Record<string, string>) => string;
  rows: RegExp;
  key: string;
  search: Record<string, string>;
  total: number;
  orders: [query: Record<string, string>, column: string, direction: Direction][];
  /** The columns of the CSV file that are empty in all of these rows. No other column may be. */
  blank?: string[];
}[] = [
  {
    ...{ name: "reports", path: adminPaths.reports, rows: after('href="/admin/reports/'), key: "ID" },
    search: { q: "zoe" },
    total: many,
    orders: [
      [{}, "Severity", "up"],
      [{ sort: "oldest" }, "First reported (UTC)", "up"],
      [{ sort: "reports", reason: "scam" }, "Reports", "down"],
    ],
    blank: ["Title", "Decided (UTC)"],
  },
  {
    ...{ name: "appeals", path: adminPaths.appeals, rows: after('href="/admin/appeals/'), key: "ID" },
    search: { q: "zoe.listed@example.com" },
    total: many,
    orders: [
      [{}, "Sent (UTC)", "up"],
      [{ sort: "newest" }, "Sent (UTC)", "down"],
    ],
    blank: ["Reason", "Decision by", "Appeal decided (UTC)", "Appeal decided by", "Our message"],
  },
  {
    ...{ name: "refunds", path: adminPaths.refunds, rows: after('href="/admin/refunds/'), key: "ID" },
    search: { q: "listed" },
    total: many - 25,
    orders: [
      [{}, "Requested (UTC)", "up"],
      [{ sort: "newest" }, "Requested (UTC)", "down"],
    ],
    blank: ["Decided (UTC)", "Decided by", "Note"],
  },
  {
    ...{ name: "decided refunds", path: adminPaths.refunds, rows: after('href="/admin/refunds/'), key: "ID" },
    search: { q: "listed", state: "decided" },
    total: 25,
    orders: [
      [{}, "Decided (UTC)", "down"],
      [{ sort: "oldest" }, "Decided (UTC)", "up"],
    ],
  },
  {
    ...{ name: "contact", path: adminPaths.contactInbox, rows: after('href="/admin/contact/'), key: "ID" },
    search: { q: "ZOE L" },
    total: many - 25,
    orders: [
      [{}, "Sent (UTC)", "up"],
      [{ sort: "newest", subject: "support" }, "Sent (UTC)", "down"],
    ],
    blank: ["Handled (UTC)", "Handled by", "Reply"],
  },
  {
    ...{ name: "handled", path: adminPaths.contactInbox, rows: after('href="/admin/contact/'), key: "ID" },
    search: { q: "zoe.listed@ex", state: "handled" },
    total: 25,
    orders: [
      [{}, "Handled (UTC)", "down"],
      [{ sort: "oldest" }, "Handled (UTC)", "up"],
    ],
  },
  {
    ...{ name: "newsletter", path: adminPaths.subscribers, rows: /(Zoe-\d+@example\.com)<\/span>/g },
    ...{ key: "Email", search: { q: "zoe-" }, total: many },
    orders: [
      [{}, "Subscribed (UTC)", "down"],
      [{ sort: "oldest" }, "Subscribed (UTC)", "up"],
    ],
  },
  {
    ...{ name: "mail", path: adminPaths.unsentMails, rows: after('name="mail" value="'), key: "ID" },
    search: { q: "Zoe.Listed@" },
    total: many,
    orders: [
      [{}, "Added (UTC)", "up"],
      [{ sort: "newest" }, "Added (UTC)", "down"],
    ],
  },
  {
    ...{ name: "jobs", path: adminPaths.failedJobs, rows: /name="job" value="(\d+)"/g, key: "ID" },
    search: { task: "job-of-Zoe" },
    total: many,
    orders: [
      [{}, "ID", "up"],
      [{ sort: "newest" }, "ID", "down"],
    ],
  },
  {
    ...{ name: "audit log", path: adminPaths.audit, rows: new RegExp(`>(Reason-${uuid})<`, "g") },
    ...{ key: "Reason", search: { person: "zoe" }, total: many },
    orders: [
      [{}, "Time (UTC)", "down"],
      [{ sort: "oldest" }, "Time (UTC)", "up"],
    ],
  },
];

test("the list of reports says how long the oldest has waited", async () => {
  expect((await desk.get(adminPaths.reports())).text).toContain("The oldest came in Jan");
});

test("the list of reports uses the singular for one reporter", async () => {
  const { text } = await desk.get(adminPaths.reports());
  const named = String.raw`\w+ \w+ has never been reported\.\s+`;
  for (const [reports, reporters] of [
    ["1 report, Jan", "The person who reported this has never been reported."],
    ["2 reports, the first Jan", "The people who reported this have never been reported."],
  ])
    expect(text).toMatch(new RegExp(String.raw`${reports} [\d, ]+\.\s+${named}${reporters}`));
});

/** A cell's text as a number, for comparing rows. */
const rankOf = (text: string) =>
  ({ "High severity": 1, "Medium severity": 2, "Low severity": 3 })[text] ??
  (/^\d+$/.test(text) ? Number(text) : Date.parse(text));

test.each(lists)(
  "before any filter is chosen, $name explains its filters and has none to clear",
  async ({ path }) => {
    const { html, text } = await desk.get(path({}));
    expect(text).not.toMatch(/Show all|Clear filters/);
    const empty = [...html.matchAll(/<option value=""[^>]*>(.*?)<\/option>/g)].map(([, words]) => words);
    expect(empty.filter((words) => words !== "Any" && words !== "Default")).toEqual([]);
  },
);

test.each(lists)("$name says that it's empty, and not that nothing matches", ({ name }) => {
  expect(whileEmpty.get(name)).toMatch(/\bNo (?!matching)[a-z]/);
});

test.each(lists)(
  "$name can be searched and sorted, and shows each row exactly once, on its pages and in its file",
  async (list) => {
    for (const [order, column, direction] of list.orders) {
      const address = list.path({ ...list.search, ...order });
      const first = await desk.get(address);
      expect(first.text).toMatch(new RegExp(`\\b${list.total} [a-z ]+ Download CSV`));
      const [head = [], ...lines] = (await desk.get(linkIn(first.html, /href="([^"]*\.csv[^"]*)"/))).html
        .replace("\uFEFF", "")
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(","));
      const of = (name: string) => lines.map((line) => line[head.indexOf(name)] ?? "");
      expect(head.filter((name) => of(name).every((cell) => cell === ""))).toEqual(list.blank ?? []);
      const words = lines.flatMap((cells) => cells.filter((_, index) => head[index] !== list.key));
      expect(
        words.filter((cell) => /^[a-z]+(_[a-z]+)+$/.test(cell)),
        "stored codes",
      ).toEqual([]);
      const ranks = of(column).map(rankOf);
      expect(ranks).toEqual([...ranks].sort((one, next) => (direction === "up" ? one - next : next - one)));
      expect(new Set(ranks).size).toBeGreaterThan(2);

      const shown: string[] = [];
      for (let page = first, count = 1; ; count += 1) {
        shown.push(...[...page.html.matchAll(list.rows)].map(([, id = ""]) => id));
        const next = linkIn(page.html, /href="([^"]*)"[^>]*rel="next"/);
        if (!next) break;
        expect(count, `${next} ends`).toBeLessThan(9);
        page = await desk.get(next);
      }
      const inFile = of(list.key);
      expect(inFile).toHaveLength(list.total);
      expect(new Set(inFile).size).toBe(list.total);
      expect(shown).toEqual(inFile);
    }
    const nothing = { ...list.search, [Object.keys(list.search)[0] ?? ""]: "nobody-at-all" };
    expect((await desk.get(list.path(nothing))).text).toMatch(/No matching [a-z]/);
    // An invalid cursor, state or order is replaced by the default.
    const odd = await desk.get(
      list.path({ ...list.search, state: list.search.state ?? "x", sort: "x", after: "x_y" }),
    );
    expect(odd.text).toContain(` ${list.total} `);
  },
);
