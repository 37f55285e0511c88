import { deflateRawSync } from "node:zlib";
import { z } from "zod";

const modes = ["production", "demo", "development", "test"] as const;

/** These secrets are public, so they're unsafe. */
const publishedSecrets = [
  "password",
  "qwertyui",
  "asdfghjk",
  "change-me",
  "changeme",
  "secret",
  "matchcut-demo",
  "insecure-development-secret",
];

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();

/** This is as powerful as a password, so it must be long. */
const serviceToken = optional.refine((text) => !text || /^\S{24,}$/.test(text), {
  error: "has fewer than 24 characters, or spaces: make one with `openssl rand -hex 32`",
});

/**
 * Whether a secret becomes very short when compressed, either the text itself or the steps from one character to the
 * next: in 'abcdefgh' and '13579', all steps are equal. For 32 random hexadecimal digits, about 30 bytes are left.
 */
function isPredictable(text: string): boolean {
  if (new Set(text).size < 8) return true;
  const codes = Buffer.from(text);
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? 0));
  return [codes, steps].some((bytes) => deflateRawSync(bytes, { level: 9 }).length < leastCompressed);
}

const leastCompressed = 24;

const secret = z
  .string()
  .min(32, "has fewer than 32 characters")
  .refine((text) => !publishedSecrets.some((known) => text.toLowerCase().includes(known)), {
    error: "contains a published default: make one with `openssl rand -hex 32`",
  })
  .refine((text) => !isPredictable(text), {
    error: "repeats characters or counts up: make one with `openssl rand -hex 32`",
  });

const databaseAddress = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(parsed(text)?.protocol ?? ""), "isn't a postgresql:// address");

/** The first price is the one for sale. Subscriptions at the other prices keep their plan. */
const priceIds = z
  .string()
  .optional()
  .transform((text) => (text ?? "").split(",").map((id) => id.trim()))
  .refine((ids) => ids.join() === "" || ids.every((id) => /^[\w-]+$/.test(id)), {
    error: "must be one or more price IDs separated by commas, the current one first",
  })
  .transform((ids) => ids.filter(Boolean));

const priceVariables = [
  "STRIPE_PRICE_PAY_PER_POST",
  "STRIPE_PRICE_PRO_MONTHLY",
  "STRIPE_PRICE_PRO_YEARLY",
  "STRIPE_PRICE_AGENCY_MONTHLY",
  "STRIPE_PRICE_AGENCY_YEARLY",
] as const;

/**
 * Parses the URL instead of matching text, because a URL may look local but name another host:
 * http://localhost:80@evil.example/.
 */
function parsed(address: string): URL | null {
  return /^[^\s\p{Cc}]+$/u.test(address) && URL.canParse(address) ? new URL(address) : null;
}

/** The URL of a whole server, without credentials, path, query or fragment. */
function isOrigin(address: string): boolean {
  const url = parsed(address);
  if (!url || !/^https?:\/\/[^/]/i.test(address)) return false;
  return [url.origin, `${url.origin}/`].includes(url.href) && !/[@?#]/.test(address);
}

const isLocal = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);

function isProtected(address: string): boolean {
  const url = parsed(address);
  return url !== null && (url.protocol === "https:" || isLocal(url));
}

const notAnOrigin = "isn't http(s)://host or http(s)://host:port, without credentials or a path";

/** A server that speaks a vendor's protocol. */
const server = optional.refine((text) => !text || isOrigin(text), { error: notAnOrigin });

/** A CDN in front of the server. */
const edge = server
  .refine(
    (text) => !text || isProtected(text),
    "would send files without TLS, which is allowed only on localhost",
  )
  .transform((text) => text?.replace(/\/$/, ""));

/** A single mailbox, with or without a name before it. */
const mailbox = /^(?:[^<>@\p{Cc}\p{Zl}\p{Zp}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

const plainAddress = /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()[\]"\\]+\.[^\s\p{Cc}@,;:<>()[\]"\\]+$/u;

const isPushSubject = (text: string) =>
  /^mailto:[^\s<>@,;]+@[^\s<>@,;]+$/.test(text) || (text.startsWith("https://") && parsed(text) !== null);

/** The characters of a URL's host, optionally with a port. */
const hostAndPort = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;

const schema = z
  .object({
    APP_MODE: z.enum(modes).default("production"),
    ROLE: z.enum(["web", "jobs", "both"]).default("both"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default("0.0.0.0"),
    DRAIN_TIME: z.coerce.number().int().min(0).max(600_000).optional(),
    APP_URL: z
      .string()
      .refine(isOrigin, notAnOrigin)
      .transform((text) => new URL(text).origin),
    DATABASE_URL: databaseAddress,
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    DATABASE_URL_PIPELINES: databaseAddress.optional(),
    DATABASE_URL_JOBS: databaseAddress.optional(),
    DATABASE_URL_HEALTH: databaseAddress.optional(),
    DATABASE_REPLICA_URL: databaseAddress.optional(),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
    DATABASE_TIMEOUT: z.coerce.number().int().min(100).max(60_000).default(4_000),
    DATABASE_PREPARE: z.enum(["on", "off"]).default("on"),
    ASSETS_URL: edge,
    MEDIA_URL: edge,
    SESSION_SECRET: z
      .string()
      .transform((text) => text.split(/\s*,\s*/))
      .pipe(z.tuple([secret], secret)),
    ADMIN_SECOND_FACTOR: z.enum(["required", "offered"]).optional(),
    DATA_DIR: z.string().default(".data"),
    LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
    METRICS_TOKEN: serviceToken,
    SERVICE_TOKEN: serviceToken,
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    ABLY_API_KEY: optional.refine((text) => !text || /^[^.:\s]+\.[^.:\s]+:[^.:\s]+$/.test(text), {
      error: "isn't an Ably key: appId.keyId:secret",
    }),
    ABLY_HOST: optional
      .transform((text) => (text && !/^https?:\/\//.test(text) ? `https://${text}` : text))
      .refine((text) => !text || isOrigin(text), {
        error: "isn't host:port, with or without https:// or http://",
      }),
    POSTMARK_SERVER_TOKEN: optional,
    POSTMARK_API_HOST: optional.refine((text) => !text || hostAndPort.test(text), {
      error: "isn't host:port (with https, except on localhost)",
    }),
    MAIL_FROM: z
      .string()
      .default("Matchcut <hello@matchcut.example>")
      .refine((text) => mailbox.test(text), "isn't 'Name <address>' in one line"),
    SUPPORT_EMAIL: optional.refine((text) => !text || plainAddress.test(text), {
      error: "isn't an email address",
    }),
    STRIPE_SECRET_KEY: optional,
    STRIPE_WEBHOOK_SECRET: optional,
    STRIPE_API_HOST: server,
    STRIPE_PRICE_PAY_PER_POST: priceIds,
    STRIPE_PRICE_PRO_MONTHLY: priceIds,
    STRIPE_PRICE_PRO_YEARLY: priceIds,
    STRIPE_PRICE_AGENCY_MONTHLY: priceIds,
    STRIPE_PRICE_AGENCY_YEARLY: priceIds,
    OEMBED_API_HOST: optional.refine((text) => !text || /^http:\/\/[\w.-]+(:\d+)?$/.test(text), {
      error: "isn't http://host:port",
    }),
    VAPID_PUBLIC_KEY: optional.refine((text) => !text || /^[\w-]{87}$/.test(text), {
      error: "isn't a public key: make a pair with `npx web-push generate-vapid-keys`",
    }),
    VAPID_PRIVATE_KEY: optional.refine((text) => !text || /^[\w-]{43}$/.test(text), {
      error: "isn't a private key: make a pair with `npx web-push generate-vapid-keys`",
    }),
    VAPID_SUBJECT: optional.refine((text) => !text || isPushSubject(text), {
      error: "isn't mailto:… or https://…",
    }),
    PUSH_API_HOST: optional.refine((text) => !text || /^http:\/\/[\w.-]+(:\d+)?$/.test(text), {
      error: "isn't http://host:port",
    }),
    S3_BUCKET: optional.refine((text) => !text || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text), {
      error: "isn't the name of a bucket",
    }),
    S3_REGION: z
      .string()
      .default("us-east-1")
      .refine((text) => /^[a-z0-9-]+$/.test(text), "isn't the name of a region"),
    S3_ENDPOINT: server,
    S3_ACCESS_KEY_ID: optional,
    S3_SECRET_ACCESS_KEY: optional,
  })
  .superRefine((value, context) => {
    const inProduction = value.APP_MODE === "production";
    const refuse = (name: keyof typeof value, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (inProduction && value.ABLY_HOST?.startsWith("http:"))
      refuse("ABLY_HOST", "would send the key without TLS, which isn't allowed in production");
    if (inProduction && value.S3_ENDPOINT && !isProtected(value.S3_ENDPOINT))
      refuse(
        "S3_ENDPOINT",
        "would send people's files without TLS, which production allows only on localhost",
      );
    if (inProduction && !isProtected(value.APP_URL))
      refuse("APP_URL", "would send cookies without TLS, which production allows only on localhost");
    if (value.STRIPE_SECRET_KEY && !value.STRIPE_WEBHOOK_SECRET)
      refuse("STRIPE_WEBHOOK_SECRET", "is needed when STRIPE_SECRET_KEY is set");
    const priced = priceVariables.flatMap((name) => value[name].map((id) => ({ name, id })));
    for (const [index, { name, id }] of priced.entries()) {
      if (priced.findIndex((one) => one.id === id) === index) continue;
      refuse(name, "repeats a price ID");
    }
    if (inProduction && value.STRIPE_API_HOST)
      refuse("STRIPE_API_HOST", "points to a stand-in for Stripe, which production doesn't allow");
    if (inProduction && value.OEMBED_API_HOST)
      refuse("OEMBED_API_HOST", "points to a stand-in for video sites, which production doesn't allow");
    const vapid = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const;
    for (const name of vapid) {
      if (value[name] || vapid.every((other) => !value[other])) continue;
      refuse(name, "is needed when another VAPID variable is set");
    }
    if (inProduction && value.PUSH_API_HOST)
      refuse("PUSH_API_HOST", "points to a stand-in for push services, which production doesn't allow");
    if (value.S3_BUCKET && !(value.S3_ACCESS_KEY_ID && value.S3_SECRET_ACCESS_KEY))
      refuse("S3_ACCESS_KEY_ID", "is needed, with S3_SECRET_ACCESS_KEY, when S3_BUCKET is set");
  })
  .transform((value) => ({
    ...value,
    DATABASE_DIRECT_URL: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    DATABASE_URL_PIPELINES: value.DATABASE_URL_PIPELINES ?? value.DATABASE_URL,
    DATABASE_URL_JOBS: value.DATABASE_URL_JOBS ?? value.DATABASE_URL,
    DATABASE_URL_HEALTH: value.DATABASE_URL_HEALTH ?? value.DATABASE_URL,
    ADMIN_SECOND_FACTOR:
      value.ADMIN_SECOND_FACTOR ?? (value.APP_MODE === "production" ? "required" : "offered"),
    DRAIN_TIME: value.DRAIN_TIME ?? (value.APP_MODE === "production" ? 5_000 : 0),
  }));

export type Env = z.infer<typeof schema>;

/** One line per variable. */
export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `Matchcut can't start with these environment variables:\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    );
  }
}

/** @throws EnvError that lists everything missing or malformed, without the values */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${given[name] === undefined && issue.code !== "custom" ? "is missing" : issue.message}`;
    }),
  );
}

export const env: Env = readEnv(process.env);

/** Whether pages and email reach real customers instead of a developer or a demo's visitors. */
export const isProduction = env.APP_MODE === "production";
