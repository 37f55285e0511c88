import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/reading.server";
import { readRows } from "~/platform/db.server";
import type { MessageAllowance } from "./message";

/** Null if the actor's plan sets no limit or could not be read. */
export async function findMessageAllowance(actor: Actor): Promise<MessageAllowance | null> {
  return (await findComposerRules(actor)).allowance;
}

/** What the actor's plan says of the next message. */
export interface ComposerRules {
  allowance: MessageAllowance | null;
  /** Files other than pictures; as `canShareFiles` decides. */
  sharesFiles: boolean;
}

/** Read together; a plan that cannot be read allows pictures only, and says nothing of a limit. */
export async function findComposerRules(actor: Actor): Promise<ComposerRules> {
  if (isContributor(actor)) return { allowance: null, sharesFiles: true };
  const plan = await findPlan(actor);
  const use = plan?.usage.find(({ kind }) => kind === "message");
  const sharesFiles = plan !== null && hasProFeatures(plan.plan);
  if (!use || use.limit === null) return { allowance: null, sharesFiles };
  return { allowance: { left: Math.max(0, use.limit - use.used), resets: use.resets }, sharesFiles };
}

/** Whether a first message is a request to any of these people, and so the only one until they answer. */
export async function isRequestTo(actor: Actor, personIds: readonly string[]): Promise<boolean> {
  const [row] = await readRows<{ strangers: boolean }>(
    "messaging-strangers",
    `SELECT bool_or(NOT EXISTS (SELECT FROM connected($1::uuid, person))) AS strangers FROM unnest($2::uuid[]) AS person`,
    [actor.userId, personIds],
  );
  return row?.strangers === true;
}
