import { parseId } from "~/ids";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { isSigned, sign } from "~/platform/secrets.server";
import { sitePaths } from "~/site-paths";

/** Absolute; for good. */
export function leaveLink(subscriberId: string): string {
  return new URL(
    sitePaths.leaveNewsletter(`${subscriberId}.${sign(`newsletter:${subscriberId}`)}`),
    env.APP_URL,
  ).href;
}

/** Null if we did not sign it. */
function readToken(token: string): string | null {
  const [id = "", signature = ""] = token.split(".");
  return isSigned(`newsletter:${id}`, signature) ? parseId(id) : null;
}

/** Null for a link that is not ours; `email` null once it has left. */
export async function findLeaving(token: string): Promise<{ email: string | null } | null> {
  const id = readToken(token);
  if (!id) return null;
  const row = await db.newsletterSubscriber.findUnique({ where: { id }, select: { email: true } });
  return { email: row?.email ?? null };
}

/** Deletes the address. Leaving twice changes nothing. Refused: 'not-found' for a link that is not ours. */
export async function leaveNewsletter(
  token: string,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  const id = readToken(token);
  if (!id) return { ok: false, refused: "not-found" };
  await db.newsletterSubscriber.deleteMany({ where: { id } });
  return { ok: true };
}
