import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { intervalsAfter } from "../calendar.ts";
import { changePrice } from "../changing.ts";
import { invalid, missing } from "../failure.ts";
import {
  booleanOf,
  type Form,
  formOf,
  formsOf,
  integerOf,
  metadataOf,
  oneOf,
  only,
  required,
  textOf,
} from "../form.ts";
import { pageOf, paging } from "../listing.ts";
import { scheduleObject, subscriptionObject } from "../objects/subscription.ts";
import type { ScheduleRow, SubscriptionRow } from "../rows.ts";
import { emitUpdated, end, isOngoing, recurring, release } from "../subscribing.ts";
import type { Routes } from "./handler.ts";

const statuses = ["all", "active", "past_due", "canceled", "ended"] as const;

export const subscriptionRoutes: Routes = {
  "GET /v1/subscriptions": (account, form) => {
    only<Stripe.SubscriptionListParams>(form, ["customer", "status", ...paging]);
    const customer = textOf(form, "customer");
    const status = oneOf(form, "status", statuses);
    const hasStatus = (row: SubscriptionRow) =>
      status === "all" ||
      (status === null ? isOngoing(row) : row.status === status.replace("ended", "canceled"));
    const rows = Object.values(account.tables.subscriptions).filter(
      (row) => (!customer || row.customer === customer) && hasStatus(row),
    );
    return pageOf(form, "/v1/subscriptions", rows, (row) => subscriptionObject(account, row));
  },
  "GET /v1/subscriptions/:id": (account, _, id) =>
    subscriptionObject(account, account.get("subscriptions", id)),
  "POST /v1/subscriptions/:id": (account, form, id) => {
    only<Stripe.SubscriptionUpdateParams>(form, [
      "cancel_at_period_end",
      "expand",
      "items",
      "metadata",
      "payment_behavior",
      "proration_behavior",
      "proration_date",
    ]);
    const row = account.get("subscriptions", id);
    if (!isOngoing(row))
      throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
    update(account, row, form);
    emitUpdated(account, row);
    return subscriptionObject(account, row);
  },
  "DELETE /v1/subscriptions/:id": (account, _, id) => {
    const row = account.get("subscriptions", id);
    if (!isOngoing(row)) throw missing("subscriptions", id, "id");
    end(account, row, "cancellation_requested");
    return subscriptionObject(account, row);
  },
  "GET /v1/subscription_schedules/:id": (account, _, id) =>
    scheduleObject(account, account.get("schedules", id)),
  "POST /v1/subscription_schedules": (account, form) => {
    only<Stripe.SubscriptionScheduleCreateParams>(form, ["from_subscription", "expand"]);
    const id = required(form, "from_subscription");
    return addSchedule(account, account.get("subscriptions", id, "from_subscription"));
  },
  "POST /v1/subscription_schedules/:id": (account, form, id) => {
    only<Stripe.SubscriptionScheduleUpdateParams>(form, [
      "end_behavior",
      "expand",
      "phases",
      "proration_behavior",
    ]);
    const schedule = activeSchedule(account, id);
    setPhases(account, schedule, formsOf(form, "phases"));
    account.emit("subscription_schedule.updated", scheduleObject(account, schedule));
    return scheduleObject(account, schedule);
  },
  "POST /v1/subscription_schedules/:id/release": (account, _, id) => {
    const schedule = activeSchedule(account, id);
    const row = account.get("subscriptions", schedule.subscription);
    release(account, row, "released");
    emitUpdated(account, row);
    return scheduleObject(account, schedule);
  },
};

function update(account: Account, row: SubscriptionRow, form: Form): void {
  const cancels = booleanOf(form, "cancel_at_period_end");
  if (cancels !== null && row.schedule)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${row.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const [item] = formsOf(form, "items");
  const price = item && textOf(item, "price");
  if (price && price !== row.price) {
    if (textOf(item, "id") !== row.item)
      throw invalid("Cannot add multiple subscription items with different intervals", "items");
    const expected = { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" };
    for (const [name, value] of Object.entries(expected))
      if (form[name] !== value) throw invalid(`The sandbox only supports ${value}`, name);
    changePrice(account, row, price, integerOf(form, "proration_date") ?? account.now());
  }
  // An empty string removes its key.
  const metadata = Object.entries({ ...row.metadata, ...metadataOf(form) });
  row.metadata = Object.fromEntries(metadata.filter(([, text]) => text !== ""));
  if (cancels === null) return;
  row.cancelAtPeriodEnd = cancels;
  row.canceledAt = cancels ? account.now() : null;
  row.endReason = cancels ? "cancellation_requested" : null;
}

function addSchedule(account: Account, row: SubscriptionRow) {
  if (!isOngoing(row))
    throw invalid("You cannot migrate a subscription that is canceled.", "from_subscription");
  if (row.schedule)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${row.schedule}`,
      "from_subscription",
    );
  const schedule: ScheduleRow = {
    id: account.id("sub_sched"),
    created: account.now(),
    subscription: row.id,
    customer: row.customer,
    status: "active",
    phases: [{ start: row.periodStart, end: row.periodEnd, price: row.price }],
    releasedAt: null,
  };
  account.add("schedules", schedule);
  row.schedule = schedule.id;
  account.emit("subscription_schedule.created", scheduleObject(account, schedule));
  emitUpdated(account, row);
  return scheduleObject(account, schedule);
}

function activeSchedule(account: Account, id: string): ScheduleRow {
  const schedule = account.get("schedules", id);
  if (schedule.status === "active") return schedule;
  throw invalid(`You cannot change a subscription schedule that is currently ${schedule.status}.`);
}

function setPhases(account: Account, schedule: ScheduleRow, forms: Form[]): void {
  const row = account.get("subscriptions", schedule.subscription);
  let start = schedule.phases[0]?.start ?? row.periodStart;
  if (integerOf(forms[0] ?? {}, "start_date") !== start)
    throw invalid("You can not modify the start date of the current phase.", "phases[0][start_date]");
  schedule.phases = forms.map((phase, number) => {
    const [item] = formsOf(phase, "items");
    const price = recurring(
      account,
      required(item ?? {}, "price"),
      `phases[${number}][items][0][price]`,
      row,
    );
    const last = oneOf(formOf(phase, "duration"), "interval", ["month", "year"]);
    const end = integerOf(phase, "end_date") ?? (last && intervalsAfter(start, last, 1));
    if (end === null) throw invalid("A phase needs `end_date` or `duration`.", "phases");
    const set = { start, end, price: price.id };
    start = end;
    return set;
  });
}
