import { withClient } from "./database.ts";

/** A creator's pages by the name of the route. The first group is also weighed without script. */
export async function demoPages(databaseUrl: string, email: string): Promise<Record<string, string>[]> {
  const [ids] = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT m.contributor_id FROM matches m
                WHERE m.creator_id = u.id AND EXISTS (SELECT FROM work_samples WHERE profile_id = m.contributor_id)
                ORDER BY m.created_at DESC LIMIT 1) AS profile,
              (SELECT id FROM matches WHERE creator_id = u.id AND NOT held ORDER BY created_at DESC LIMIT 1) AS match,
              (SELECT b.id FROM project_briefs b JOIN project_application_counts c ON c.project_id = b.id
                WHERE b.creator_id = u.id ORDER BY c.total DESC LIMIT 1) AS project,
              (SELECT contributor_id FROM saved_contributors WHERE creator_id = u.id ORDER BY created_at DESC LIMIT 1) AS favorite,
              (SELECT p.conversation_id FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
                WHERE p.user_id = u.id AND c.direct_key IS NOT NULL ORDER BY p.active_at DESC LIMIT 1) AS talk
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
    // Weighs the brief's longest step.
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
