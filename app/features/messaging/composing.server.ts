import type { Actor } from "~/features/accounts/actor";
import { findPlan } from "~/features/plans/reading.server";
import { readRows } from "~/platform/db.server";
import { areConnected } from "./connections.server";
import type { MessageAllowance } from "./message";

/** How many messages the actor's plan has left; null if it sets no limit or could not be read. */
export async function findMessageAllowance(actor: Actor): Promise<MessageAllowance | null> {
  if (actor.userType === "contributor") return null;
  const use = (await findPlan(actor))?.usage.find(({ kind }) => kind === "message");
  if (!use || use.limit === null) return null;
  return { left: Math.max(0, use.limit - use.used), resets: use.resets };
}

/** Whether a first message to these people is a request to any of them, and so the only one until they answer. */
export async function isRequestTo(actor: Actor, personIds: readonly string[]): Promise<boolean> {
  const [row] = await readRows<{ strangers: boolean }>(
    "messaging-strangers",
    `SELECT bool_or(NOT ${areConnected("$1::uuid", "person")}) AS strangers FROM unnest($2::uuid[]) AS person`,
    [actor.userId, personIds],
  );
  return row?.strangers === true;
}
