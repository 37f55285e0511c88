import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeCreator } from "./people";
import { noteWrites, writesSoFar } from "./writes";

test("records inserts, updates, deletes and truncates, but no unchanged rows and nothing that was rolled back", async () => {
  await noteWrites();
  const { userId } = await makeCreator();
  const before = await writesSoFar();
  const writesSince = async () => {
    const { writes, added } = (await writesSoFar()).saved_lists ?? {};
    return { writes, added };
  };
  await db.savedList.create({ data: { creatorId: userId, name: "Winter" } });
  expect(await writesSince()).toEqual({ writes: 1, added: 1 });
  await db.savedList.updateMany({ data: { name: "Spring" } });
  expect(await writesSince()).toEqual({ writes: 2, added: 1 });
  await db.savedList.updateMany({ data: { name: "Spring" } });
  expect(await writesSince()).toEqual({ writes: 2, added: 1 });
  const undone = db.$transaction(async (tx) => {
    await tx.savedList.deleteMany();
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await writesSince()).toEqual({ writes: 2, added: 1 });
  // The cascade of the foreign key deletes other rows, too.
  await db.user.delete({ where: { id: userId } });
  expect(await writesSince()).toEqual({ writes: 3, added: 0 });
  await db.$executeRaw`TRUNCATE saved_list_items`;
  const { saved_lists: _, ...after } = await writesSoFar();
  expect(after.saved_list_items).toEqual({ writes: 1, added: 0 });
  expect(after.users?.writes).toBe((before.users?.writes ?? 0) + 1);
});

test("records writes to every table, except those that any request may change", async () => {
  await noteWrites();
  const unwatched = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND 3 > (SELECT count(*) FROM pg_trigger
                 WHERE tgrelid = format('public.%I', table_name)::regclass AND tgname LIKE 'noted_%')
     ORDER BY 1`;
  expect(unwatched.map(({ name }) => name)).toEqual([
    ...[
      "_prisma_migrations",
      "_sql_files",
      "carrier_events",
      "deck_cards",
      "decks",
      "outbox_events",
      "processes",
      "rate_limits",
    ],
    "service_health",
    "sessions",
  ]);
});
