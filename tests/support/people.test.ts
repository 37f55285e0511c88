import { expect, test } from "vitest";
import { chooseRole, join, saveDraftStep } from "~/features/profiles/drafting.server";
import { approveContributor } from "~/features/profiles/vetting.server";
import { db } from "~/platform/db.server";
import { makeAdmin, makeContributor, makeCreator, makeMember, newClient, personPassword } from "./people";

/** Everything that's stored about a person, except what differs between any two people. */
async function storedOf(userId: string) {
  const tables = await db.$queryRaw<{ name: string; owner: string }[]>`
    SELECT table_name AS name, column_name AS owner FROM information_schema.columns
     WHERE table_schema = 'public' AND (table_name, column_name) IN (
       ('users', 'id'), ('profiles', 'id'), ('creator_profiles', 'id'), ('contributor_profiles', 'id'),
       ('contributor_services', 'contributor_id'), ('creator_services_needed', 'creator_id'),
       ('contributor_tools', 'contributor_id'), ('creator_tools', 'creator_id'), ('user_usage', 'user_id'),
       ('person_listings', 'profile_id'), ('user_subscriptions', 'user_id'), ('admin_notifications', 'user_id'))
     ORDER BY 1`;
  const stored: Record<string, unknown[]> = {};
  for (const { name, owner } of tables) {
    const rows = await db.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${owner} = $1::uuid ORDER BY to_jsonb(t) - 'id'`,
      userId,
    );
    stored[name] = rows.map(({ row }) => {
      const differs = /(^|_)(id|email|hash|number|since)$/;
      const kept = Object.entries(row).filter(
        ([column]) => !differs.test(column) || /^(service|tool)_id$/.test(column),
      );
      // The exact times differ between any two people, so this keeps only whether a time is set, and its day.
      return Object.fromEntries(
        kept.map(([column, value]) => [
          column,
          /_(at|start|end)$/.test(column) ? String(value).slice(0, 10) : value,
        ]),
      );
    });
  }
  expect(Object.keys(stored)).toHaveLength(12);
  return stored;
}

const details = { name: "Somebody New", services: ["Writer"], tools: ["Notion"] };

async function signUp(userType: "creator" | "contributor" | null): Promise<string> {
  const client = newClient();
  let draftId: string | null = null;
  if (userType) {
    const chosen = await chooseRole(null, null, userType, client.address);
    if (!chosen.ok) throw new Error(chosen.refused);
    draftId = chosen.draftId;
    const [service] = await db.service.findMany({ where: { name: "Writer" } });
    const [tool] = await db.tool.findMany({ where: { name: "Notion" } });
    const services = [service?.id ?? 0];
    await saveDraftStep(null, draftId, {
      servicesOffered: services,
      creativeServices: services,
      strategicServices: services,
      tools: [tool?.id ?? 0],
    });
  }
  const account = {
    fullName: details.name,
    email: `${crypto.randomUUID()}@example.com`,
    password: personPassword,
  };
  const done = await join(account, draftId, client);
  if (!done.ok) throw new Error(done.refused);
  await db.user.update({ where: { id: done.userId }, data: { confirmedAt: new Date() } });
  return done.userId;
}

test("people who are made for tests are stored like people who signed up and built a profile", async () => {
  expect(await storedOf((await makeMember({ name: details.name })).userId)).toEqual(
    await storedOf(await signUp(null)),
  );
  expect(await storedOf((await makeCreator(details)).userId)).toEqual(
    await storedOf(await signUp("creator")),
  );

  const pending = await signUp("contributor");
  const made = await makeContributor({ ...details, status: "pending" });
  expect(await storedOf(made.userId)).toEqual(await storedOf(pending));
  const admin = await makeAdmin();
  expect(await approveContributor(admin, pending)).toEqual({ ok: true });
  const approved = await storedOf(pending);
  const { admin_notifications: alerts, ...rest } = await storedOf((await makeContributor(details)).userId);
  expect(alerts).toEqual([]);
  expect({ ...rest, admin_notifications: approved.admin_notifications }).toEqual(approved);
});

test("a service that isn't in the catalog is refused", async () => {
  await expect(makeCreator({ services: ["No such service"] })).rejects.toThrow(/null value/);
});
