import { describe, expect, test } from "vitest";
import { EnvError, readEnv } from "./env.server";

const good = {
  APP_URL: "https://matchcut.example",
  DATABASE_URL: "postgresql://matchcut@db/matchcut",
  SESSION_SECRET: "0f8d3b9a".repeat(8),
};

function problemsOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const value of Object.values(source))
      if (value && value.length > 8) expect(error.message).not.toContain(value);
    return error.problems;
  }
}

describe("the environment", () => {
  test("defaults to production on port 3000", () => {
    expect(readEnv(good)).toMatchObject({ APP_MODE: "production", PORT: 3000, HOST: "0.0.0.0" });
  });

  test("requires a second factor of admins in production alone, unless it says otherwise", () => {
    const rule = (source: Record<string, string>) => readEnv({ ...good, ...source }).ADMIN_SECOND_FACTOR;
    expect(rule({})).toBe("required");
    expect(rule({ APP_MODE: "demo" })).toBe("offered");
    expect(rule({ APP_MODE: "demo", ADMIN_SECOND_FACTOR: "required" })).toBe("required");
    expect(problemsOf({ ...good, ADMIN_SECOND_FACTOR: "no" })[0]).toMatch(/^ADMIN_SECOND_FACTOR/);
  });

  test("is rejected with one list of everything missing", () => {
    expect(problemsOf({})).toEqual([
      "APP_URL is missing",
      "DATABASE_URL is missing",
      "SESSION_SECRET is missing",
    ]);
    expect(problemsOf({ ...good, SESSION_SECRET: "" })).toEqual(["SESSION_SECRET is missing"]);
  });

  test("is rejected with one list of everything malformed or missing", () => {
    expect(
      problemsOf({
        APP_MODE: "staging",
        APP_URL: "matchcut.example",
        DATABASE_URL: "mysql://x",
        PORT: "http",
        DATABASE_POOL: "0",
      }).map((line) => line.split(" ")[0]),
    ).toEqual(["APP_MODE", "PORT", "APP_URL", "DATABASE_URL", "DATABASE_POOL", "SESSION_SECRET"]);
  });

  test.each([
    "short",
    "a".repeat(32),
    "0f8d".repeat(16),
    "insecure-development-secret-of-some-length",
    "CHANGE-ME-CHANGE-ME-CHANGE-ME-CHANGE-ME",
    "matchcut-demo-matchcut-demo-matchcut-demo",
  ])("is refused with a secret that protects nothing: %s", (SESSION_SECRET) => {
    expect(problemsOf({ ...good, SESSION_SECRET })[0]).toMatch(/^SESSION_SECRET/);
    for (const listed of [
      `${good.SESSION_SECRET},${SESSION_SECRET}`,
      `${SESSION_SECRET},${good.SESSION_SECRET}`,
    ])
      expect(problemsOf({ ...good, SESSION_SECRET: listed })[0]).toMatch(/^SESSION_SECRET/);
  });

  test("is refused in production with an address that sends cookies without TLS, except on localhost", () => {
    for (const APP_URL of ["http://matchcut.example", "http://localhost.example:3000"])
      expect(problemsOf({ ...good, APP_URL })[0]).toMatch(/^APP_URL/);
    for (const APP_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(readEnv({ ...good, APP_URL }).APP_URL).toBe(APP_URL);
    expect(readEnv({ ...good, APP_MODE: "demo", APP_URL: "http://matchcut.example" }).APP_MODE).toBe("demo");
  });

  test("accepts an Ably key in Ably's format, and another host in production only with TLS", () => {
    const key = "app.key:secret-of-it";
    expect(readEnv({ ...good, ABLY_API_KEY: key, ABLY_HOST: "live.example:8443" })).toMatchObject({
      ABLY_API_KEY: key,
      ABLY_HOST: "https://live.example:8443",
    });
    for (const wrong of ["app.key", "app:secret-of-it", "app.key:secret:of-it"])
      expect(problemsOf({ ...good, ABLY_API_KEY: wrong })[0]).toMatch(/^ABLY_API_KEY/);
    expect(problemsOf({ ...good, ABLY_HOST: "live.example/path" })[0]).toMatch(/^ABLY_HOST/);
    expect(problemsOf({ ...good, ABLY_HOST: "http://127.0.0.1:4000" })[0]).toMatch(/^ABLY_HOST/);
    expect(readEnv({ ...good, APP_MODE: "test", ABLY_HOST: "http://127.0.0.1:4000" }).ABLY_HOST).toBe(
      "http://127.0.0.1:4000",
    );
  });

  test("needs a webhook secret with a Stripe key, and refuses a stand-in in production", () => {
    const stripe = { STRIPE_SECRET_KEY: "sk_live_of-the-account", STRIPE_WEBHOOK_SECRET: "whsec_of-it" };
    const STRIPE_API_HOST = "http://localhost:3001";
    expect(problemsOf({ ...good, ...stripe })).toEqual([]);
    expect(problemsOf({ ...good, ...stripe, STRIPE_WEBHOOK_SECRET: "" })[0]).toMatch(
      /^STRIPE_WEBHOOK_SECRET/,
    );
    expect(problemsOf({ ...good, ...stripe, STRIPE_API_HOST })[0]).toMatch(
      /^STRIPE_API_HOST .*production refuses/,
    );
    for (const APP_MODE of ["demo", "development", "test"])
      expect(problemsOf({ ...good, ...stripe, STRIPE_API_HOST, APP_MODE })).toEqual([]);
    expect(problemsOf({ ...good, APP_MODE: "demo", STRIPE_API_HOST: "localhost:3001" })[0]).toMatch(
      /^STRIPE_API_HOST/,
    );
  });

  test("takes a price that is sold with former ones, each id once", () => {
    const prices = { STRIPE_PRICE_PRO_MONTHLY: "price_new, price_old,price_older" };
    expect(readEnv({ ...good, ...prices })).toMatchObject({
      STRIPE_PRICE_PRO_MONTHLY: ["price_new", "price_old", "price_older"],
      STRIPE_PRICE_PRO_YEARLY: [],
    });
    for (const wrong of ["price_new;price_old", "price_new,,price_old", ",price_old", "price_new price_old"])
      expect(problemsOf({ ...good, STRIPE_PRICE_PRO_MONTHLY: wrong })[0]).toMatch(
        /^STRIPE_PRICE_PRO_MONTHLY is/,
      );
    expect(problemsOf({ ...good, ...prices, STRIPE_PRICE_PRO_YEARLY: "price_old" })).toEqual([
      "STRIPE_PRICE_PRO_YEARLY repeats the id of a price",
    ]);
  });

  test("refuses a stand-in for video sites in production", () => {
    const OEMBED_API_HOST = "http://localhost:3002";
    expect(problemsOf({ ...good, OEMBED_API_HOST })[0]).toMatch(/^OEMBED_API_HOST .*production refuses/);
    expect(problemsOf({ ...good, OEMBED_API_HOST, APP_MODE: "demo" })).toEqual([]);
    expect(problemsOf({ ...good, OEMBED_API_HOST: "localhost", APP_MODE: "demo" })[0]).toMatch(
      /^OEMBED_API_HOST/,
    );
  });

  test("is rejected with incomplete S3 settings", () => {
    expect(problemsOf({ ...good, S3_BUCKET: "avatars" })).toHaveLength(1);
    expect(
      readEnv({ ...good, S3_BUCKET: "avatars", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" }).S3_BUCKET,
    ).toBe("avatars");
  });
});
