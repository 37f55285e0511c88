import Stripe from "stripe";
import type { PaymentsPort } from "./payments-port.server";
import { readCheckout } from "./stripe-charges.server";
import { orNull, translating } from "./stripe-errors.server";
import { planChangeCalls } from "./stripe-plan-changes.server";
import { eventFrom, idOf, priceFrom } from "./stripe-states.server";
import { subscriptionCalls } from "./stripe-subscriptions.server";

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** http(s)://host:port of another server with Stripe's protocol. */
  apiHost?: string | undefined;
  /** In milliseconds per attempt. */
  timeout?: number;
  /** How many times the SDK retries, with increasing delays. */
  retries?: number;
}

/** In seconds. Stripe itself recommends this against replayed webhooks. */
const tolerance = 300;

function clientFor({ secretKey, apiHost, timeout = 8_000, retries = 2 }: StripeOptions): Stripe {
  const url = apiHost ? new URL(apiHost) : undefined;
  const protocol = url?.protocol === "http:" ? "http" : "https";
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: clientWithFreshKeys(),
    ...(url ? { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol } : {}),
  });
}

/** Every call that changes something passes on the caller's key, so repeating the call is safe. */
export function stripePayments(options: StripeOptions): PaymentsPort {
  const stripe = clientFor(options);
  return {
    ...customerCalls(stripe),
    ...checkoutCalls(stripe),
    ...subscriptionCalls(stripe),
    ...planChangeCalls(stripe),
    refund: translating(async ({ intentId, amountCents, reason }, key) => {
      const { id, status } = await stripe.refunds.create(
        { payment_intent: intentId, reason, ...(amountCents === undefined ? {} : { amount: amountCents }) },
        { idempotencyKey: key },
      );
      if (status === "succeeded") return { refundId: id, status };
      const isOver = status === "failed" || status === "canceled";
      return { refundId: id, status: isOver ? "failed" : "pending" };
    }),
    readEvent(body, signature) {
      try {
        return eventFrom(stripe.webhooks.constructEvent(body, signature, options.webhookSecret, tolerance));
      } catch {
        // The SDK has no single error for this: it throws one for a truncated signature and others for a body that
        // isn't an event.
        return null;
      }
    },
  };
}

function customerCalls(stripe: Stripe) {
  return {
    createCustomer: translating(async ({ userId, email }, key) => {
      const customer = await stripe.customers.create(
        { email, metadata: { user_id: userId } },
        { idempotencyKey: key },
      );
      return customer.id;
    }),
    setCustomerEmail: translating(async (customer, email) => {
      await stripe.customers.update(customer, { email });
    }),
    forgetCustomer: translating(async (customer) => {
      await orNull(stripe.customers.update(customer, { email: "", metadata: "" }));
    }),
    findPrice: translating(async (priceId) => {
      const price = await orNull(stripe.prices.retrieve(priceId, { expand: ["product"] }));
      return price && priceFrom(price);
    }),
    openPortal: translating(async (customer, returnUrl) => {
      const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return session.url;
    }),
    findChargeCustomer: translating(async (chargeId) => {
      const charge = await orNull(stripe.charges.retrieve(chargeId));
      return charge && idOf(charge.customer);
    }),
  } satisfies Partial<PaymentsPort>;
}

const withPayment = { expand: ["payment_intent.latest_charge"] };

function checkoutCalls(stripe: Stripe) {
  const read = (session: Stripe.Checkout.Session) => readCheckout(stripe, session);
  async function find(sessionId: string) {
    const session = await orNull(stripe.checkout.sessions.retrieve(sessionId, withPayment));
    return session && read(session);
  }
  return {
    startCheckout: translating(async (order, key) =>
      read(await stripe.checkout.sessions.create(parametersOf(order), { idempotencyKey: key })),
    ),
    findCheckout: translating(find),
    expireCheckout: translating(async (sessionId) => {
      try {
        return await read(await stripe.checkout.sessions.expire(sessionId, withPayment));
      } catch (error) {
        // The checkout wasn't open, or doesn't exist.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return find(sessionId);
        throw error;
      }
    }),
  } satisfies Partial<PaymentsPort>;
}

function parametersOf(
  order: Parameters<PaymentsPort["startCheckout"]>[0],
): Stripe.Checkout.SessionCreateParams {
  const metadata = { reference: order.reference };
  const successUrl = new URL(order.successUrl);
  // Stripe replaces this placeholder, so its braces must not be encoded.
  const separator = successUrl.search ? "&" : "?";
  return {
    customer: order.customerId,
    client_reference_id: order.reference,
    metadata,
    line_items: [{ price: order.price.id, quantity: 1 }],
    allowed_payment_method_types: ["card"],
    success_url: `${successUrl.href}${separator}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: order.cancelUrl,
    ...(order.price.interval
      ? { mode: "subscription", subscription_data: { metadata } }
      : { mode: "payment", payment_intent_data: { metadata }, invoice_creation: { enabled: true } }),
  };
}

const keyHeader = "Idempotency-Key";
/** More failures under one key per day than any outage causes. */
const mostKept = 100;

/**
 * Stripe remembers a 5xx under its idempotency key for a day, so the SDK's retries only get the same response. This
 * client retries with the next key of a fixed series instead. A repeated call uses the same series of keys, so finished
 * work isn't done twice. https://docs.stripe.com/api/idempotent_requests
 */
function clientWithFreshKeys(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, ...rest) => {
    const key = Reflect.get(headers, keyHeader);
    for (let kept = 0; ; kept += 1) {
      const own = kept > 0 ? { ...headers, [keyHeader]: `${key}:${kept}` } : headers;
      const response = await send(host, port, path, method, own, ...rest);
      const isKept = response.getHeaders()["idempotent-replayed"] === "true";
      if (!key || !isKept || response.getStatusCode() < 500 || kept === mostKept) return response;
      // Reading the body frees its connection.
      await response.toJSON().catch(() => {});
    }
  };
  return client;
}
