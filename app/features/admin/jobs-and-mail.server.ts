import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { transactionBy, transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import type { AdminAction } from "~/features/accounts/admin-actions";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { findAccount } from "~/features/accounts/finding.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { retryMails, stopMails, type TendedMail } from "~/features/notifications/unsent-mails.server";
import { isId } from "~/ids";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { adminList, anyOf, timeOrder } from "~/platform/admin-list.server";
import { db, type Transaction } from "~/platform/db.server";
import {
  countFailedJobs,
  dropJobs,
  type FailedJob,
  listTasks,
  readFailedJobs,
  retryJobs,
} from "~/platform/jobs/jobs.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { notificationEmailSchema } from "./jobs-and-mail.schema";

const jobIdPattern = /^[1-9]\d{0,17}$/;

export const failedJobList = adminList({
  path: adminPaths.failedJobs(),
  labels: { label: "Jobs", button: "Show jobs", clear: "Show all", pager: "More jobs" },
  words: ["job", "jobs"],
  filters: {
    task: anyOf("Job", async () => Object.fromEntries((await listTasks()).map((task) => [task, task]))),
    sort: timeOrder("oldest"),
  },
  empty: ({ task }, isFirst) => (task || !isFirst ? "No matching failed jobs" : "No failed jobs"),
  pageSize: 20,
  page: (wanted, after, size) =>
    readFailedJobs(wanted, after && jobIdPattern.test(after) ? after : null, size),
  count: ({ task }) => countFailedJobs(task),
  file: {
    name: "matchcut-jobs",
    columns: {
      ID: ({ id }) => id,
      Job: ({ task }) => task,
      Cause: ({ cause }) => cause,
      Attempts: ({ attempts }) => attempts,
      "Added (UTC)": ({ addedAt }) => addedAt,
      "Last tried (UTC)": ({ triedAt }) => triedAt,
    },
  },
});

/** Retries failed jobs right away with all their attempts again. Each retry is recorded. */
export function retryJobsAs(admin: Admin, jobIds: readonly string[]): TendedCount {
  return tendJobs(admin, jobIds, retryJobs, "job.retry", "waiting");
}

/** Deletes jobs for good. Each deletion is recorded. */
export function dropJobsAs(admin: Admin, jobIds: readonly string[]): TendedCount {
  return tendJobs(admin, jobIds, dropJobs, "job.drop", "dropped");
}

async function tendJobs(
  admin: Admin,
  jobIds: readonly string[],
  change: (tx: Transaction, ids: readonly string[]) => Promise<FailedJob[]>,
  act: AdminAction,
  state: string,
): TendedCount {
  return transactionByAdmin(admin, async (tx) => {
    const jobs = await change(
      tx,
      jobIds.filter((id) => jobIdPattern.test(id)),
    );
    for (const { id, task, cause, attempts } of jobs) {
      await recordAdminAction(tx, admin, act, null, {
        thing: `${task} ${id}`,
        before: { job: "failed", cause, attempts },
        after: { job: state },
      });
    }
    return jobs.length;
  });
}

/** How many were changed. Those that were sent, stopped or retried in the meantime don't count. */
type TendedCount = Promise<number>;

/** Sends failed or overdue emails again right away. Each retry is recorded. */
export function retryMailsAs(admin: Admin, mailIds: readonly string[]): TendedCount {
  return tendMails(admin, mailIds, retryMails, "mail.retry", "waiting");
}

/** Stops emails. Each stop is recorded. */
export function stopMailsAs(admin: Admin, mailIds: readonly string[]): TendedCount {
  return tendMails(admin, mailIds, stopMails, "mail.stop", "stopped");
}

async function tendMails(
  admin: Admin,
  mailIds: readonly string[],
  change: (tx: Transaction, ids: readonly string[]) => Promise<TendedMail[]>,
  act: AdminAction,
  state: string,
): TendedCount {
  return transactionByAdmin(admin, async (tx) => {
    const mails = await change(tx, mailIds.filter(isId));
    for (const { id, userId, kind, cause } of mails) {
      await recordAdminAction(tx, admin, act, userId, {
        thing: `${kind} ${id}`,
        before: cause ? { mail: "failed", cause } : { mail: "waiting" },
        after: { mail: state },
      });
    }
    return mails.length;
  });
}

/** 'service' is one of our own services, authenticated by its token. */
type Sender = Admin | "service";

/**
 * Queues an email to `userId`'s address or to an admin's. Refused: 'address' for any other address, whether or not an
 * account has it; 'too-many'.
 */
export async function sendNotificationMail(
  sender: Sender,
  input: z.output<typeof notificationEmailSchema>,
): Promise<Outcome<"address"> | Throttled> {
  const by = sender === "service" ? undefined : sender;
  const waitSeconds = await takeFromLimit("notification-mail", by?.userId ?? "service", by);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { to, subject, message, type, userId } = input;
  const account = await findAccount(to);
  const isAllowed = account?.isOpen && (account.id === userId || (await isAdmin(account.id)));
  if (!isAllowed) return { ok: false, refused: "address" };
  const mailKey = randomUUID();
  await transactionBy(by ?? null, async (tx) => {
    await queueMail(tx, {
      userId: account.id,
      kind: type,
      subject,
      lines: message.split(/(?:\r?\n){2,}/),
      action: { label: "Open Matchcut", href: paths.dashboard() },
      eventKey: `api:${mailKey}`,
    });
    if (by)
      await recordAdminAction(tx, by, "mail.send", account.id, {
        thing: `${type} ${mailKey}`,
        after: { subject },
      });
    return { ok: true };
  });
  return { ok: true };
}

async function isAdmin(userId: string): Promise<boolean> {
  return (await db.user.count({ where: { id: userId, isAdmin: true } })) > 0;
}
