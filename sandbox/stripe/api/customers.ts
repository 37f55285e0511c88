import type Stripe from "stripe";
import { invalid } from "../failure.ts";
import { integerOf, metadataOf, oneOf, only, required, textOf } from "../form.ts";
import { moveBalance } from "../invoicing.ts";
import { pageOf, paging } from "../listing.ts";
import { customerObject, moveObject, priceObject } from "../objects/money.ts";
import { portalObject } from "../objects/session.ts";
import type { Routes } from "./handler.ts";

export const customerRoutes: Routes = {
  "POST /v1/customers": (account, form) => {
    only<Stripe.CustomerCreateParams>(form, ["email", "metadata", "expand"]);
    const customer = {
      id: account.id("cus"),
      created: account.now(),
      email: textOf(form, "email"),
      metadata: metadataOf(form),
      balance: 0,
      cardId: null,
    };
    account.add("customers", customer);
    account.emit("customer.created", customerObject(customer));
    return customerObject(customer);
  },
  "POST /v1/customers/:id": (account, form, id) => {
    only<Stripe.CustomerUpdateParams>(form, ["email", "expand", "metadata"]);
    const customer = account.get("customers", id);
    // An empty string removes a value. For metadata, it removes all of them.
    if (form.email !== undefined) customer.email = textOf(form, "email") || null;
    customer.metadata = form.metadata === "" ? {} : { ...customer.metadata, ...metadataOf(form) };
    account.emit("customer.updated", customerObject(customer));
    return customerObject(customer);
  },
  "GET /v1/customers/:id": (account, _, id) => customerObject(account.get("customers", id)),
  "GET /v1/customers": (account, form) => {
    only<Stripe.CustomerListParams>(form, ["email", ...paging]);
    const email = textOf(form, "email");
    const rows = Object.values(account.tables.customers).filter((row) => !email || row.email === email);
    return pageOf(form, "/v1/customers", rows, customerObject);
  },
  "POST /v1/customers/:id/balance_transactions": (account, form, id) => {
    const names = ["amount", "currency", "description", "expand", "metadata"] as const;
    only<Stripe.CustomerCreateBalanceTransactionParams>(form, names);
    const customer = account.get("customers", id);
    const amount = integerOf(form, "amount");
    if (amount === null) throw invalid("Missing required param: amount.", "amount", "parameter_missing");
    required(form, "currency");
    oneOf(form, "currency", ["usd"]);
    const description = textOf(form, "description");
    const row = moveBalance(account, customer, { amount, description, metadata: metadataOf(form) });
    account.emit("customer.updated", customerObject(customer));
    return moveObject(row);
  },
  "GET /v1/customers/:id/balance_transactions": (account, form, id) => {
    only<Stripe.CustomerListBalanceTransactionsParams>(form, [...paging]);
    const customer = account.get("customers", id).id;
    const rows = Object.values(account.tables.moves).filter((row) => row.customer === customer);
    return pageOf(form, `/v1/customers/${id}/balance_transactions`, rows, moveObject);
  },
  "GET /v1/prices/:id": (account, _, id) => priceObject(account.get("prices", id)),
  "GET /v1/prices": (account, form) => {
    only<Stripe.PriceListParams>(form, [...paging]);
    return pageOf(form, "/v1/prices", Object.values(account.tables.prices), priceObject);
  },
  "POST /v1/billing_portal/sessions": (account, form) => {
    only<Stripe.BillingPortal.SessionCreateParams>(form, ["customer", "return_url", "expand"]);
    const customer = account.get("customers", required(form, "customer"), "customer");
    const portal = {
      id: account.id("bps"),
      created: account.now(),
      customer: customer.id,
      returnUrl: required(form, "return_url"),
    };
    account.add("portals", portal);
    return portalObject(account, portal);
  },
};
