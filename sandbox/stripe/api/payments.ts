import type Stripe from "stripe";
import { draftChange } from "../changing.ts";
import { refund } from "../charging.ts";
import { Failure, invalid } from "../failure.ts";
import { formOf, formsOf, integerOf, metadataOf, oneOf, only, required, textOf } from "../form.ts";
import { pageOf, paging } from "../listing.ts";
import { invoiceObject } from "../objects/invoice.ts";
import { chargeObject, disputeObject, intentObject, refundObject } from "../objects/payment.ts";
import type { Routes } from "./handler.ts";

export const paymentRoutes: Routes = {
  "GET /v1/invoices": (account, form) => {
    only<Stripe.InvoiceListParams>(form, ["customer", "status", "subscription", ...paging]);
    const wanted = {
      customer: textOf(form, "customer"),
      subscription: textOf(form, "subscription"),
      status: oneOf(form, "status", ["draft", "open", "paid", "uncollectible", "void"]),
    };
    const rows = Object.values(account.tables.invoices).filter(
      (row) =>
        (!wanted.customer || row.customer === wanted.customer) &&
        (!wanted.subscription || row.subscription === wanted.subscription) &&
        (!wanted.status || row.status === wanted.status),
    );
    return pageOf(form, "/v1/invoices", rows, (row) => invoiceObject(account, row));
  },
  "GET /v1/invoices/:id": (account, _, id) => invoiceObject(account, account.get("invoices", id)),
  "POST /v1/invoices/create_preview": (account, form) => {
    only<Stripe.InvoiceCreatePreviewParams>(form, ["subscription", "subscription_details", "expand"]);
    const row = account.get("subscriptions", required(form, "subscription"), "subscription");
    const details = formOf(form, "subscription_details");
    const [item = {}] = formsOf(details, "items");
    const at = integerOf(details, "proration_date") ?? account.now();
    const invoice = draftChange(account, row, required(item, "price"), at);
    return { ...invoiceObject(account, invoice), id: `upcoming_${invoice.id}` } satisfies Stripe.Invoice;
  },
  "GET /v1/payment_intents/:id": (account, _, id) => intentObject(account, account.get("intents", id)),
  "GET /v1/charges": (account, form) => {
    only<Stripe.ChargeListParams>(form, ["customer", "payment_intent", ...paging]);
    const customer = textOf(form, "customer");
    const intent = textOf(form, "payment_intent");
    const rows = Object.values(account.tables.charges).filter(
      (row) => (!customer || row.customer === customer) && (!intent || row.intent === intent),
    );
    return pageOf(form, "/v1/charges", rows, (row) => chargeObject(account, row));
  },
  "GET /v1/charges/:id": (account, _, id) => chargeObject(account, account.get("charges", id)),
  "GET /v1/disputes": (account, form) => {
    only<Stripe.DisputeListParams>(form, ["charge", "payment_intent", ...paging]);
    const intent = textOf(form, "payment_intent");
    const charge = textOf(form, "charge");
    const rows = Object.values(account.tables.disputes).filter(
      (row) =>
        (!charge || row.charge === charge) &&
        (!intent || account.find("charges", row.charge)?.intent === intent),
    );
    return pageOf(form, "/v1/disputes", rows, (row) => disputeObject(account, row));
  },
  "POST /v1/refunds": (account, form) => {
    only<Stripe.RefundCreateParams>(form, ["amount", "expand", "metadata", "payment_intent", "reason"]);
    const intent = account.get("intents", required(form, "payment_intent"), "payment_intent");
    const charge = account.find("charges", intent.charge);
    if (charge?.status !== "succeeded")
      throw invalid(`PaymentIntent ${intent.id} does not have a successful charge to refund.`);
    const disputes = Object.values(account.tables.disputes).filter((one) => one.charge === charge.id);
    if (disputes.some(({ status }) => status === "needs_response" || status === "lost"))
      throw invalid(
        `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        undefined,
        "charge_disputed",
      );
    const left = charge.amount - charge.refunded;
    if (left === 0)
      throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
    const amount = integerOf(form, "amount") ?? left;
    if (amount < 1) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
    if (amount > left)
      throw new Failure(400, {
        type: "invalid_request_error",
        message: `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
        param: "amount",
      });
    const reason = oneOf(form, "reason", ["duplicate", "fraudulent", "requested_by_customer"]);
    return refundObject(account, refund(account, charge, { amount, reason, metadata: metadataOf(form) }));
  },
  "GET /v1/refunds/:id": (account, _, id) => refundObject(account, account.get("refunds", id)),
};
