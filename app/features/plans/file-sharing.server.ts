import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures } from "./plan";
import { planOf } from "./reading.server";

/** Whether the actor may send files other than pictures: contributors, who deliver work, and creators on Pro or Agency. */
export async function canShareFiles(actor: Actor): Promise<boolean> {
  return isContributor(actor) || hasProFeatures((await planOf(actor)).plan);
}
