import type { Account } from "./account.ts";
import { invalid } from "./failure.ts";
import { type Form, listOf } from "./form.ts";
import { invoiceObject, paymentsOf } from "./objects/invoice.ts";
import { customerObject, findProduct, priceObject } from "./objects/money.ts";
import { chargeObject, disputeObject, intentObject, refundObject } from "./objects/payment.ts";
import { sessionObject } from "./objects/session.ts";
import { scheduleObject, subscriptionObject } from "./objects/subscription.ts";

type Shown = { [field: string]: unknown };

/** Finds any object by its ID, whose prefix names its kind; null if there is none. */
function findObject(account: Account, id: string): object | null {
  const show = <Row>(row: Row | null, view: (account: Account, row: Row) => object) =>
    row && view(account, row);
  const [, prefix] = /^(sub_sched|[a-z]+)_/.exec(id) ?? [];
  switch (prefix) {
    case "cus":
      return show(account.find("customers", id), (_, row) => customerObject(row));
    case "price":
      return show(account.find("prices", id), (_, row) => priceObject(row));
    case "prod":
      return findProduct(account, id);
    case "sub":
      return show(account.find("subscriptions", id), subscriptionObject);
    case "in":
      return show(account.find("invoices", id), invoiceObject);
    case "pi":
      return show(account.find("intents", id), intentObject);
    case "ch":
      return show(account.find("charges", id), chargeObject);
    case "re":
      return show(account.find("refunds", id), refundObject);
    case "du":
      return show(account.find("disputes", id), disputeObject);
    case "cs":
      return show(account.find("sessions", id), sessionObject);
    case "sub_sched":
      return show(account.find("schedules", id), scheduleObject);
  }
  return null;
}

/** Stripe's own limit on how deep `expand` may go. */
const maxDepth = 4;

/**
 * Replaces IDs with their objects, as `expand` requests.
 * @throws Stripe's 400 for a path that leads nowhere or is too deep
 */
export function expand(account: Account, shown: object, form: Form): object {
  for (const path of listOf(form, "expand")) {
    if (typeof path !== "string") throw invalid("Invalid expand", "expand");
    const names = path.split(".");
    if (names.length > maxDepth)
      throw invalid(
        `You cannot expand more than ${maxDepth} levels of a property. Property: ${path}`,
        "expand",
      );
    expandPath(account, shown as Shown, names, path);
  }
  return shown;
}

function expandPath(account: Account, shown: Shown, [name = "", ...rest]: string[], path: string): void {
  if (shown.object === "invoice" && name === "payments") {
    const invoice = account.find("invoices", String(shown.id));
    if (invoice) shown.payments ??= paymentsOf(invoice);
  }
  if (!(name in shown)) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  const value = shown[name];
  if (typeof value === "string") {
    const found = findObject(account, value);
    if (!found) throw invalid(`This property cannot be expanded (${path}).`, "expand");
    shown[name] = found;
  }
  if (rest.length === 0) return;
  const inner = shown[name];
  for (const one of Array.isArray(inner) ? inner : [inner])
    if (one !== null && typeof one === "object") expandPath(account, one as Shown, rest, path);
}
