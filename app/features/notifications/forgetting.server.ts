import { jobDb } from "~/platform/db.server";

/**
 * Removes from the record of others' mails what names somebody who leaves: subject, text and what their id is part of,
 * and mails to their address that belong to no account. Their own go with the account. Safe to repeat.
 */
export async function forgetInMails(leaver: {
  userId: string;
  email: string;
  name: string;
  /** Since then nobody saw them, so that no later mail names them. */
  before: Date;
}): Promise<void> {
  const { userId, email, name, before } = leaver;
  const asWord = name && `(^|\\W)${name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")}(\\W|$)`;
  await jobDb.$executeRaw`
    UPDATE outbox_mails
       SET subject = '', text_body = '', html_body = '', href = NULL, about_id = NULL, digest_key = NULL, waits_for_digest = false,
           event_key = 'forgotten:' || id, sent_at = coalesce(sent_at, now())
     WHERE user_id IS DISTINCT FROM ${userId}::uuid AND created_at < ${before} AND event_key NOT LIKE 'forgotten:%'
       AND (about_id = ${userId}::uuid OR ${asWord} <> '' AND subject ~ ${asWord} OR strpos(event_key, ${userId}) > 0 OR strpos(href, ${userId}) > 0)`;
  await jobDb.$executeRaw`
    DELETE FROM outbox_mails WHERE user_id IS NULL AND lower(to_address) = lower(${email})`;
}
