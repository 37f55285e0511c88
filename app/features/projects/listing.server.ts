import { jobDb } from "~/platform/db.server";

const batch = 1000;

/**
 * The job: takes expired projects off the lists, where they are skipped but cost time. The database lists a project
 * again when it is extended.
 */
export async function sweepListings(): Promise<void> {
  let removed: number;
  do {
    // Checked again, because an extension may commit in between.
    removed = await jobDb.$executeRaw`
      DELETE FROM project_listings
       WHERE expires_at <= now()
         AND number IN (SELECT number FROM project_listings WHERE expires_at <= now() ORDER BY expires_at LIMIT ${batch})`;
  } while (removed === batch);
}
