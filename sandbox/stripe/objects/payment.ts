import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { CardRow, ChargeRow, DisputeRow, IntentRow, RefundRow } from "../rows.ts";

export function intentObject(account: Account, intent: IntentRow): Stripe.PaymentIntent {
  const { error } = intent;
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${intent.id}_secret_sandbox`,
    confirmation_method: "automatic",
    created: intent.created,
    currency: "usd",
    customer: intent.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: error && {
      type: "card_error",
      code: error.code,
      message: error.message,
      ...(error.declineCode ? { decline_code: error.declineCode } : {}),
    },
    latest_charge: intent.charge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action:
      intent.status === "requires_action"
        ? { type: "redirect_to_url", redirect_to_url: { url: account.url, return_url: null } }
        : null,
    on_behalf_of: null,
    payment_method: intent.status === "requires_payment_method" ? null : intent.cardId,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_group: null,
  };
}

const noDetails = { address: null, email: null, name: null, phone: null, tax_id: null };

/** The fingerprint depends only on the number, not on the customer. */
function cardDetails({ number, month, year }: CardRow): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: null,
    authorization_code: null,
    brand: "visa",
    checks: null,
    country: "US",
    electronic_commerce_indicator: null,
    exp_month: month,
    exp_year: year,
    fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
    funding: "credit",
    installments: null,
    last4: number.slice(-4),
    mandate: null,
    network: "visa",
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

export function chargeObject(account: Account, charge: ChargeRow): Stripe.Charge {
  const succeeded = charge.status === "succeeded";
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: succeeded ? charge.amount : 0,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: noDetails,
    calculated_statement_descriptor: "MATCHCUT SANDBOX",
    captured: succeeded,
    created: charge.created,
    currency: "usd",
    customer: charge.customer,
    description: null,
    disputed: Object.values(account.tables.disputes).some((one) => one.charge === charge.id),
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: succeeded,
    payment_intent: charge.intent,
    payment_method: charge.cardId,
    payment_method_details: { type: "card", card: cardDetails(account.get("cards", charge.cardId)) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export function refundObject(account: Account, refund: RefundRow): Stripe.Refund {
  const charge = account.find("charges", refund.charge);
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: refund.created,
    currency: "usd",
    customer: charge?.customer ?? null,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: charge?.intent ?? null,
    payment_method: charge?.cardId ?? null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
    ...(refund.status === "failed" ? { failure_reason: "lost_or_stolen_card" } : {}),
  };
}

const noEvidence: Stripe.Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export function disputeObject(account: Account, dispute: DisputeRow): Stripe.Dispute {
  const charge = account.find("charges", dispute.charge);
  return {
    id: dispute.id,
    object: "dispute",
    amount: charge?.amount ?? 0,
    balance_transactions: [],
    charge: dispute.charge,
    created: dispute.created,
    currency: "usd",
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dispute.created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge?.intent ?? null,
    reason: "fraudulent",
    status: dispute.status,
  };
}
