import { db } from "~/platform/db.server";

/** While `work` runs, PostgreSQL fails every such write to the table as nobody expects it to. */
export async function whileBroken<Result>(
  table: string,
  write: "INSERT" | "DELETE",
  work: () => Promise<Result>,
): Promise<Result> {
  await db.$executeRawUnsafe(
    `CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$`,
  );
  await db.$executeRawUnsafe(
    `CREATE TRIGGER fail_on_purpose BEFORE ${write} ON ${table} EXECUTE FUNCTION fail_on_purpose()`,
  );
  try {
    return await work();
  } finally {
    await db.$executeRawUnsafe("DROP FUNCTION fail_on_purpose() CASCADE");
  }
}
