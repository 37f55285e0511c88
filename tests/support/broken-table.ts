import { db } from "~/platform/db.server";

/** While `work` runs, the table is not there for whoever reads it. */
export async function whileGone<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO gone_on_purpose`);
  try {
    return await work();
  } finally {
    await db.$executeRawUnsafe(`ALTER TABLE gone_on_purpose RENAME TO ${table}`);
  }
}

/** While `work` runs, PostgreSQL fails every such write to the table as nobody expects it to. */
export async function whileBroken<Result>(
  table: string,
  write: "INSERT" | "UPDATE" | "DELETE",
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
