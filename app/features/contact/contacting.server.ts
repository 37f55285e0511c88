import { adminPaths } from "~/admin-paths";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { mailboxOf } from "~/features/accounts/email-address";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { unlinked } from "~/lines";
import type { Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { idFrom } from "~/platform/tokens.server";
import { type ContactSubject, contactSubjects, thanks } from "./contact";

export interface ContactInput {
  /** Created with the form, so a form that's sent twice is stored once, unless its text has changed. */
  key: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  /** The honeypot. */
  f7?: string;
}

/** What a member's form is filled in with; null if the account is gone. */
export async function findSender(actor: Actor): Promise<{ name: string; email: string } | null> {
  const user = await db.user.findUnique({ where: { id: actor.userId }, select: { email: true } });
  return user && { name: actor.name, email: user.email };
}

/**
 * Stores a message for the admins, emails it to the support address, and emails the sender a receipt. A robot gets the
 * same response, and nothing is stored. Refused: 'too-many' from one network or member.
 */
export async function sendContact(
  actor: Actor | null,
  clientAddress: string,
  input: ContactInput,
): Promise<{ ok: true } | Throttled> {
  const waitSeconds = await takeFromLimit("contact", actor?.userId ?? networkOf(clientAddress), {
    userId: actor?.userId,
    address: clientAddress,
  });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  if (input.f7) return { ok: true };
  const hasReceipt = (await takeFromLimit("contact-receipt", mailboxOf(input.email))) === 0;
  const { key, name, email, subject, message } = input;
  const sameKey = idFrom(key, name, email, subject, message);
  await transactionBy(actor, async (tx) => {
    const [stored] = await tx.$queryRaw<{ id: string; is_own: boolean }[]>`
      INSERT INTO contact_messages (key, user_id, name, email, subject, message)
      VALUES (${sameKey}::uuid, ${actor?.userId ?? null}::uuid, ${name}, ${email}, ${subject}, ${message})
      ON CONFLICT (key) DO NOTHING
      RETURNING id, EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.email = contact_messages.email) AS is_own`;
    if (!stored) return;
    if (env.SUPPORT_EMAIL)
      await queueMail(tx, {
        userId: null,
        to: env.SUPPORT_EMAIL,
        ...contactMail(stored.id, input),
        eventKey: `contact:${stored.id}`,
      });
    if (hasReceipt)
      await queueMail(tx, {
        userId: stored.is_own ? (actor?.userId ?? null) : null,
        to: email,
        ...contactReceiptMail(stored.is_own, message),
        eventKey: `contact-receipt:${stored.id}`,
      });
  });
  return { ok: true };
}

/** The message's lines, without links, because anyone can write to us under anyone's address. */
const linesOf = (message: string) => message.split("\n").map(unlinked).filter(Boolean);

export const contactMail = (id: string, input: ContactInput): MailWords => ({
  kind: "contact",
  subject: `Contact: ${contactSubjects[input.subject]}`,
  lines: [`${unlinked(input.name)} (${input.email}) wrote:`, ...linesOf(input.message)],
  action: { label: "Reply", href: adminPaths.contactMessage(id) },
});

export const contactReceiptMail = (isOwn: boolean, message: string): MailWords => ({
  kind: "contact-receipt",
  subject: "We got your message",
  lines: [
    thanks,
    ...(isOwn
      ? ["You wrote:", ...linesOf(message)]
      : ["If you didn't write to us, someone else entered your address. You don't need to do anything."]),
  ],
  action: { label: "Read our FAQ", href: paths.faq() },
});
