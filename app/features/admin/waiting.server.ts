import type { Actor } from "~/features/accounts/actor";
import { waitingContact } from "~/features/contact/inbox.server";
import { waitingAppeals } from "~/features/moderation/appeal-queue.server";
import { waitingReports } from "~/features/moderation/queue.server";
import { failedMails } from "~/features/notifications/mailing.server";
import { waitingRefunds } from "~/features/payments/waiting-refunds.server";
import { waitingContributors } from "~/features/profiles/reviewing.server";
import { readRows } from "~/platform/db.server";
import { failedJobs } from "~/platform/jobs/jobs.server";
import type { WaitingWork } from "./waiting";

/** More than anybody deals with, and few enough to count on each view. */
const counted = 1_000;

/** Each a SELECT of `at`; $1 is the admin. */
const sources: Record<WaitingWork["kind"], string> = {
  contributors: waitingContributors,
  reports: waitingReports("$1::uuid"),
  appeals: waitingAppeals("$1::uuid"),
  refunds: waitingRefunds,
  contact: waitingContact,
  mails: failedMails,
  jobs: failedJobs,
};

const waitingText = Object.entries(sources)
  .map(
    ([kind, select]) => `
    SELECT '${kind}' AS kind, count(*)::int AS count, min(at) AS oldest
      FROM (SELECT * FROM (${select}) every_one ORDER BY at LIMIT ${counted + 1}) longest`,
  )
  .join(" UNION ALL ");

/** All that waits for an admin, so nothing about themselves, also what has nothing waiting, in one statement. */
export async function listWaitingWork({ userId }: Pick<Actor, "userId">): Promise<WaitingWork[]> {
  const rows = await readRows<{ kind: WaitingWork["kind"]; count: number; oldest: Date | null }>(
    "admin-waiting",
    waitingText,
    [userId],
  );
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Math.min(count, counted),
    isMore: count > counted,
    oldest: oldest?.toISOString() ?? null,
  }));
}
