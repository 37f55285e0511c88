import { serverCommand } from "../scripts/build.ts";
import { withClient } from "./databases.ts";
import { freePort, type Running, startServer } from "./processes.ts";

/** With its own database. */
export async function startProduct(
  databaseUrl: string,
  { core, nodeArgs = [] }: { core?: number; nodeArgs?: string[] } = {},
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
      DATA_DIR: ".data/bench",
      SESSION_SECRET: "0123456789abcdef".repeat(4),
    },
  });
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

/** By route name. */
export async function demoPages(databaseUrl: string, email: string): Promise<Record<string, string>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT contributor_id FROM matches WHERE creator_id = u.id ORDER BY created_at DESC LIMIT 1) AS profile,
              (SELECT b.id FROM project_briefs b JOIN project_application_counts c ON c.project_id = b.id
                WHERE b.creator_id = u.id ORDER BY c.total DESC LIMIT 1) AS project,
              (SELECT conversation_id FROM conversation_participants WHERE user_id = u.id ORDER BY active_at DESC LIMIT 1) AS talk
         FROM users u WHERE lower(email) = $1`,
      [email],
    );
    return {
      "/discover": "/discover",
      "/profile/{id}": `/profile/${rows[0].profile}`,
      "/matches": "/matches",
      "/messages/{id}": `/messages/${rows[0].talk}`,
      "/dashboard": "/dashboard",
      "/projects": "/projects",
      "/projects/{id}": `/projects/${rows[0].project}`,
      "/notifications": "/notifications",
      // Its longest step.
      "/project-brief": "/project-brief?step=requirements",
    };
  });
}
