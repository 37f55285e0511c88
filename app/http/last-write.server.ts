import type { IncomingMessage } from "node:http";
import { env } from "~/platform/env.server";
import { readUpTo } from "~/platform/replica.server";
import { currentPosition } from "~/platform/replica-position.server";
import { writtenCookie } from "./cookies.server";

/** Runs the work of a request. What it reads includes at least its sender's own writes. */
export async function readAfterOwnWrites<Result>(
  { method, headers }: IncomingMessage,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!env.DATABASE_REPLICA_URL) return work();
  const isReading = method === "GET" || method === "HEAD";
  return readUpTo(isReading ? await lastWriteIn(headers.cookie ?? "") : Number.MAX_SAFE_INTEGER, work);
}

async function lastWriteIn(cookies: string): Promise<number> {
  if (!cookies.includes(`${writtenCookie.name}=`)) return 0;
  const position: unknown = await writtenCookie.parse(cookies);
  return typeof position === "number" ? position : 0;
}

/**
 * Returns the Set-Cookie for the response to a form. The cookie makes sure that the sender's next page includes what
 * they wrote. Empty without a replica.
 */
export async function rememberWrite({ method }: IncomingMessage): Promise<string[]> {
  if (!env.DATABASE_REPLICA_URL || method !== "POST") return [];
  const position = await currentPosition().catch(() => Number.MAX_SAFE_INTEGER);
  return [await writtenCookie.serialize(position)];
}
