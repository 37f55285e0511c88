import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { EnvError, readEnv } from "./env.server";

const good = {
  APP_URL: "https://matchcut.example",
  DATABASE_URL: "postgresql://matchcut@db/matchcut",
  SESSION_SECRET: "5f1c9e0b7a34d826e1b0f97c3d5a8246c08e7d1f93b65a2e4f70c8d9b1e6a305",
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

  test("has all three variables for push or none, with a subject that push services can write to", () => {
    const subject = { VAPID_SUBJECT: "https://matchcut.example/contact" };
    const keys = { VAPID_PUBLIC_KEY: "p".repeat(87), VAPID_PRIVATE_KEY: "k".repeat(43) };
    expect(problemsOf({ ...good, ...keys, ...subject })).toEqual([]);
    expect(problemsOf({ ...good, ...keys, VAPID_SUBJECT: "mailto:push@matchcut.example" })).toEqual([]);
    const missing = (name: string) => `${name} is needed when another VAPID variable is set`;
    expect(problemsOf({ ...good, ...keys })).toEqual([missing("VAPID_SUBJECT")]);
    expect(problemsOf({ ...good, ...subject })).toEqual([
      missing("VAPID_PUBLIC_KEY"),
      missing("VAPID_PRIVATE_KEY"),
    ]);
    for (const odd of ["http://matchcut.example", "https://", "matchcut.example", "mailto:nobody"])
      expect(problemsOf({ ...good, ...keys, VAPID_SUBJECT: odd })).toContain(
        "VAPID_SUBJECT isn't mailto:… or https://…",
      );
  });

  test("has one database URL for everything, unless others are configured", () => {
    const others = [
      "DATABASE_DIRECT_URL",
      "DATABASE_URL_PIPELINES",
      "DATABASE_URL_JOBS",
      "DATABASE_URL_HEALTH",
    ];
    const env = readEnv(good) as Record<string, unknown>;
    expect(others.map((name) => env[name])).toEqual(Array(4).fill(good.DATABASE_URL));
    for (const name of others) {
      const given = readEnv({ ...good, [name]: "postgresql://other@db/x" }) as Record<string, unknown>;
      expect(others.filter((one) => given[one] !== good.DATABASE_URL)).toEqual([name]);
      expect(problemsOf({ ...good, [name]: "db/x" })).toEqual([`${name} isn't a postgresql:// address`]);
    }
  });

  test("requires a second factor from admins only in production, unless configured otherwise", () => {
    const rule = (source: Record<string, string>) => readEnv({ ...good, ...source }).ADMIN_SECOND_FACTOR;
    expect(rule({})).toBe("required");
    expect(rule({ APP_MODE: "demo" })).toBe("offered");
    expect(rule({ APP_MODE: "demo", ADMIN_SECOND_FACTOR: "required" })).toBe("required");
    expect(problemsOf({ ...good, ADMIN_SECOND_FACTOR: "no" })[0]).toMatch(/^ADMIN_SECOND_FACTOR/);
  });

  test("drains for five seconds only in production and runs both pages and jobs, unless configured otherwise", () => {
    const of = (source: Record<string, string>) => readEnv({ ...good, ...source });
    expect(of({})).toMatchObject({ DRAIN_TIME: 5_000, ROLE: "both" });
    expect(of({ APP_MODE: "demo" }).DRAIN_TIME).toBe(0);
    expect(of({ DRAIN_TIME: "0", ROLE: "jobs" })).toMatchObject({ DRAIN_TIME: 0, ROLE: "jobs" });
    expect(problemsOf({ ...good, ROLE: "worker" })[0]).toMatch(/^ROLE/);
  });

  test("is rejected with a single list of everything that's missing", () => {
    expect(problemsOf({})).toEqual([
      "APP_URL is missing",
      "DATABASE_URL is missing",
      "SESSION_SECRET is missing",
    ]);
    expect(problemsOf({ ...good, SESSION_SECRET: "" })).toEqual(["SESSION_SECRET is missing"]);
  });

  test("is rejected with a single list of everything that's malformed or missing", () => {
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
    "0f8d3b9a".repeat(8),
    "12345678901234567890123456789012",
    "98765432109876543210987654321098",
    "abcdefghijklmnopqrstuvwxyz012345",
    "aabbccddeeffgghhiijjkkllmmnnoopp",
    "acegikmoqsuwyacegikmoqsuwyacegik",
    "qwertyuiopasdfghjklzxcvbnm123456",
    "my-Password-is-31-characters-long",
    "insecure-development-secret-of-some-length",
    "CHANGE-ME-CHANGE-ME-CHANGE-ME-CHANGE-ME",
    "matchcut-demo-matchcut-demo-matchcut-demo",
  ])("is refused if a secret protects nothing: %s", (SESSION_SECRET) => {
    expect(problemsOf({ ...good, SESSION_SECRET })[0]).toMatch(/^SESSION_SECRET/);
    for (const listed of [
      `${good.SESSION_SECRET},${SESSION_SECRET}`,
      `${SESSION_SECRET},${good.SESSION_SECRET}`,
    ])
      expect(problemsOf({ ...good, SESSION_SECRET: listed })[0]).toMatch(/^SESSION_SECRET/);
  });

  test("is refused in production if a URL would send cookies without TLS, except on localhost", () => {
    for (const APP_URL of ["http://matchcut.example", "http://localhost.example:3000"])
      expect(problemsOf({ ...good, APP_URL })[0]).toMatch(/^APP_URL/);
    for (const APP_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(readEnv({ ...good, APP_URL }).APP_URL).toBe(APP_URL);
    expect(readEnv({ ...good, APP_MODE: "demo", APP_URL: "http://matchcut.example" }).APP_MODE).toBe("demo");
  });

  test("has a URL in lower case, because cookies are secure only if it begins with https:", () => {
    const APP_URL = "HTTPS://Matchcut.example/";
    expect(readEnv({ ...good, APP_URL }).APP_URL).toBe("https://matchcut.example");
  });

  test("accepts only a plain address for support, because anything else can't be emailed", () => {
    expect(readEnv({ ...good, SUPPORT_EMAIL: "help@matchcut.example" }).SUPPORT_EMAIL).toBeDefined();
    for (const SUPPORT_EMAIL of [
      "<help@matchcut.example>",
      "help@matchcut.example,team@matchcut.example",
      "help@matchcut.example,",
      "mailto:help@matchcut.example",
      "help@matchcut.example\u0000",
    ])
      expect([SUPPORT_EMAIL, problemsOf({ ...good, SUPPORT_EMAIL })]).toEqual([
        SUPPORT_EMAIL,
        ["SUPPORT_EMAIL isn't an email address"],
      ]);
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

  test("accepts files from a CDN only over TLS", () => {
    for (const name of ["ASSETS_URL", "MEDIA_URL"]) {
      const read = (address: string) =>
        (readEnv({ ...good, [name]: address }) as Record<string, unknown>)[name];
      expect(read("https://cdn.example/")).toBe("https://cdn.example");
      expect(read("http://127.0.0.1:6081")).toBe("http://127.0.0.1:6081");
      for (const wrong of ["http://cdn.example", "https://cdn.example/files", "cdn.example"])
        expect(problemsOf({ ...good, [name]: wrong })[0]).toMatch(new RegExp(`^${name}`));
    }
  });

  test("requires a webhook secret with a Stripe key, and refuses a stand-in in production", () => {
    const stripe = { STRIPE_SECRET_KEY: "sk_live_of-the-account", STRIPE_WEBHOOK_SECRET: "whsec_of-it" };
    const STRIPE_API_HOST = "http://localhost:3001";
    expect(problemsOf({ ...good, ...stripe })).toEqual([]);
    expect(problemsOf({ ...good, ...stripe, STRIPE_WEBHOOK_SECRET: "" })[0]).toMatch(
      /^STRIPE_WEBHOOK_SECRET/,
    );
    expect(problemsOf({ ...good, ...stripe, STRIPE_API_HOST })[0]).toMatch(
      /^STRIPE_API_HOST .*production doesn't allow/,
    );
    for (const APP_MODE of ["demo", "development", "test"])
      expect(problemsOf({ ...good, ...stripe, STRIPE_API_HOST, APP_MODE })).toEqual([]);
    expect(problemsOf({ ...good, APP_MODE: "demo", STRIPE_API_HOST: "localhost:3001" })[0]).toMatch(
      /^STRIPE_API_HOST/,
    );
  });

  test("accepts a current price followed by former ones, but no ID twice", () => {
    const prices = { STRIPE_PRICE_PRO_MONTHLY: "price_new, price_old,price_older" };
    expect(readEnv({ ...good, ...prices })).toMatchObject({
      STRIPE_PRICE_PRO_MONTHLY: ["price_new", "price_old", "price_older"],
      STRIPE_PRICE_PRO_YEARLY: [],
    });
    for (const wrong of ["price_new;price_old", "price_new,,price_old", ",price_old", "price_new price_old"])
      expect(problemsOf({ ...good, STRIPE_PRICE_PRO_MONTHLY: wrong })[0]).toMatch(
        /^STRIPE_PRICE_PRO_MONTHLY must be/,
      );
    expect(problemsOf({ ...good, ...prices, STRIPE_PRICE_PRO_YEARLY: "price_old" })).toEqual([
      "STRIPE_PRICE_PRO_YEARLY repeats a price ID",
    ]);
  });

  test("refuses a stand-in for video sites in production", () => {
    const OEMBED_API_HOST = "http://localhost:3002";
    expect(problemsOf({ ...good, OEMBED_API_HOST })[0]).toMatch(
      /^OEMBED_API_HOST .*production doesn't allow/,
    );
    expect(problemsOf({ ...good, OEMBED_API_HOST, APP_MODE: "demo" })).toEqual([]);
    expect(problemsOf({ ...good, OEMBED_API_HOST: "localhost", APP_MODE: "demo" })[0]).toMatch(
      /^OEMBED_API_HOST/,
    );
  });

  test("accepts any random secret", () => {
    for (let turn = 0; turn < 200; turn += 1)
      for (const SESSION_SECRET of [randomBytes(16).toString("hex"), randomBytes(24).toString("base64url")])
        expect(problemsOf({ ...good, SESSION_SECRET })).toEqual([]);
  });

  const notOrigins = [
    "http://localhost:80@evil.example/",
    "https://kim@matchcut.example",
    "https://kim:secret@matchcut.example",
    "https://@matchcut.example",
    "https://matchcut.example/app",
    "https://matchcut.example?from=mail",
    "https://matchcut.example#top",
    "https://matchcut.example\nhttps://evil.example",
    "https://match cut.example",
    " https://matchcut.example",
    "https://matchcut\t.example",
    "ftp://matchcut.example",
    "javascript:alert(1)",
    "matchcut.example",
    "//matchcut.example",
    "https://",
  ];

  test.each(notOrigins)(
    "is rejected, in any mode, if a server's address isn't exactly an origin: %j",
    (address) => {
      const S3 = { S3_BUCKET: "avatars", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
      for (const mode of [{}, { APP_MODE: "demo" }]) {
        const refused = (source: Record<string, string>) =>
          problemsOf({ ...good, ...S3, ...mode, ...source }).map((line) => line.split(" ")[0]);
        expect(refused({ APP_URL: address })).toContain("APP_URL");
        // Other addresses are trimmed, and Ably's may lack https://.
        if (address.startsWith(" ")) continue;
        for (const name of ["S3_ENDPOINT", "STRIPE_API_HOST"])
          expect([name, refused({ [name]: address }).includes(name)]).toEqual([name, true]);
        for (const name of ["OEMBED_API_HOST", "PUSH_API_HOST", "POSTMARK_API_HOST"])
          if (!(name === "POSTMARK_API_HOST" && address === "matchcut.example"))
            expect([name, refused({ [name]: address }).includes(name)]).toEqual([name, true]);
        if (address !== "matchcut.example") expect(refused({ ABLY_HOST: address })).toContain("ABLY_HOST");
      }
    },
  );

  test("in production, sends keys and files to other machines only over TLS", () => {
    const S3 = { S3_BUCKET: "avatars", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
    for (const S3_ENDPOINT of ["http://files.example", "http://10.0.0.3:9000", "http://localhost.example"]) {
      expect(problemsOf({ ...good, ...S3, S3_ENDPOINT })[0]).toMatch(/^S3_ENDPOINT .*TLS/);
      expect(problemsOf({ ...good, ...S3, S3_ENDPOINT, APP_MODE: "demo" })).toEqual([]);
    }
    for (const S3_ENDPOINT of [
      "https://files.example:9000",
      "http://127.0.0.1:9000",
      "http://localhost:9000/",
    ])
      expect(problemsOf({ ...good, ...S3, S3_ENDPOINT })).toEqual([]);
    for (const POSTMARK_API_HOST of [
      "http://mail.example",
      "https://mail.example",
      "mail.example/x",
      "a@mail.example",
    ])
      expect(problemsOf({ ...good, POSTMARK_API_HOST })[0]).toMatch(/^POSTMARK_API_HOST/);
    for (const POSTMARK_API_HOST of ["mail.example", "mail.example:8443", "localhost:4000", "127.0.0.1:4000"])
      expect(problemsOf({ ...good, POSTMARK_API_HOST })).toEqual([]);
  });

  test("accepts exactly one mailbox on a single line as the sender", () => {
    for (const MAIL_FROM of [
      "Matchcut <hello@matchcut.example>\r\nBcc: evil@example.com",
      "Matchcut\n<hello@matchcut.example>",
      "hello@matchcut.example\n",
      "Matchcut\u2028<hello@matchcut.example>",
      "Matchcut <hello@matchcut.example>, Eve <eve@evil.example>",
      "hello@matchcut.example, eve@evil.example",
      "Matchcut",
      "Matchcut <hello>",
    ])
      expect([MAIL_FROM, problemsOf({ ...good, MAIL_FROM })[0]]).toEqual([
        MAIL_FROM,
        expect.stringMatching(/^MAIL_FROM/),
      ]);
    for (const MAIL_FROM of [
      "hello@matchcut.example",
      "Matchcut <hello@matchcut.example>",
      '"Match, cut" <a@b.example>',
    ])
      expect(problemsOf({ ...good, MAIL_FROM })).toEqual([]);
    expect(problemsOf({ ...good, DATABASE_URL: "postgresql://a@db/x\n" })[0]).toMatch(/^DATABASE_URL/);
    expect(problemsOf({ ...good, S3_REGION: "us east" })[0]).toMatch(/^S3_REGION/);
  });

  test("is rejected if S3 settings are incomplete", () => {
    expect(problemsOf({ ...good, S3_BUCKET: "avatars" })).toHaveLength(1);
    expect(
      readEnv({ ...good, S3_BUCKET: "avatars", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" }).S3_BUCKET,
    ).toBe("avatars");
  });
});
