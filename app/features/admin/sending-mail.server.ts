import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { findAccount } from "~/features/accounts/finding.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { db, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { notificationEmailSchema } from "./sending-mail.schema";

/** A service is one of ours, which has shown its token. */
export type Sender = Actor | "service";

export type SendMailOutcome =
  | { ok: true }
  | { ok: false; refused: "not-admin" | "address" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Puts a mail into the outbox, to the own address of the person of `userId`, or to an admin's. Refused: 'not-admin',
 * 'address' for any other, which does not tell whether it has an account, 'too-many'.
 */
export async function sendNotificationMail(
  sender: Sender,
  input: z.output<typeof notificationEmailSchema>,
): Promise<SendMailOutcome> {
  if (sender !== "service" && !sender.isAdmin) return { ok: false, refused: "not-admin" };
  const by = sender === "service" ? undefined : sender;
  const waitSeconds = await takeFromLimit("notification-mail", by?.userId ?? "service", by);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { to, subject, message, type, userId } = input;
  const account = await findAccount(to);
  const isAllowed = account?.isOpen && (account.id === userId || (await isAdmin(account.id)));
  if (!isAllowed) return { ok: false, refused: "address" };
  const mailKey = randomUUID();
  await transaction(async (tx) => {
    await queueMail(tx, {
      userId: account.id,
      to: account.email,
      kind: type,
      subject,
      lines: message.split(/(?:\r?\n){2,}/),
      eventKey: `api:${mailKey}`,
    });
    if (by)
      await recordAct(tx, by, "mail.send", account.id, { thing: `${type} ${mailKey}`, after: { subject } });
    return { ok: true as const };
  });
  return { ok: true };
}

async function isAdmin(userId: string): Promise<boolean> {
  return (await db.user.count({ where: { id: userId, isAdmin: true } })) > 0;
}
