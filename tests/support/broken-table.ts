import { db } from "~/platform/db.server";

const raiseError = "RAISE EXCEPTION 'on purpose'";
/** PostgreSQL's error when a file cannot grow. */
export const diskFull = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'";
export const verySlow = "PERFORM pg_sleep(30); RETURN NEW";

/** Hides the table while `work` runs. */
export async function whileGone<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO gone_on_purpose`);
  try {
    return await work();
  } finally {
    await db.$executeRawUnsafe(`ALTER TABLE gone_on_purpose RENAME TO ${table}`);
  }
}

/** Makes every such write fail while `work` runs, unexpectedly or as `how` says. */
export async function whileBroken<Result>(
  table: string,
  write: "INSERT" | "UPDATE" | "DELETE",
  work: () => Promise<Result>,
  how = raiseError,
): Promise<Result> {
  await db.$executeRawUnsafe(
    `CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${how}; END $$`,
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
