import Stripe from "stripe";
import type { Account } from "../account.ts";
import type { CustomerRow, MoveRow, PriceRow } from "../rows.ts";

/** Everything here returns the SDK's complete types, so a missing or unknown field doesn't compile. */
const common = { livemode: false, metadata: {} };

function productOf(price: PriceRow): Stripe.Product {
  return {
    ...common,
    id: price.id.replace(/^price_/, "prod_"),
    object: "product",
    active: true,
    created: price.created,
    description: null,
    images: [],
    marketing_features: [],
    name: price.name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: "service",
    updated: price.created,
    url: null,
  };
}

export function findProduct({ tables }: Account, id: string): Stripe.Product | null {
  const price = Object.values(tables.prices).find((one) => productOf(one).id === id);
  return price ? productOf(price) : null;
}

export function priceObject(price: PriceRow): Stripe.Price {
  return {
    ...common,
    id: price.id,
    object: "price",
    active: price.active,
    billing_scheme: "per_unit",
    created: price.created,
    currency: "usd",
    custom_unit_amount: null,
    lookup_key: null,
    nickname: null,
    product: productOf(price).id,
    recurring: price.interval && {
      interval: price.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: price.interval ? "recurring" : "one_time",
    unit_amount: price.amount,
    unit_amount_decimal: Stripe.Decimal.from(price.amount),
  };
}

/** Prices with an interval have replaced plans, but subscription items still have a plan. */
export function planObject(price: PriceRow): Stripe.Plan {
  return {
    ...common,
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.amount,
    amount_decimal: Stripe.Decimal.from(price.amount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: "usd",
    interval: price.interval ?? "month",
    interval_count: 1,
    meter: null,
    nickname: null,
    product: productOf(price).id,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export function customerObject(customer: CustomerRow): Stripe.Customer {
  return {
    id: customer.id,
    object: "customer",
    address: null,
    balance: customer.balance,
    created: customer.created,
    currency: "usd",
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: customer.email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.cardId,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export function moveObject(move: MoveRow): Stripe.CustomerBalanceTransaction {
  return {
    id: move.id,
    object: "customer_balance_transaction",
    amount: move.amount,
    checkout_session: null,
    created: move.created,
    credit_note: null,
    currency: "usd",
    customer: move.customer,
    customer_account: null,
    description: move.description,
    ending_balance: move.endingBalance,
    invoice: move.invoice,
    livemode: false,
    metadata: move.metadata,
    type: move.invoice ? "applied_to_invoice" : "adjustment",
  };
}
