import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { features, forbidden } from "../.dependency-cruiser.mjs";
import { serverCommand } from "../scripts/build.ts";
import { filesOf, measure } from "./support/architecture/bounds";
import {
  findDirectTransactions,
  findForeignRules,
  findMagicLimits,
  findStrayMentions,
  findUncheckedTransactions,
} from "./support/architecture/homes";
import { findForbiddenImports } from "./support/architecture/imports";
import {
  findCutFields,
  findEarlyUploadReplies,
  findEmptyWords,
  findEnvironmentReads,
  findPoorNames,
  findServerPaths,
  findUncheckedTypes,
  findUnguardedRoutes,
  findUnknownMethods,
  findUnparsedIds,
  readSources,
} from "./support/architecture/sources";
import { readSqlFunctions, sharedNumbers } from "./support/architecture/sql-numbers";
import { findForeignWrites, findSweepingFilters, readModels } from "./support/architecture/writes";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const schema = join(root, "prisma/schema");

/** These loaders only redirect, so they need no guard. */
const redirecting = [
  "api/passkey-challenge.tsx loader",
  "api/push.tsx loader",
  "api/time-zone.tsx loader",
  "app/discover.swipe.tsx loader",
  "app/discover.undo.tsx loader",
  "app/messages.$conversationId_.answer.tsx loader",
  "app/messages.$conversationId_.presence.tsx loader",
  "app/profile.$profileId_.save.tsx loader",
  "app/project-brief.draft.tsx loader",
  "app/project-detail.$projectId.tsx loader",
  "app/project.$projectId.tsx loader",
  "app/projects.$projectId_.status.tsx loader",
  "app/settings.billing.portal.tsx loader",
  "app/settings.billing.renewal.tsx loader",
  "auth/logout.tsx loader",
];
/** No route handles these: health, the event stream, built files. */
const answeredInFront = ["sitePaths.health", "paths.live", '"/assets/"', '"/assets"', '"/downloads/"'];
const environmentReaders = ["app/platform/env.server.ts"];

/** Each of these tables may be mentioned only in this folder. */
const homes = {
  subscription_tiers: "app/features/plans/",
  user_subscriptions: "app/features/plans/",
  user_usage: "app/features/plans/",
  usage_ledger: "app/features/plans/",
};
const unlimitedHome = "app/features/plans/plan.ts";
const transactionHome = "app/platform/db.server.ts";

describe("the code", () => {
  const sources = readSources(root);

  test("imports only what CONTRIBUTING.md's table allows", async () => {
    expect(await findForbiddenImports(root)).toEqual([]);
  }, 120_000);

  test("begins every loader and action with a guard, and reads every form", () => {
    expect(findUnguardedRoutes([...sources, ...readSources(root, "dev")], redirecting)).toEqual([]);
  });

  test("writes each table from its own feature", () => {
    const models = readModels(schema);
    expect(models.size).toBeGreaterThan(50);
    expect(
      [...new Set([...models.values()].map((model) => model.feature))].filter(
        (feature) => !features.some((known) => known === feature),
      ),
    ).toEqual([]);
    expect(findForeignWrites(sources, models)).toEqual([]);
  });

  test("says in every bulk write which rows it changes", () => {
    expect(findSweepingFilters(sources)).toEqual([]);
  });

  test("defines each rule only in its home", () => {
    expect(findStrayMentions(sources, readModels(schema), homes)).toEqual([]);
    expect(findMagicLimits(sources, unlimitedHome)).toEqual([]);
    expect(findDirectTransactions(sources, transactionHome)).toEqual([]);
    expect(findUncheckedTransactions(sources)).toEqual([]);
  });

  test("parses IDs only with one function", () => {
    expect(findUnparsedIds(sources)).toEqual([]);
  });

  test("reads what a route needs only from the route's handle", () => {
    expect(findServerPaths(sources, answeredInFront)).toEqual([]);
    expect(findEarlyUploadReplies(sources)).toEqual([]);
  });

  test("defines visibility between people in one feature", () => {
    expect(findForeignRules(sources)).toEqual([]);
  });

  test("reads the environment in one file", () => {
    expect(findEnvironmentReads(sources, environmentReaders)).toEqual([]);
  });

  test("has only forms that use get, post or dialog", () => {
    expect(findUnknownMethods(sources)).toEqual([]);
  });

  test("never cuts off pasted text, except in fields for passwords and codes", () => {
    expect(findCutFields(sources)).toEqual([]);
  });

  test("has no toast, refusal, title, notification or log line without words", () => {
    expect(findEmptyWords(sources)).toEqual([]);
  });

  test("says in the title which person or thing a page is about", () => {
    const aboutOne = sources.filter(
      ({ path }) => /^app\/routes\/.*\$\w+/.test(path) && !path.includes("$token"),
    );
    const untitled = aboutOne.filter(({ file }) => /\bpageTitle\("/.test(file.text)).map(({ path }) => path);
    // All that these pages know is the actor's own text.
    expect(untitled).toEqual([
      "app/routes/app/appeal.$kind.$decisionId.tsx",
      "app/routes/app/messages.$conversationId_.$seq.tsx",
    ]);
  });

  test("never turns off type checking", () => {
    expect(findUncheckedTypes(sources)).toEqual([]);
  });

  // Lower these limits when you can. Raise one only with a reason in the commit message.
  test.each([
    ["prismaRaw", 0, "write a static statement, and rules in prisma/sql"],
    ["assembledSql", 0, "write a static statement, and rules in prisma/sql"],
    ["rawStatements", 276, "read and write one table through Prisma"],
    ["longestStatement", 40, "split the statement, or move a rule to prisma/sql"],
    ["translatedPhrases", 3, "write as you'd speak to a colleague"],
    ["citedIds", 0, "say what was decided, here or in the feature's README"],
  ] as const)("keeps %s at %i or less; otherwise, %s", (what, bound, _advice) => {
    expect(measure(sources)[what]).toBeLessThanOrEqual(bound);
  });

  test("has no folder of more than 45 files", () => {
    expect([...filesOf(sources)].filter(([, files]) => files > 45)).toEqual([]);
  });

  test("uses plain file names", () => {
    expect(findPoorNames(sources, features)).toEqual([]);
  });
});

describe("numbers that occur in both SQL and TypeScript agree", () => {
  const functions = readSqlFunctions(root);

  test.each(sharedNumbers.map((shared) => [Object.keys(shared.is).join(", "), shared] as const))(
    "%s",
    (_, { sql, is }) => {
      const [name, ...places] = sql;
      const text = functions.get(name) ?? expect.fail(`prisma/sql has no ${name}`);
      const found = places.map((place) => place.exec(text)?.[1]);
      expect(found, name).toEqual(Object.values(is).map(String));
    },
  );
});

describe("the rules detect", () => {
  const reaches = "browser code never reaches server code";
  let project: string;
  let broken: string[];
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), "matchcut-broken-"));
    cpSync(join(root, "tsconfig.json"), join(project, "tsconfig.json"));
    for (const [path, text] of Object.entries(brokenProject)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    broken = await findForbiddenImports(project);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each([
    ["a route that queries the database", "routes import http"],
    ["http that knows a feature above accounts", "http imports accounts"],
    ["a server file that uses a later feature", "accounts: server files"],
    ["a type imported from a later feature", "catalog: server files"],
    ["a server file that uses another feature's component", "profiles: server files"],
    ["a component that uses http", "profiles: browser files"],
    ["a feature that calls a vendor", "messaging: server files import no vendor's package"],
    ["an adapter that uses another adapter", "an adapter imports its own folder"],
    ["an adapter that knows a feature", "platform's root files"],
    ["a kit component that knows the product", "ui imports itself"],
    ["a kit component with its own package", "ui imports only React"],
    ["a shell that knows a feature", "the shell imports no feature"],
    [
      "paths.ts with an import",
      "paths, ids, graphemes, outcomes, the size of forms and shared words import nothing",
    ],
    ["a cycle, even if only of types", "no cycles"],
    ["browser code that imports server code", `${reaches}: app/features/profiles/components/near.tsx`],
    ["browser code that imports a schema", `${reaches}: app/features/profiles/components/form.tsx`],
    ["browser code that imports a server package", `${reaches}: app/ui/button.tsx`],
    ["an import of a missing file", "every import resolves"],
    ["a feature that imports what starts the product", "no one imports what wires"],
  ])("%s", (_what, rule) => {
    expect(broken.filter((line) => line.startsWith(rule))).not.toEqual([]);
  });

  test("an import that each of the other rules forbids", () => {
    const names = forbidden.map((rule) => rule.name ?? "");
    const ofFeature = new RegExp(`^(${features.join("|")}): `);
    expect(
      names.filter((name) => !ofFeature.test(name) && !broken.some((line) => line.startsWith(`${name}: `))),
    ).toEqual([]);
  });

  test("loaders and actions that have no guard, are wrapped, or don't read their form", () => {
    expect(findUnguardedRoutes(readSources(project), redirecting)).toEqual([
      "app/routes/late.tsx:2: loader doesn't begin with a guard",
      "app/routes/late.tsx:7: action doesn't read its form with one of our readers",
      "app/routes/other.tsx:2: loader doesn't begin with a guard",
      "app/routes/reexported.tsx: re-exports a loader or action, which must be written in the route",
      "app/routes/wrapped.tsx:1: loader is a wrapped const, which bundlers keep in browser code",
    ]);
  });

  test("writes from another feature: by model, by relation, and in SQL", () => {
    expect(
      findForeignWrites(readSources(project), readModels(schema)).map((line) => line.replace(/^.*: /, "")),
    ).toEqual([
      "writes messages, which belongs to messaging",
      "writes users, which belongs to accounts",
      "writes profiles, which belongs to profiles",
      "writes profile_links, which belongs to profiles",
      "writes users, which belongs to accounts",
      "writes swipes, which belongs to discovery",
    ]);
  });

  test("toasts, refusals, titles, notifications and log lines without words", () => {
    expect(findEmptyWords(readSources(project))).toEqual([
      ...[2, 3, 4].map((line) => `app/features/plans/silent.server.ts:${line}: says nothing`),
      ...[3, 4, 5, 6, 7].map((line) => `app/routes/silent.tsx:${line}: says nothing`),
    ]);
  });

  test("writes and filters that apply to every row", () => {
    expect(findSweepingFilters(readSources(project))).toEqual(
      [2, 3, 4, 5].map((line) => `app/features/plans/sweeping.server.ts:${line}: applies to every row`),
    );
  });

  test("rules defined outside their home", () => {
    const sources = readSources(project);
    expect(findStrayMentions(sources, readModels(schema), homes)).toEqual([
      "app/features/discovery/asking.server.ts:2: mentions user_subscriptions, which belongs in app/features/plans/",
      "app/features/discovery/asking.server.ts:3: mentions user_usage, which belongs in app/features/plans/",
    ]);
    expect(findMagicLimits(sources, unlimitedHome)).toEqual([
      "app/features/discovery/asking.server.ts:4: 999_999 means 'unlimited', which is in app/features/plans/plan.ts",
    ]);
    expect(findDirectTransactions(sources, transactionHome)).toEqual([
      "app/features/discovery/asking.server.ts:5: $transaction instead of transaction in app/platform/db.server.ts",
      "app/features/discovery/asking.server.ts:6: NoRoom is thrown instead of returning a refusal",
    ]);
  });

  test("unparsed IDs, and hard-coded paths in the server in front of Remix", () => {
    const sources = readSources(project);
    expect(findUnparsedIds(sources)).toEqual([
      "app/features/misc/Loose.ts:3: /^[0-9a-f-]{36}$/",
      "app/routes/ids.tsx:1: args.params.matchId",
      "app/routes/ids.tsx:2: { profileId } = args.params",
    ]);
    expect(findServerPaths(sources, answeredInFront)).toEqual([
      "app/server/limits.server.ts:3: paths.avatar",
      'app/server/limits.server.ts:3: "/recover/"',
      "app/server/limits.server.ts:3: /^\\/unsubscribe/",
    ]);
    expect(findEarlyUploadReplies(sources)).toEqual([
      "app/routes/sending.tsx: takes a file, but its handle has no isUpload",
    ]);
  });

  test("a visibility rule in SQL, through Prisma, and in a comparison", () => {
    expect(findForeignRules(readSources(project))).toEqual([
      "app/features/messaging/seeing.server.ts:2: FROM blocks belongs in visibility",
      "app/features/messaging/seeing.server.ts:3: suspended_at belongs in visibility",
      "app/features/messaging/seeing.server.ts:3: 'approved' belongs in visibility",
      "app/features/messaging/seeing.server.ts:3: completed_at IS belongs in visibility",
      "app/features/messaging/seeing.server.ts:4: block belongs in visibility",
      "app/features/messaging/seeing.server.ts:5: suspendedAt belongs in visibility",
      "app/features/messaging/seeing.server.ts:5: blocksMade belongs in visibility",
      'app/features/messaging/seeing.server.ts:6: "approved" belongs in visibility',
      'app/features/messaging/seeing.server.ts:7: "approved" belongs in visibility',
    ]);
  });

  test("process.env, unknown form methods, any, disabled type checks, poor names", () => {
    const sources = readSources(project);
    expect(findEnvironmentReads(sources, environmentReaders)).toEqual([
      "app/http/reading.server.ts:1: process.env",
    ]);
    expect(findUnknownMethods(sources)).toEqual([
      'app/ui/removing.tsx:1: method="delete"',
      'app/ui/removing.tsx:2: formMethod="put"',
      'app/ui/removing.tsx:3: method: "patch"',
    ]);
    expect(findUncheckedTypes(sources)).toEqual([
      "app/features/misc/Loose.ts:2: any",
      "app/features/misc/Loose.ts: @ts-ignore",
    ]);
    expect(findPoorNames(sources, features)).toEqual([
      "app/features/misc/Loose.ts: there is no feature 'misc'",
      "app/features/misc/Loose.ts: 'misc' doesn't say what's in it",
      "app/features/misc/Loose.ts: 'Loose' isn't in kebab-case",
      "app/ui/index.ts: 'index' doesn't say what's in it",
    ]);
  });
});

/** The files of a project that breaks every rule. */
const brokenProject: Record<string, string> = {
  "node_modules/pino/package.json": '{ "name": "pino", "version": "1.0.0", "main": "index.js" }',
  "node_modules/pino/index.js": "",
  "node_modules/postmark/package.json": '{ "name": "postmark", "version": "1.0.0", "main": "index.js" }',
  "node_modules/postmark/index.js": "",
  "app/platform/db.server.ts": 'import { rule } from "~/features/accounts/rule";\nexport const db = rule;\n',
  "app/platform/mail/mail.server.ts":
    'import { jobs } from "../jobs/jobs.server";\nexport const mail = jobs;\n',
  "app/platform/jobs/jobs.server.ts": "export const jobs = 1;\n",
  "app/features/accounts/rule.ts": "export const rule = 1;\n",
  "app/routes/sending.tsx": "export const send = (form) => withFile(form);\n",
  "app/features/accounts/joining.server.ts":
    'import { profile } from "~/features/profiles/profile.server";\nexport const join = () => profile;\n',
  "app/features/accounts/emails/mail.tsx": "export const text = 1;\n",
  "app/features/catalog/listing.server.ts":
    'import type { Profile } from "~/features/profiles/profile.server";\nexport type Listing = Profile;\n',
  "app/features/profiles/profile.server.ts": [
    'import { text } from "~/features/accounts/emails/mail";',
    'import { db } from "~/platform/db.server";',
    "export type Profile = { id: string };",
    "export const profile = [text, db];",
    "",
  ].join("\n"),
  "app/features/profiles/components/card.tsx":
    'import { toast } from "~/http/flash";\nimport { near } from "./near";\nexport const card = [toast, near];\n',
  "app/features/profiles/components/near.tsx":
    'import { profile } from "../profile.server";\nexport const near = profile;\n',
  "app/features/profiles/components/form.tsx":
    'import { schema } from "../form.schema";\nexport const form = schema;\n',
  "app/features/profiles/form.schema.ts": "export const schema = 1;\n",
  "app/features/messaging/sending.server.ts":
    'import { ServerClient } from "postmark";\nexport const send = ServerClient;\n',
  "app/features/messaging/tasks.server.ts":
    'import { tasks } from "~/tasks.server";\nexport const all = tasks;\n',
  "app/features/messaging/writing.server.ts": [
    'declare const tx: Record<"user" | "profile", Record<"update" | "findMany", (query: object) => void>>;',
    'tx.user.update({ data: { email: "" } });',
    "tx.profile.update({ data: { links: { create: [] } } });",
    'tx.user.findMany({ where: { profile: { id: "" } } });',
    "export const swipe = `WITH gone AS (DELETE FROM swipes RETURNING *) UPDATE users u SET email = '' FROM gone`;",
    "export const own = `INSERT INTO messages (id) SELECT id FROM users FOR UPDATE`;",
    "",
  ].join("\n"),
  "app/features/messaging/seeing.server.ts": [
    "declare const tx: { block: { count(query: object): number } };",
    'export const apart = "NOT EXISTS (SELECT 1 FROM blocks b)";',
    "export const shown = `u.suspended_at IS NULL AND k.status = 'approved' AND p.completed_at IS NOT NULL`;",
    "export const count = tx.block.count({});",
    "export const where = { suspendedAt: null, blocksMade: { none: {} } };",
    'export const isIn = (status: string) => status === "approved" && where;',
    'export const others = { status: { not: "approved" } };',
    "export const decided = { status: \"approved\", text: 'A member blocks another' };",
    "",
  ].join("\n"),
  "app/features/plans/silent.server.ts": [
    "declare const log: Record<string, (...words: unknown[]) => void>, announce: (...news: unknown[]) => void;",
    'export const lost = () => log.warn({ err: 1 }, "");',
    'export const ended = () => announce(1, { title: log ? "A match has ended" : "", body: "" });',
    'export const bare = () => queueMail(1, { subject: "Saved", lines: [] });',
    'export const good = () => announce(1, { title: "Saved", body: "", href: "" });',
    "declare const queueMail: typeof announce;",
    "",
  ].join("\n"),
  "app/routes/silent.tsx": [
    "declare const act: Record<string, (...words: unknown[]) => void>;",
    "const { redirectWithFlash, pageTitle } = act;",
    'export const toast = () => redirectWithFlash("/", { title: "" });',
    'export const reason = () => act.refuse({ "": [] });',
    'export const either = () => act.refuse({ note: [act ? "" : "Please say why."] }, 409);',
    'export const text = () => redirectWithFlash("/", { title: "Saved", text: "" });',
    'export const meta = pageTitle(" ");',
    'export const good = () => act.refuse({ "": ["Someone else was first."] });',
    "",
  ].join("\n"),
  "app/features/plans/sweeping.server.ts": [
    "declare const tx: { plan: Record<string, (query?: object) => void> };",
    "tx.plan.deleteMany();",
    "tx.plan.updateMany({ data: { open: false } });",
    "tx.plan.updateManyAndReturn({ where: {}, data: { open: false } });",
    "tx.plan.findMany({ where: { id: {} } });",
    "tx.plan.deleteMany({ where: { id: 1, ...(tx ? { open: true } : {}) } });",
    "",
  ].join("\n"),
  "app/features/discovery/writing.server.ts":
    'export const foreign = "INSERT INTO messages (id) VALUES (1)";\n',
  "app/features/discovery/asking.server.ts": [
    "declare const db: { userUsage: { count(): number }; $transaction(act: () => void): void };",
    "export const tier = (id: string) => `SELECT 1 FROM profiles p JOIN user_subscriptions s ON s.user_id = '` + id + `'`;",
    "export const uses = () => db.userUsage.count();",
    "export const hasLimit = (limit: number) => limit < 999_999;",
    "export const both = () => db.$transaction(() => {});",
    "export class NoRoom extends Error {}",
    "",
  ].join("\n"),
  "app/features/misc/Loose.ts":
    "// @ts-ignore\nexport const loose: any = 1;\nexport const id = /^[0-9a-f-]{36}$/;\n",
  "app/routes/ids.tsx": [
    "export const one = (args: { params: Record<string, string> }) => args.params.matchId;",
    "export const other = (args: { params: Record<string, string> }) => { const { profileId } = args.params; return profileId; };",
    "export const good = (args: { params: Record<string, string> }) => parseId(args.params.matchId);",
    "declare const parseId: (text?: string) => string;",
    "",
  ].join("\n"),
  "app/server/limits.server.ts": [
    'import { paths } from "~/paths";',
    'import { sitePaths } from "~/site-paths";',
    'export const limits = [paths.avatar, "/recover/", /^\\/unsubscribe/, sitePaths.health, "/assets/"];',
    "",
  ].join("\n"),
  "app/http/flash.ts":
    'import { near } from "~/features/profiles/components/near";\nimport { button } from "~/ui/button";\nexport const toast = [near, button];\n',
  "app/http/reading.server.ts": "export const secret = process.env.SECRET;\n",
  "app/server/front.server.ts": 'export { profile } from "~/features/profiles/profile.server";\n',
  "app/server/start.server.ts": 'export { rule } from "~/features/accounts/rule";\n',
  "app/offline/worker.ts": 'export { toast } from "~/http/flash";\n',
  "app/admin-paths.ts": 'export { rule } from "~/features/accounts/rule";\n',
  "app/site-paths.ts": "export const sitePaths = {};\n",
  "app/shell/tabs.tsx": [
    'export { rule } from "~/features/accounts/rule";',
    'export * from "~/admin-paths";',
    'export * from "~/site-paths";',
    "",
  ].join("\n"),
  "app/tasks.server.ts": "export const tasks = {};\n",
  "app/paths.ts": 'import { rule } from "~/features/accounts/rule";\nexport const paths = rule;\n',
  "app/shell/frame.tsx":
    'import type { Profile } from "~/features/profiles/profile.server";\nexport type Frame = Profile;\n',
  "app/ui/button.tsx":
    'import { rule } from "~/features/accounts/rule";\nimport pino from "pino";\nexport const button = [rule, pino];\n',
  "app/ui/index.ts": 'export * from "./button";\n',
  "app/ui/ring.ts": 'import type { Ring } from "./round";\nexport type Round = Ring;\n',
  "app/ui/round.ts": 'import type { Round } from "./ring";\nexport type Ring = Round;\n',
  "app/ui/removing.tsx": [
    'export const removing = <form method="delete">',
    '<button formMethod="put">Remove</button><form method="post" /></form>;',
    'export const sent = (submit: (form: null, how: object) => void) => submit(null, { method: "patch" });',
    "",
  ].join("\n"),
  "app/routes/good.tsx": [
    "export async function loader(args: object) {",
    "  const actor = await requireMember(args);",
    "  return actor;",
    "}",
    "export async function action(args: object) {",
    "  await allowAnyone(args);",
    "  return answer(args);",
    "}",
    "function answer(args: object) {",
    "  return readForm(args, 1);",
    "}",
    "declare const requireMember: (args: object) => Promise<object>;",
    "declare const allowAnyone: (args: object) => Promise<object>;",
    "declare const readForm: (args: object, schema: unknown) => Promise<object>;",
    "",
  ].join("\n"),
  "app/routes/posted.tsx": [
    "export async function action(args: object) {",
    "  const { form } = await readSignedIn(args, 1);",
    "  return form;",
    "}",
    "declare const readSignedIn: (args: object, schema: unknown) => Promise<{ form: object }>;",
    "",
  ].join("\n"),
  "app/routes/late.tsx": [
    'import { db } from "~/platform/db.server";',
    "export async function loader(args: object) {",
    "  const rows = db;",
    "  await requireMember(args);",
    "  return rows;",
    "}",
    "export async function action(args: object) {",
    "  const actor = await requireMember(args);",
    "  return actor;",
    "}",
    "declare const requireMember: (args: object) => Promise<object>;",
    "",
  ].join("\n"),
  "app/routes/other.tsx": [
    'import { missing } from "~/features/accounts/missing";',
    "export async function loader(args: object) {",
    "  await requireMember({ ...args });",
    "  return missing;",
    "}",
    "declare const requireMember: (args: object) => Promise<object>;",
    "",
  ].join("\n"),
  "app/routes/reexported.tsx": 'export { loader } from "~/http/flash";\n',
  "app/routes/wrapped.tsx": "export const loader = ((run: () => null) => run)(() => null);\n",
};

test.each(["package.json", "Dockerfile"])(
  "%s starts the server with the flags of scripts/build.ts",
  (file) => {
    expect(readFileSync(join(root, file), "utf8")).toContain(`node ${serverCommand.join(" ")}`);
  },
);
