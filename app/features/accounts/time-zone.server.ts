import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

/** The name that IANA has for a zone, or null for one that there is not. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Every zone that can be chosen, by name. */
export const timeZones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** Keeps the zone that the actor chose, for all that asks for their day. 'unknown-zone': there is none of this name. */
export async function chooseTimeZone(
  actor: Actor,
  name: string,
): Promise<{ ok: true } | { ok: false; refused: "unknown-zone" }> {
  const timeZone = knownTimeZone(name);
  if (!timeZone) return { ok: false, refused: "unknown-zone" };
  await db.user.update({ where: { id: actor.userId }, data: { timeZone } });
  return { ok: true };
}

/** Keeps the zone of the actor's browser, unless one is known already. */
export async function noteTimeZone(actor: Actor, name: string): Promise<void> {
  const timeZone = knownTimeZone(name);
  if (timeZone) await db.user.updateMany({ where: { id: actor.userId, timeZone: null }, data: { timeZone } });
}
