import { serverCommand } from "../scripts/build.ts";
import { withClient } from "./databases.ts";
import { freePort, type Running, startServer } from "./processes.ts";

/** Where it stores files. */
export const benchData = ".data/bench";

/** With its own database. */
export async function startProduct(
  databaseUrl: string,
  {
    core,
    nodeArgs = [],
    env = {},
  }: { core?: number; nodeArgs?: string[]; env?: Record<string, string> } = {},
): Promise<Running> {
  const port = String(await freePort());
  return startServer([...nodeArgs, ...serverCommand], {
    core,
    path: "/healthz",
    env: {
      APP_MODE: "demo",
      LOG_LEVEL: "warn",
      PORT: port,
      APP_URL: `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      DATA_DIR: benchData,
      SESSION_SECRET: "0123456789abcdef".repeat(4),
      ...env,
    },
  });
}

/** In ms of the event loop, and MB. */
export interface Counted {
  /** The longest time between two turns of the loop, and all of its busy time. */
  longest: number;
  busy: number;
  /** Allocated, before any collection. */
  taken: number;
  /** At most, by resident memory, and without V8's space for new objects. */
  grown: number;
  grownLasting: number;
}

/** In MB: resident without V8's space for new objects, and all without heap fragmentation. */
export interface InUse {
  lasting: number;
  used: number;
}

export interface Probed extends Running {
  /** Collects garbage, and counts from here. */
  begin(): Promise<InUse>;
  end(): Promise<Counted>;
}

/** With `probe.mjs` inside the process. */
export async function startProbed(databaseUrl: string, env: Record<string, string> = {}): Promise<Probed> {
  const port = await freePort();
  const probe = new URL(`probe.mjs?port=${port}`, import.meta.url).href;
  const product = await startProduct(databaseUrl, { nodeArgs: ["--expose-gc", "--import", probe], env });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  return {
    ...product,
    begin: async () => (await (await ask("/begin")).json()) as InUse,
    end: async () => (await (await ask("/end")).json()) as Counted,
  };
}

/** As a browser does; returns the Cookie header. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const session = cookies.find((cookie) => cookie?.includes("session="));
  if (!session) throw new Error(`${email} could not sign in: ${answer.status}`);
  return session;
}

/** A creator's pages, by route name: first those that are also weighed without script, then the others. */
export async function demoPages(databaseUrl: string, email: string): Promise<Record<string, string>[]> {
  const [ids] = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT contributor_id FROM matches WHERE creator_id = u.id ORDER BY created_at DESC LIMIT 1) AS profile,
              (SELECT id FROM matches WHERE creator_id = u.id AND NOT held ORDER BY created_at DESC LIMIT 1) AS match,
              (SELECT b.id FROM project_briefs b JOIN project_application_counts c ON c.project_id = b.id
                WHERE b.creator_id = u.id ORDER BY c.total DESC LIMIT 1) AS project,
              (SELECT contributor_id FROM saved_contributors WHERE creator_id = u.id ORDER BY created_at DESC LIMIT 1) AS favorite,
              (SELECT conversation_id FROM conversation_participants WHERE user_id = u.id ORDER BY active_at DESC LIMIT 1) AS talk
         FROM users u WHERE lower(email) = $1`,
      [email],
    );
    return rows;
  });
  const { profile, match, project, favorite, talk } = ids;
  const sameAs = (...all: string[]) => Object.fromEntries(all.map((path) => [path, path]));
  const visited = {
    ...sameAs("/discover", "/matches", "/dashboard", "/projects", "/notifications", "/saved", "/analytics"),
    ...sameAs("/creator-dashboard", "/settings/usage"),
    "/profile/{id}": `/profile/${profile}`,
    "/matches/{id}": `/matches/${match}`,
    "/messages/{id}": `/messages/${talk}`,
    "/projects/{id}": `/projects/${project}`,
    "/saved/{id}": `/saved/${favorite}`,
    // Its longest step.
    "/project-brief": "/project-brief?step=requirements",
    "/pricing, member": "/pricing",
  };
  const others = {
    ...sameAs(
      "/messages",
      "/profile",
      "/profile/edit",
      "/profile/avatar",
      "/profile/work",
      "/profile/work/new",
    ),
    ...sameAs("/project-brief/files", "/saved/compare", "/saved/lists", "/payment", "/payment-success"),
    ...sameAs("/settings/billing", "/settings/blocked", "/settings/notifications", "/settings/password"),
    ...sameAs("/settings/sessions", "/settings", "/settings/account", "/settings/address"),
    ...sameAs("/settings/appearance", "/settings/privacy", "/settings/time"),
    "/messages/new": `/messages/new?to=${profile}`,
    "/profile/{id}/block": `/profile/${profile}/block`,
    "/profile/{id}/invite": `/profile/${profile}/invite`,
    "/profile/work/new, link": "/profile/work/new?kind=link",
    "/project-brief, details": "/project-brief",
    "/project-brief, budget": "/project-brief?step=budget",
    "/projects/{id}/edit": `/projects/${project}/edit`,
    "/projects/{id}/compare": `/projects/${project}/compare`,
    "/projects/{id}/repost": `/projects/${project}/repost`,
  };
  return [visited, others];
}
