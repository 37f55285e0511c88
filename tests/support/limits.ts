import { db } from "~/platform/db.server";
import { type LimitedAct, takeFromLimit, usesAllowed } from "~/platform/rate-limit.server";

/** Uses up the limit, so that the next such act is refused. */
export async function exhaust(act: LimitedAct, subject: string): Promise<void> {
  await takeFromLimit(act, subject);
  const key = `${act}:${subject}`;
  await db.rateLimit.update({ where: { key }, data: { points: usesAllowed(act) } });
}
