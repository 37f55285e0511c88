import { db } from "~/platform/db.server";

const raiseError = "RAISE EXCEPTION 'on purpose'";
/** PostgreSQL's error when the disk is full. */
export const diskFull = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'";
export const verySlow = "PERFORM pg_sleep(30); RETURN NEW";

/** Hides the table, or a column given as 'table.column', while `work` runs. */
export async function whileGone<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  const [table = "", column] = place.split(".");
  const rename = (from: string, to: string) =>
    db.$executeRawUnsafe(
      column ? `ALTER TABLE ${table} RENAME ${from} TO ${to}` : `ALTER TABLE ${from} RENAME TO ${to}`,
    );
  await rename(column ?? table, "gone_on_purpose");
  try {
    return await work();
  } finally {
    await rename("gone_on_purpose", column ?? table);
  }
}

/**
 * Makes each such write to the table fail while `work` runs, by raising an unexpected error or with the statement
 * `how`.
 */
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
