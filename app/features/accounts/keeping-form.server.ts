import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

/** In ms: long enough to find a phone. */
const keptFor = 600_000;

type Holder = Pick<Actor, "sessionId">;

/**
 * Keeps what the person filled in on the page at `path` in this session, while they prove their identity. Replaces any
 * earlier form. The form may not contain passwords or codes.
 */
export async function keepForm(
  { sessionId }: Holder,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const kept = { path, fields, createdAt: new Date() };
  await db.keptForm.upsert({
    where: { sessionId },
    create: { sessionId, ...kept },
    update: kept,
    select: { sessionId: true },
  });
}

/** What the person filled in on the page at `path` in this session in the last ten minutes; null if there's nothing. */
export async function findKeptForm(
  { sessionId }: Holder,
  path: string,
): Promise<Record<string, string> | null> {
  const kept = await db.keptForm.findFirst({
    where: { sessionId, path, createdAt: { gt: new Date(Date.now() - keptFor) } },
    select: { fields: true },
  });
  return kept ? (kept.fields as Record<string, string>) : null;
}

/** Does nothing if the session's kept form belongs to another page. */
export async function forgetForm({ sessionId }: Holder, path: string): Promise<void> {
  await db.keptForm.deleteMany({ where: { sessionId, path } });
}
