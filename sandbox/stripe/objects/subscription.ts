import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { ScheduleRow, SubscriptionRow } from "../rows.ts";
import { planObject, priceObject } from "./money.ts";

const billingMode: Stripe.Subscription["billing_mode"] = {
  type: "flexible",
  flexible: { proration_discounts: "included" },
};

export function subscriptionObject(account: Account, row: SubscriptionRow): Stripe.Subscription {
  return {
    id: row.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: row.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: billingMode,
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: row.cancelAtPeriodEnd ? row.periodEnd : null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    canceled_at: row.canceledAt,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: row.endReason },
    collection_method: "charge_automatically",
    created: row.created,
    currency: "usd",
    customer: row.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: row.cardId,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: row.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [itemObject(account, row)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${row.id}`,
    },
    latest_invoice: row.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: row.schedule,
    start_date: row.created,
    status: row.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  };
}

function itemObject(account: Account, row: SubscriptionRow): Stripe.SubscriptionItem {
  const price = account.get("prices", row.price);
  return {
    id: row.item,
    object: "subscription_item",
    billing_thresholds: null,
    created: row.created,
    current_period_end: row.periodEnd,
    current_period_start: row.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(price),
    price: priceObject(price),
    quantity: 1,
    subscription: row.id,
    tax_rates: [],
  };
}

export function scheduleObject(account: Account, row: ScheduleRow): Stripe.SubscriptionSchedule {
  const now = account.now();
  const current = row.phases.find(({ start, end }) => start <= now && now < end);
  const isActive = row.status === "active";
  return {
    id: row.id,
    object: "subscription_schedule",
    application: null,
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    canceled_at: null,
    completed_at: null,
    created: row.created,
    current_phase: isActive && current ? { start_date: current.start, end_date: current.end } : null,
    customer: row.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: row.phases.map(phaseObject),
    released_at: row.releasedAt,
    released_subscription: isActive ? null : row.subscription,
    status: row.status,
    subscription: isActive ? row.subscription : null,
    test_clock: null,
  };
}

function phaseObject({
  start,
  end,
  price,
}: ScheduleRow["phases"][number]): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: "usd",
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price,
        price,
        quantity: 1,
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: "none",
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}
