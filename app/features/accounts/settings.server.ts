import type { Outcome } from "~/outcome";
import { db } from "~/platform/db.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { knownTimeZone } from "./time-zones.server";

export async function setAppearance(
  actor: Actor,
  { appearance, savesData }: Pick<Actor, "appearance" | "savesData">,
): Promise<void> {
  await db.user.update({
    where: { id: actor.userId },
    data: { appearance, savesData },
    select: { id: true },
  });
}

/**
 * What other people see of the actor. If the actor turns off one of the first two, they don't see the same about
 * others, either.
 */
export function getPrivacy(actor: Actor) {
  return db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { showsOnline: true, readReceipts: true, appearsInSearch: true },
  });
}

export async function savePrivacy(actor: Actor, data: Awaited<ReturnType<typeof getPrivacy>>): Promise<void> {
  await transactionBy(actor, (tx) =>
    tx.user.update({ where: { id: actor.userId }, data, select: { id: true } }),
  );
}

/** Sets the time zone of the dates that the actor sees. Refused: 'unknown-zone'. */
export async function chooseTimeZone(actor: Actor, name: string): Promise<Outcome<"unknown-zone">> {
  const timeZone = knownTimeZone(name);
  if (!timeZone) return { ok: false, refused: "unknown-zone" };
  await db.user.update({ where: { id: actor.userId }, data: { timeZone } });
  return { ok: true };
}

/** Stores the browser's time zone, unless one is already known. */
export async function noteTimeZone(actor: Actor, name: string): Promise<void> {
  const timeZone = knownTimeZone(name);
  if (timeZone) await db.user.updateMany({ where: { id: actor.userId, timeZone: null }, data: { timeZone } });
}
