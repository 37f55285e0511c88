import { db } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { Actor } from "./actor";
import { verifyPassword } from "./password.server";

export type PasswordCheck =
  | { ok: true; email: string; passwordHash: string }
  | { ok: false; refused: "wrong" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/** Whether the actor knows their password. Guesses share the limit of a changed password, per session. */
export async function checkOwnPassword(
  actor: Pick<Actor, "userId" | "sessionId" | "address">,
  password: string,
): Promise<PasswordCheck> {
  const { userId, sessionId, address } = actor;
  const waitSeconds = await takeFromLimit("change-password", sessionId, { userId, address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { email, passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  if (!(await verifyPassword(password, passwordHash))) return { ok: false, refused: "wrong" };
  return { ok: true, email, passwordHash };
}
