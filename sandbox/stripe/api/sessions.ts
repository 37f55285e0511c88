import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { day } from "../calendar.ts";
import { invalid } from "../failure.ts";
import { booleanOf, type Form, formOf, formsOf, metadataOf, oneOf, only, required, textOf } from "../form.ts";
import { pageOf, paging } from "../listing.ts";
import { sessionObject } from "../objects/session.ts";
import type { SessionRow } from "../rows.ts";
import { inactive } from "../subscribing.ts";
import type { Routes } from "./handler.ts";

export const sessionRoutes: Routes = {
  "POST /v1/checkout/sessions": (account, form) => {
    only<Stripe.Checkout.SessionCreateParams>(form, [
      "allowed_payment_method_types",
      "cancel_url",
      "client_reference_id",
      "customer",
      "expand",
      "invoice_creation",
      "line_items",
      "metadata",
      "mode",
      "payment_intent_data",
      "subscription_data",
      "success_url",
    ]);
    const session = newSession(account, form);
    account.add("sessions", session);
    return sessionObject(account, session);
  },
  "GET /v1/checkout/sessions": (account, form) => {
    only<Stripe.Checkout.SessionListParams>(form, ["customer", ...paging]);
    const customer = textOf(form, "customer");
    const rows = Object.values(account.tables.sessions).filter(
      (row) => !customer || row.customer === customer,
    );
    return pageOf(form, "/v1/checkout/sessions", rows, (row) => sessionObject(account, row));
  },
  "GET /v1/checkout/sessions/:id": (account, _, id) => sessionObject(account, account.get("sessions", id)),
  "POST /v1/checkout/sessions/:id/expire": (account, _, id) => {
    const session = account.get("sessions", id);
    if (session.status !== "open")
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    session.status = "expired";
    account.emit("checkout.session.expired", sessionObject(account, session));
    return sessionObject(account, session);
  },
};

function newSession(account: Account, form: Form): SessionRow {
  const mode = oneOf(form, "mode", ["payment", "subscription"]) ?? "payment";
  const [item, ...others] = formsOf(form, "line_items");
  if (!item || others.length > 0) throw invalid("The sandbox supports one line item", "line_items");
  const price = account.get("prices", required(item, "price"), "line_items[0][price]");
  if (!price.active) throw inactive("line_items");
  checkMode(form, mode, price.interval !== null);
  const created = account.now();
  return {
    id: account.id("cs_test"),
    created,
    expiresAt: created + day,
    customer: account.get("customers", required(form, "customer"), "customer").id,
    price: price.id,
    mode,
    status: "open",
    reference: textOf(form, "client_reference_id"),
    metadata: metadataOf(form),
    paymentMetadata: metadataOf(
      formOf(form, mode === "payment" ? "payment_intent_data" : "subscription_data"),
    ),
    createsInvoice: booleanOf(formOf(form, "invoice_creation"), "enabled") ?? false,
    successUrl: urlOf(required(form, "success_url"), "success_url"),
    cancelUrl: form.cancel_url === undefined ? null : urlOf(required(form, "cancel_url"), "cancel_url"),
    subscription: null,
    intent: null,
    invoice: null,
    pendingCard: null,
  };
}

function checkMode(form: Form, mode: SessionRow["mode"], recurs: boolean): void {
  if (mode === "payment" && recurs)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "line_items",
    );
  if (mode === "subscription" && !recurs)
    throw invalid("You must provide at least one recurring price in `subscription` mode.", "line_items");
  const foreign = mode === "payment" ? ["subscription_data"] : ["payment_intent_data", "invoice_creation"];
  const wrong = foreign.find((name) => form[name] !== undefined);
  if (wrong) throw invalid(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, wrong);
}

function urlOf(text: string, name: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw invalid("Not a valid URL", name, "url_invalid");
  return text;
}
