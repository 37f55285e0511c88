import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

export function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export const timeZones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** Sets the actor's day everywhere. */
export async function chooseTimeZone(
  actor: Actor,
  name: string,
): Promise<{ ok: true } | { ok: false; refused: "unknown-zone" }> {
  const timeZone = knownTimeZone(name);
  if (!timeZone) return { ok: false, refused: "unknown-zone" };
  await db.user.update({ where: { id: actor.userId }, data: { timeZone } });
  return { ok: true };
}

/** Does nothing if a time zone is known. */
export async function noteTimeZone(actor: Actor, name: string): Promise<void> {
  const timeZone = knownTimeZone(name);
  if (timeZone) await db.user.updateMany({ where: { id: actor.userId, timeZone: null }, data: { timeZone } });
}
