import Stripe from "stripe";
import { PaymentRefused, PaymentsUnavailable } from "./payments-port.server";

/** Errors caused by the network, our API key, our request rate or Stripe. They say nothing about the request itself. */
const ours = [
  Stripe.errors.StripeConnectionError,
  Stripe.errors.StripeAPIError,
  Stripe.errors.StripeRateLimitError,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
];

/** 409: another request with the same key, or for the same object, is in progress. */
const isBusy = (error: Stripe.errors.StripeError) => error.statusCode === 409;

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const reached = error.statusCode ? `It responded with ${error.statusCode}.` : "It didn't respond.";
  if (isBusy(error) || ours.some((kind) => error instanceof kind))
    return new PaymentsUnavailable(`Stripe isn't available. ${reached}`, { cause: error });
  const declined = error instanceof Stripe.errors.StripeCardError;
  const code = (declined ? error.decline_code || error.code : error.code) || error.rawType || error.type;
  return new PaymentRefused(code, declined ? error.message : null);
}

/** Makes the same call, with the SDK's errors translated to the port's. */
export function translating<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return (...args) =>
    call(...args).catch((error: unknown) => {
      throw translated(error);
    });
}

/** Null if Stripe has no such object. */
export async function orNull<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return null;
    throw error;
  }
}
