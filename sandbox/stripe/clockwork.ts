import type { Account } from "./account.ts";
import { sessionObject } from "./objects/session.ts";
import { attempt, isOngoing, renew } from "./subscribing.ts";

interface Due {
  at: number;
  customer: string;
  act: () => void;
}

/** The earliest event that's due by now. */
function nextDue(account: Account): Due | undefined {
  const { subscriptions, invoices, sessions } = account.tables;
  const due: Due[] = [];
  for (const row of Object.values(subscriptions))
    if (isOngoing(row))
      due.push({ at: row.periodEnd, customer: row.customer, act: () => renew(account, row) });
  for (const invoice of Object.values(invoices)) {
    const row = account.find("subscriptions", invoice.subscription);
    if (invoice.nextAttempt !== null && row && isOngoing(row))
      due.push({
        at: invoice.nextAttempt,
        customer: row.customer,
        act: () => attempt(account, row, invoice),
      });
  }
  for (const session of Object.values(sessions)) {
    if (session.status !== "open") continue;
    const act = () => {
      session.status = "expired";
      account.emit("checkout.session.expired", sessionObject(account, session));
    };
    due.push({ at: session.expiresAt, customer: session.customer, act });
  }
  return due
    .filter(({ at, customer }) => at <= account.by(customer, () => account.now()))
    .reduce<Due | undefined>((first, one) => (!first || one.at < first.at ? one : first), undefined);
}

/** Runs every due event in order, each at its own time. Returns whether there were any. */
export function runDue(account: Account): boolean {
  let was = false;
  for (let due = nextDue(account); due; due = nextDue(account)) {
    account.at(due.at, due.act);
    was = true;
  }
  return was;
}
