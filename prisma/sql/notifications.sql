-- The reader may see a notification or mail: it is about no one, about a person they may see, about a project of a removed
-- account, or a message of a person whose profile is hidden.
CREATE OR REPLACE FUNCTION shown_notice(reader uuid, about uuid, kind text) RETURNS TABLE (shown boolean) LANGUAGE sql STABLE AS $$
  SELECT true WHERE about IS NULL OR EXISTS (SELECT FROM reachable_or_removed(reader, about))
                 OR kind = 'message' AND EXISTS (SELECT FROM active_for(reader, about))
$$;

-- How many notifications a person has not read, up to 100, without those that lead to `except` (null: all). On every page.
CREATE OR REPLACE FUNCTION unread_notifications(person uuid, except_href text) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM notifications n
     WHERE n.user_id = person AND n.read_at IS NULL AND (except_href IS NULL OR n.href IS DISTINCT FROM except_href)
     LIMIT 100) counted
$$;

-- In the words of the index: not sent, for a reason other than its reader's wish (`turnedOff`).
CREATE OR REPLACE FUNCTION is_failed(m outbox_mails) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.sent_at IS NULL AND m.stopped_at IS NULL AND m.last_error <> 'turned off'
$$;

-- In the words of the index: to be sent for the first time, or again.
CREATE OR REPLACE FUNCTION is_due(m outbox_mails) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.sent_at IS NULL AND m.stopped_at IS NULL AND m.last_error IS NULL AND NOT m.waits_for_digest
$$;

-- Failed, or due for longer than any mail is held back on purpose or a retry takes; and its text is still there.
CREATE OR REPLACE FUNCTION can_retry(m outbox_mails) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.text_body <> '' AND m.html_body <> ''
     AND (m.last_error IS NOT NULL OR greatest(m.created_at, m.retried_at) < now() - interval '15 minutes')
$$;

-- `MailState` in TypeScript.
CREATE OR REPLACE FUNCTION mail_state(m outbox_mails) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.digest_key IS NOT NULL OR m.waits_for_digest THEN 'in-digest' WHEN m.sent_at IS NOT NULL THEN 'sent'
              WHEN m.stopped_at IS NOT NULL THEN 'stopped' WHEN m.last_error = 'turned off' THEN 'turned-off'
              WHEN m.last_error IS NOT NULL THEN 'failed' ELSE 'waiting' END
$$;
