import { afterEach, describe, expect, test, vi } from "vitest";

const keys = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

async function formAction(environment: Record<string, string>): Promise<string | undefined> {
  vi.resetModules();
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { securityHeaders } = await import("./security-headers.server");
  return /form-action ([^;]*)/.exec(securityHeaders.get("Content-Security-Policy") ?? "")?.[1];
}

describe("a form may be sent", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("only to us while payments are off", async () => {
    expect(await formAction({ STRIPE_SECRET_KEY: "" })).toBe("'self'");
  });

  test("to Stripe's hosted pages if there's a key", async () => {
    const allowed = "'self' https://checkout.stripe.com https://billing.stripe.com";
    expect(await formAction(keys)).toBe(allowed);
  });

  test("only to the stand-in if one is configured", async () => {
    const STRIPE_API_HOST = "http://localhost:3001";
    expect(await formAction({ ...keys, STRIPE_API_HOST })).toBe("'self' http://localhost:3001");
  });
});
