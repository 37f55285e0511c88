import { jobDb } from "~/platform/db.server";

/**
 * Removes from the record of others' mails what names somebody who leaves: subject, text and what their id is part of,
 * and mails to their address that belong to no account. Their own go with the account. Safe to repeat.
 */
export async function forgetInMails(leaver: { userId: string; email: string; name: string }): Promise<void> {
  const { userId, email, name } = leaver;
  await jobDb.$executeRaw`
    UPDATE outbox_mails
       SET subject = '', text_body = '', html_body = '', href = NULL, digest_key = NULL, waits_for_digest = false,
           event_key = 'forgotten:' || id, sent_at = coalesce(sent_at, now())
     WHERE user_id IS DISTINCT FROM ${userId}::uuid AND event_key NOT LIKE 'forgotten:%'
       AND (strpos(subject, ${name}) > 0 OR strpos(event_key, ${userId}) > 0 OR strpos(href, ${userId}) > 0)`;
  await jobDb.$executeRaw`
    DELETE FROM outbox_mails WHERE user_id IS NULL AND lower(to_address) = lower(${email})`;
}
