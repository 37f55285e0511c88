import { jobDb } from "~/platform/db.server";
import { lastMail } from "./mailing.server";

/**
 * Removes subject, text and ids from other people's mails that name a person who leaves, and stops unsent ones. Deletes
 * mails to their address that belong to no account, except the goodbye of a concurrent run, which is deleted once sent;
 * their own are deleted with the account. Idempotent.
 */
export async function forgetInMails({ userId, email }: { userId: string; email: string }): Promise<void> {
  await jobDb.$executeRaw`
    UPDATE outbox_mails
       SET subject = '', text_body = '', html_body = '', href = NULL, about_id = NULL, waits_for_digest = false,
           event_key = 'forgotten:' || id,
           stopped_at = CASE WHEN sent_at IS NULL THEN coalesce(stopped_at, now()) ELSE stopped_at END
     WHERE user_id IS DISTINCT FROM ${userId}::uuid AND event_key NOT LIKE 'forgotten:%'
       AND (about_id = ${userId}::uuid OR strpos(event_key, ${userId}) > 0 OR strpos(href, ${userId}) > 0
            OR event_key IN (SELECT i.digest_key FROM outbox_mails i WHERE i.about_id = ${userId}::uuid))`;
  await jobDb.$executeRaw`
    DELETE FROM outbox_mails WHERE user_id IS NULL AND lower(to_address) = lower(${email}) AND kind <> ${lastMail}`;
}
