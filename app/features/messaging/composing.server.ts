import type { Actor } from "~/features/accounts/actor";
import { findPlan } from "~/features/plans/reading.server";
import { readRows } from "~/platform/db.server";
import { areConnected } from "./connections.server";
import type { MessageAllowance } from "./message";

/** Null if the actor's plan sets no limit or could not be read. */
export async function findMessageAllowance(actor: Actor): Promise<MessageAllowance | null> {
  if (actor.userType === "contributor") return null;
  const use = (await findPlan(actor))?.usage.find(({ kind }) => kind === "message");
  if (!use || use.limit === null) return null;
  return { left: Math.max(0, use.limit - use.used), resets: use.resets };
}

/** Whether a first message is a request to any of these people, and so the only one until they answer. */
export async function isRequestTo(actor: Actor, personIds: readonly string[]): Promise<boolean> {
  const [row] = await readRows<{ strangers: boolean }>(
    "messaging-strangers",
    `SELECT bool_or(NOT ${areConnected("$1::uuid", "person")}) AS strangers FROM unnest($2::uuid[]) AS person`,
    [actor.userId, personIds],
  );
  return row?.strangers === true;
}
