import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { demoPages } from "../../bench/pages";
import { type QueryCounter, startQueryCounter } from "../../bench/query-counter";
import { seedDemo } from "../../prisma/seed";
import { demoLogins, demoPassword } from "../../prisma/seed/logins";
import { startApp } from "../support/app";
import { givePlan, makeContributor, makeCreator } from "../support/people";
import { makeProject } from "../support/projects";
import { as, type Visitor } from "../support/request";
import { thirdOf } from "../support/scope";
import { press } from "../support/submitting";
import { makeTalk } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
let counter: QueryCounter;
let creator: Visitor;
let contributor: Visitor;
/** Someone on Free without projects, because plans and projects would prevent switching roles. */
let starter: Visitor;
/** The URLs of the demo creator's pages, by route. */
let pages: Record<string, string>;
beforeAll(async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  await seedDemo(databaseUrl);
  const [most, others] = await demoPages(databaseUrl, demoLogins.creator);
  pages = { ...most, ...others };
  counter = await startQueryCounter(databaseUrl);
  // With a pool of one, all of the pages' statements use three known connections: two pipelines for reads, and the pool
  // for writes. The relay connects directly, so its poll each second isn't counted.
  app = await startApp({
    env: { DATABASE_URL: counter.url, DATABASE_DIRECT_URL: databaseUrl, DATABASE_POOL: "1" },
  });
  creator = await signIn(demoLogins.creator);
  contributor = await signIn(demoLogins.contributor);
  starter = await signIn(demoLogins.starter);
}, 120_000);
afterAll(async () => {
  await app.stop();
  counter.stop();
});

async function signIn(email: string): Promise<Visitor> {
  const visitor = as(null);
  await press(visitor, paths.login(), "Sign In", { Email: email, Password: demoPassword });
  return visitor;
}

async function firstOn(visitor: Visitor, list: string, pattern: RegExp): Promise<string> {
  const [address] = pattern.exec((await visitor.get(list)).html) ?? [];
  if (!address) throw new Error(`no match on ${list}`);
  return address;
}

/** Includes the session's statement. */
const maxStatements = { usual: 3, discover: 2, filtered: 5, dashboard: 4, conversation: 4 };

interface Visited {
  name: string;
  visitor: Visitor;
  address: string;
  most: number;
}

const of = (kind: string, visitor: Visitor, all: [address: string, most: number][]): Visited[] =>
  all.map(([address, most]) => ({ name: `${kind}: ${address}`, visitor, address, most }));
const addressOf = (route: string) => pages[route] ?? route;
const idIn = (address: string) => address.split("/").at(-1) ?? "";
const findApplicant = () =>
  firstOn(creator, addressOf("/projects/{id}"), /\/projects\/[0-9a-f-]{36}\/applicants\/[0-9a-f-]{36}/);

/** The pages that members visit most. */
async function visited(): Promise<Visited[]> {
  const { usual, discover, dashboard, conversation } = maxStatements;
  const applicant = await findApplicant();
  return [
    ...of("creator", creator, [
      ["/dashboard", dashboard],
      ["/discover", discover],
      ["/matches", usual],
      [addressOf("/matches/{id}"), usual],
      ["/messages", usual],
      [addressOf("/messages/{id}"), conversation],
      ["/projects", usual],
      [addressOf("/projects/{id}"), usual],
      ["/saved", usual],
      [addressOf("/saved/{id}"), usual],
      ["/notifications", usual],
      [addressOf("/profile/{id}"), usual],
      ["/profile", usual],
      ["/profile/edit", usual],
      ["/creator-dashboard", usual],
      ["/analytics", usual],
      ["/settings/usage", usual],
      ["/settings/billing", usual],
      ["/invite", usual],
      [applicant, usual],
      [`${addressOf("/projects/{id}")}/compare?with=${idIn(applicant)}`, usual],
    ]),
    ...of("contributor", contributor, [
      ["/dashboard", dashboard],
      ["/discover", discover],
      ["/matches", usual],
      ["/projects", usual],
      [await firstOn(contributor, "/projects", /\/projects\/[0-9a-f-]{36}/), usual],
      [await firstOn(contributor, "/messages", /\/messages\/[0-9a-f-]{36}/), conversation],
      [await firstOn(contributor, "/matches", /\/profile\/[0-9a-f-]{36}/), usual],
      ["/profile", usual],
    ]),
  ];
}

const settings = [
  ...["", "/account", "/account/type", "/address", "/appearance", "/blocked", "/data", "/notifications"],
  ...[
    "/password",
    "/privacy",
    "/searches",
    "/second-factor",
    "/second-factor/app",
    "/second-factor/passkeys",
  ],
  ...["/sessions", "/time"],
].map((page) => `/settings${page}`);
const shared = [...settings, "/messages/new", "/messages/new?q=a", "/profile/avatar", "/profile/work"];

/** Pages that members rarely visit. Their statements may be unnamed. */
async function rarelyVisited(): Promise<Visited[]> {
  const [project = "", talk = "", profile = ""] = ["/projects/{id}", "/messages/{id}", "/profile/{id}"].map(
    addressOf,
  );
  const applicantId = idIn(await findApplicant());
  const known = await firstOn(contributor, "/matches", /\/profile\/[0-9a-f-]{36}/);
  const work = await firstOn(creator, profile, /\/view\/sample\/[0-9a-f-]{36}/);
  const sample = await firstOn(creator, work, /\/report\/sample\/[0-9a-f-]{36}/);
  const asUsual = (kind: string, visitor: Visitor, all: string[]) =>
    of(
      kind,
      visitor,
      all.map((address) => [address, maxStatements.usual]),
    );
  return [
    ...of("creator", creator, [
      ["/discover?service=1", maxStatements.filtered],
      ["/discover?availability=available", maxStatements.filtered],
    ]),
    ...asUsual("creator", creator, [
      ...[...shared, "/saved/lists", "/payment", "/payment-success", "/pricing"],
      ...["/project-brief", "/project-brief?step=budget", "/project-brief/files"],
      ...[`/project-brief/files?project=${idIn(project)}`, `${project}/edit`, `${project}/repost`],
      ...[`${profile}/block`, `${profile}/invite`, `/report${profile}`, `/report/conversation/${idIn(talk)}`],
      ...[work, sample, `/report/application/${idIn(project)}?by=${applicantId}`],
      addressOf("/messages/new"),
      `/messages/new?with=${applicantId}+${idIn(profile)}&sending=1`,
    ]),
    ...asUsual("starter", starter, ["/settings/account/type"]),
    ...asUsual("contributor", contributor, [
      ...[...shared, "/settings/billing", "/settings/usage", "/invite", `${known}/block`],
      ...[`/report${known}`, `/report/project/${idIn(project)}`],
    ]),
  ];
}

/** Without a browser's user agent, the view would count as a robot's, which isn't recorded. */
const headers = { "User-Agent": "Mozilla/5.0" };

async function open({ visitor, address }: Visited, ending = ""): Promise<string[]> {
  counter.take();
  const [path, query] = address.split("?");
  const reply = await visitor.get(`${path}${ending}${query ? `?${query}` : ""}`, { headers });
  expect(reply.status, address).toBe(200);
  return counter.takeNames();
}

const shortestOf = (views: string[][]) =>
  views.reduce((least, one) => (one.length < least.length ? one : least));

/** The statements that PostgreSQL plans for each value on the pages' connection, instead of once. */
async function readReplanned(): Promise<string[]> {
  const rows = await counter.askWhere(
    "accounts-find-actor",
    "SELECT name FROM pg_prepared_statements WHERE custom_plans > 0",
  );
  return rows.map(([name = ""]) => name);
}

test("a page needs few statements, as a document and as data, and none of them is planned again at each view", async () => {
  const tooMany: string[] = [];
  const unnamed: string[] = [];
  for (const page of await visited())
    for (const [kind, ending] of [
      ["page", ""],
      ["data", ".data"],
    ] as const) {
      // Takes the fewest statements of three views, because work in the background is counted, too.
      const names = shortestOf([
        await open(page, ending),
        await open(page, ending),
        await open(page, ending),
      ]);
      if (names.length > page.most)
        tooMany.push(`${page.name}, ${kind}: ${names.length} of ${page.most}: ${names.join(", ")}`);
      unnamed.push(...names.filter((name) => name.includes(" ")).map((text) => `${page.name}: ${text}`));
    }
  expect(tooMany, "read what belongs together in one statement, or only when it's needed").toEqual([]);
  expect(unnamed, "send hot statements through readRows, with a name").toEqual([]);
  expect(await readReplanned()).toEqual([]);
}, 180_000);

test("rarely visited pages also stay within the statement limit", async () => {
  const tooMany: string[] = [];
  for (const page of thirdOf(await rarelyVisited()))
    for (const ending of ["", ".data"]) {
      // Takes the fewest statements of three views, because work in the background is counted, too.
      const names = shortestOf([
        await open(page, ending),
        await open(page, ending),
        await open(page, ending),
      ]);
      if (names.length > page.most)
        tooMany.push(`${page.name}${ending}: ${names.length} of ${page.most}: ${names.join(", ")}`);
    }
  expect(tooMany, "read what belongs together in one statement, or only when it's needed").toEqual([]);
}, 180_000);

test("a write needs few statements", async () => {
  const { creator: owner, contributor: applicant, conversationId } = await makeTalk();
  const stranger = await makeCreator();
  await givePlan(owner, "pro");
  const projects = [await makeProject(owner), await makeProject(owner), await makeProject(stranger)];
  const people = [await makeContributor(), await makeContributor(), await makeContributor()];
  const writes: Record<string, { most: number; by: Visitor; send: (i: number) => [string, object] }> = {
    swipe: {
      most: 9,
      by: as(owner),
      send: (i) => [paths.swipe(), { targetId: people[i]?.userId, choice: "pass", key: randomUUID() }],
    },
    save: {
      most: 9,
      by: as(owner),
      send: (i) => [paths.saveContributor(people[i]?.userId ?? ""), { intent: "save" }],
    },
    message: {
      most: 14,
      by: as(owner),
      send: (i) => [
        paths.conversationNow(conversationId, { after: i + 1 }),
        { messageId: randomUUID(), content: "Hello" },
      ],
    },
    application: {
      most: 11,
      by: as(applicant),
      send: (i) => [paths.project(projects[i] ?? ""), { intent: "apply", note: "I'd like to." }],
    },
    decision: {
      most: 9,
      by: as(owner),
      send: (i) => [
        paths.applicant(projects[0] ?? "", applicant.userId),
        { intent: i % 2 ? "take-back" : "decline" },
      ],
    },
  };
  const tooMany: string[] = [];
  for (const [name, { most, by, send }] of Object.entries(writes)) {
    const sent: string[][] = [];
    for (const i of [0, 1, 2]) {
      const [path, fields] = send(i);
      counter.take();
      const { status } = await by.post(path, fields as Record<string, string>);
      expect(status, name).toBeLessThan(400);
      sent.push(counter.takeNames());
    }
    const names = shortestOf(sent);
    if (names.length > most) tooMany.push(`${name}: ${names.length} of ${most}: ${names.join(", ")}`);
  }
  // BEGIN and COMMIT are counted, too.
  expect(tooMany, "read and write what belongs together in one statement").toEqual([]);
}, 60_000);
