import pg from "pg";
import { expect, test, vi } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { listMatches } from "~/features/discovery/matches.server";
import { showDeck } from "~/features/discovery/showing.server";
import { listFavorites } from "~/features/favorites/listing.server";
import { listConversations, unreadTotals } from "~/features/messaging/inbox.server";
import { getThread } from "~/features/messaging/threads.server";
import { listNotifications } from "~/features/notifications/listing.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { findNextUndecided, listApplicants } from "~/features/projects/applicants.server";
import { listAvailable } from "~/features/projects/browsing.server";
import { listApplications, listOwnProjects } from "~/features/projects/own-lists.server";
import { readFilter } from "~/features/projects/project-filter";
import { findProject } from "~/features/projects/viewing.server";
import { pool } from "~/platform/db.server";
import { givePlan } from "./support/people";
import { findApplicants, makeProject } from "./support/projects";
import { makeTalk } from "./support/talks";

/**
 * The functions that PostgreSQL plans separately instead of inlining, each with its parameters. They're called for one
 * row, and only if needed.
 */
const planned: Record<string, string[]> = {
  page_counts: ["reader", "address"],
  acquaintance_in: ["conversation", "reader"],
};

type Plan = { "Node Type": string; Plans?: Plan[] } & Record<string, unknown>;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** These tables stay small, so PostgreSQL may scan them. */
const catalog = ["brand_tones", "budget_types", "content_types", "services", "tools", "visual_styles"];
const small = new Set(["subscription_tiers", ...catalog]);

/**
 * Allowed sorts: by scores and names that have no index, one person's samples, and invitations of one project or
 * person.
 */
const sorts =
  /^(projects-applicants|favorites-by-name) |"position",\w+\.id$|^projects-(project|window) sorts by i/;

/**
 * The sort keys of a plan that sorts all rows of a list to show a few of them. Sorting a page that an index returned is
 * fine.
 */
function sortedBy({ "Node Type": type, Plans: parts = [] }: Plan): string[] {
  const input = parts.find((part) => part["Parent Relationship"] === "Outer");
  if (type !== "Limit" || !input) return [];
  if (input["Node Type"] === "Result") return sortedBy({ ...input, "Node Type": type });
  const isBounded = nodesOf(input).some((node) => node["Node Type"] === "Limit");
  const key = String(input["Sort Key"]);
  return input["Node Type"] !== "Sort" || isBounded ? [] : [key];
}

/**
 * Lists functions that a plan calls for each row, and tables and lists that it reads completely to return a few rows.
 * Scans and sorts are made as expensive as possible, so that the planner picks them only if it must.
 */
async function faultsOf(text: string, functions: ReadonlySet<string>): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("SET enable_seqscan = off; SET enable_sort = off");
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan).flatMap((node) => {
      const calls = [...JSON.stringify({ ...node, Plans: [] }).matchAll(/\b([a-z_]+)\(/g)].map(
        ([, name = ""]) => name,
      );
      const table = String(node["Relation Name"]);
      return [
        ...(node["Node Type"] === "Seq Scan" && !small.has(table) ? [`walks ${table}`] : []),
        ...calls.filter((name) => functions.has(name)).map((name) => `calls ${name}`),
        ...(functions.has(String(node["Function Name"])) ? [`calls ${node["Function Name"]}`] : []),
        ...sortedBy(node).map((key) => `sorts by ${key}`),
      ];
    });
  } finally {
    client.release(true);
  }
}

test("the statements of the most visited pages are inlined, and find rows by an index", async () => {
  const { creator, contributor, conversationId } = await makeTalk("Hello");
  await givePlan(creator, "pro");
  const projectId = await makeProject(creator);
  const { rows } = await pool.query<{ name: string; body: string }>(`
    SELECT p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE l.lanname = 'sql' AND p.pronamespace = 'public'::regnamespace AND p.provolatile <> 'i'`);
  const functions = new Set(rows.map(({ name }) => name).filter((name) => !(name in planned)));
  expect(functions.has("reachable")).toBe(true);

  const sent = vi.spyOn(pg.Client.prototype, "query");
  const any = { listId: null, serviceId: null, availability: null };
  await findActor(creator.token, "/dashboard");
  await showDeck(creator);
  await listMatches(creator, null);
  await listConversations(creator);
  await unreadTotals(creator);
  await getThread(creator, conversationId, null);
  await listNotifications(creator);
  await findProfile(creator, contributor.userId);
  await findProject(contributor, projectId);
  const place = { folder: "all", sort: "match", after: null } as const;
  await listApplicants(creator, projectId, place);
  await findNextUndecided(creator, projectId, contributor.userId, place);
  await findApplicants(creator, projectId, [contributor.userId]);
  const unfiltered = readFilter(new URLSearchParams());
  await listAvailable(contributor, unfiltered, null);
  await listOwnProjects(creator, unfiltered, null);
  await listApplications(contributor, unfiltered, null);
  for (const sort of ["newest", "match", "name"] as const)
    await listFavorites(creator, { ...any, sort }, null);
  const statements = new Map(
    sent.mock.calls
      .map(([query]) => query as unknown as { name?: string; text: string })
      .filter(({ name }) => name)
      .map(({ name, text }) => [String(name), text]),
  );
  sent.mockRestore();
  for (const [name, parameters] of Object.entries(planned)) {
    const { body = "" } = rows.find((row) => row.name === name) ?? {};
    statements.set(
      name,
      parameters.reduce(
        (text, given, index) => text.replace(new RegExp(`\\b${given}\\b`, "g"), `$${index + 1}`),
        body,
      ),
    );
  }
  expect(statements.size).toBeGreaterThanOrEqual(10);
  const faults: string[] = [];
  for (const [name, text] of statements)
    for (const fault of await faultsOf(text, functions))
      if (!(fault.startsWith("sorts") && sorts.test(`${name} ${fault}`))) faults.push(`${name} ${fault}`);
  expect(faults).toEqual([]);
});
