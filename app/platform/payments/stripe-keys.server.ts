import Stripe from "stripe";

const keyHeader = "Idempotency-Key";
/** More failures under one key within a day than an outage causes. */
const mostKept = 100;

/**
 * Stripe keeps a 5xx under its idempotency key for a day, and the SDK's retries only hear it again. This client asks
 * again under the next key of a series, which is the same for each repetition: what was done is not done twice.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function clientWithFreshKeys(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, ...rest) => {
    const key = Reflect.get(headers, keyHeader);
    for (let kept = 0; ; kept += 1) {
      const own = kept > 0 ? { ...headers, [keyHeader]: `${key}:${kept}` } : headers;
      const response = await send(host, port, path, method, own, ...rest);
      const isKept = response.getHeaders()["idempotent-replayed"] === "true";
      if (!key || !isKept || response.getStatusCode() < 500 || kept === mostKept) return response;
      // Read, so that its connection is free again.
      await response.toJSON().catch(() => {});
    }
  };
  return client;
}
