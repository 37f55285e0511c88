import { createHash, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { env } from "~/platform/env.server";

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** Whether the request has the token as `Authorization: Bearer …`. False if there's no token to compare with. */
function hasBearerToken(request: Request, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

/** Whether a request may read the metrics; 'off' if the environment has no token. */
export function metricsAccess(request: Request): "off" | "refused" | "granted" {
  if (!env.METRICS_TOKEN) return "off";
  return hasBearerToken(request, env.METRICS_TOKEN) ? "granted" : "refused";
}

/**
 * Whether the request comes from another of our services, which may queue email. Always false if the environment has no
 * token.
 */
export const isService = (request: Request): boolean => hasBearerToken(request, env.SERVICE_TOKEN);

/**
 * A webhook's body exactly as it was sent, so that its signature can be checked. The signature replaces a session and a
 * form token. Null without the signature's header, or if the sender has disconnected.
 */
export async function readSignedBody(
  request: Request,
  header: string,
): Promise<{ body: string; signature: string } | null> {
  const signature = request.headers.get(header);
  if (!signature) return null;
  const body = await request.text().catch(() => null);
  return body === null ? null : { body, signature };
}

/** In characters. */
const longestBody = 64 * 1024;

/**
 * A JSON body from a program, checked against its schema. Returns its value or what's wrong with it, for example that
 * it's too large. A body that was cut off, or isn't JSON at all, breaks the schema.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; problems: string[] }> {
  const type = (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") return { ok: false, problems: ["The body isn't application/json."] };
  const text = await request.text().catch(() => "");
  if (text.length > longestBody) return { ok: false, problems: ["The body is too large."] };
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) =>
      [path.join("."), message].filter(Boolean).join(": "),
    ),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
