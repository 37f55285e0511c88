import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { transaction } from "~/platform/db.server";
import type { ContactState } from "./contact";

export type Handling = { intent: "answer"; answer: string } | { intent: "close" } | { intent: "reopen" };

const changes = {
  answer: { from: "waiting", to: "answered", act: "contact.answer" },
  close: { from: "waiting", to: "closed", act: "contact.close" },
  reopen: { from: "closed", to: "waiting", act: "contact.reopen" },
} as const satisfies Record<Handling["intent"], { from: ContactState; to: ContactState; act: string }>;

/**
 * Answers a message by mail, closes it, or opens a closed one again; once: the first of several admins decides.
 * Refused: 'not-admin', 'not-found', 'handled' if it is in another state by now.
 */
export async function handleContact(
  admin: Actor,
  id: string,
  handling: Handling,
): Promise<{ ok: true } | { ok: false; refused: "not-admin" | "not-found" | "handled" }> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  if (!isId(id)) return { ok: false, refused: "not-found" };
  const { from, to, act } = changes[handling.intent];
  const answer = handling.intent === "answer" ? handling.answer : "";
  return transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ user_id: string | null; email: string; name: string }[]>`
      UPDATE contact_messages
         SET state = ${to}, answer = ${answer},
             handled_at = CASE WHEN ${to} = 'waiting' THEN NULL ELSE now() END,
             handled_by = CASE WHEN ${to} = 'waiting' THEN NULL ELSE ${admin.userId}::uuid END
       WHERE id = ${id}::uuid AND state = ${from} RETURNING user_id, email, name`;
    if (!row) {
      const isThere = await tx.contactMessage.findUnique({ where: { id }, select: { id: true } });
      return { ok: false, refused: isThere ? "handled" : "not-found" } as const;
    }
    await recordAct(tx, admin, act, row.user_id, {
      thing: id,
      before: { state: from },
      after: { state: to },
    });
    if (handling.intent === "answer")
      await queueMail(tx, {
        userId: null,
        to: row.email,
        kind: "contact-answer",
        subject: "Our answer to your message",
        lines: [`Hello ${row.name},`, ...answer.split("\n").filter(Boolean)],
        eventKey: `contact-answer:${id}`,
      });
    return { ok: true } as const;
  });
}
