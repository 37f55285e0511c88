import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { transactionBy, transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { findAccount } from "~/features/accounts/finding.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { retryMails, stopMails } from "~/features/notifications/unsent-mails.server";
import { isId } from "~/ids";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { adminList, anyOf, timeOrder } from "~/platform/admin-list.server";
import { db } from "~/platform/db.server";
import type { WithIsoTimes } from "~/platform/iso-times";
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

export type FailedJobView = WithIsoTimes<FailedJob>;

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

/**
 * Retries failed jobs right away with all their attempts again, or deletes them for good, and records each one.
 * @returns how many; those that were retried or dropped in the meantime don't count
 */
export function tendJobs(admin: Admin, act: "retry" | "drop", jobIds: readonly string[]): Promise<number> {
  return transactionByAdmin(admin, async (tx) => {
    const ids = jobIds.filter((id) => jobIdPattern.test(id));
    const jobs = await (act === "retry" ? retryJobs(tx, ids) : dropJobs(tx, ids));
    for (const { id, task, cause, attempts } of jobs) {
      await recordAdminAction(tx, admin, `job.${act}`, null, {
        thing: `${task} ${id}`,
        before: { job: "failed", cause, attempts },
        after: { job: act === "retry" ? "waiting" : "dropped" },
      });
    }
    return jobs.length;
  });
}

/**
 * Sends failed or overdue emails again right away, or stops emails, and records each one.
 * @returns how many; those that were sent, stopped or retried in the meantime don't count
 */
export function tendMails(admin: Admin, act: "retry" | "stop", mailIds: readonly string[]): Promise<number> {
  return transactionByAdmin(admin, async (tx) => {
    const ids = mailIds.filter(isId);
    const mails = await (act === "retry" ? retryMails(tx, ids) : stopMails(tx, ids));
    for (const { id, userId, kind, cause } of mails) {
      await recordAdminAction(tx, admin, `mail.${act}`, userId, {
        thing: `${kind} ${id}`,
        before: cause ? { mail: "failed", cause } : { mail: "waiting" },
        after: { mail: act === "retry" ? "waiting" : "stopped" },
      });
    }
    return mails.length;
  });
}

/**
 * Queues an email to `userId`'s address or to an admin's. Refused: 'address' for any other address, whether or not an
 * account has it; 'too-many'.
 * @param sender 'service' is one of our own services, authenticated by its token
 */
export async function sendNotificationMail(
  sender: Admin | "service",
  input: z.output<typeof notificationEmailSchema>,
): Promise<Outcome<"address"> | Throttled> {
  const by = sender === "service" ? undefined : sender;
  const waitSeconds = await takeFromLimit("notification-mail", by?.userId ?? "service", by);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { to, subject, message, type, userId } = input;
  const account = await findAccount(to);
  const isAllowed =
    account?.isOpen &&
    (account.id === userId || (await db.user.count({ where: { id: account.id, isAdmin: true } })) > 0);
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
