import type { Actor } from "~/features/accounts/actor";
import type { Act } from "~/features/accounts/acts";
import { recordAct } from "~/features/accounts/auditing.server";
import { retryMails, stopMails, type TendedMail } from "~/features/notifications/unsent-mails.server";
import { isId } from "~/ids";
import { type Transaction, transaction } from "~/platform/db.server";

/** `count`: those that it was done with, without those that had been sent, stopped or tried again before. */
export type TendOutcome = { ok: true; count: number } | { ok: false; refused: "not-admin" };

/** Sends failed or overdue mails again, at once. Each is recorded. Refused: 'not-admin'. */
export function retryMailsAs(admin: Actor, mailIds: readonly string[]): Promise<TendOutcome> {
  return tend(admin, mailIds, retryMails, "mail.retry", "waiting");
}

/** They are never sent. Each is recorded. Refused: 'not-admin'. */
export function stopMailsAs(admin: Actor, mailIds: readonly string[]): Promise<TendOutcome> {
  return tend(admin, mailIds, stopMails, "mail.stop", "stopped");
}

async function tend(
  admin: Actor,
  mailIds: readonly string[],
  change: (tx: Transaction, ids: readonly string[]) => Promise<TendedMail[]>,
  act: Act,
  state: string,
): Promise<TendOutcome> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  return transaction(async (tx) => {
    const mails = await change(tx, mailIds.filter(isId));
    for (const { id, userId, kind, cause } of mails) {
      await recordAct(tx, admin, act, userId, {
        thing: `${kind} ${id}`,
        before: cause ? { mail: "failed", cause } : { mail: "waiting" },
        after: { mail: state },
      });
    }
    return { ok: true as const, count: mails.length };
  });
}
