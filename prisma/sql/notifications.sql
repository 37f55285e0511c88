-- Whether the reader may see a notification or email: one that's about no one, about a person they may see, about a
-- project of a removed account, or about a message from a person whose profile is hidden.
CREATE OR REPLACE FUNCTION shown_notice(reader uuid, about uuid, kind text) RETURNS TABLE (shown boolean) LANGUAGE sql STABLE AS $$
  SELECT true WHERE about IS NULL OR EXISTS (SELECT FROM reachable_or_removed(reader, about))
                 OR kind = 'message' AND EXISTS (SELECT FROM active_for(reader, about))
$$;

-- A person's unread notifications, counted up to 100, without those that link to `except_href` (null: all). Runs on
-- every page.
CREATE OR REPLACE FUNCTION unread_notifications(person uuid, except_href text) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM notifications n
     WHERE n.user_id = person AND n.read_at IS NULL AND (except_href IS NULL OR n.href IS DISTINCT FROM except_href)
     LIMIT 100) counted
$$;

-- Whether opening a page (`address` is its path and query) marks the notification as read: its link is either that path
-- and query or only the path. Decisions on a person's profile never match, because they link to pages about something
-- else. The index on href finds unread ones.
CREATE OR REPLACE FUNCTION leads_to(n notifications, address text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT n.href IN (address, split_part(address, '?', 1)) AND n.kind <> 'vetting'
$$;

-- Whether sending the email failed, not counting email that the reader has turned off (`turnedOff`). Written like the
-- condition of the partial index, so that PostgreSQL can use it.
CREATE OR REPLACE FUNCTION is_failed(m outbox_mails) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.sent_at IS NULL AND m.stopped_at IS NULL AND m.last_error <> 'turned off'
$$;

-- Whether the email has to be sent, for the first time or again. Written like the condition of the partial index, so
-- that PostgreSQL can use it.
CREATE OR REPLACE FUNCTION is_due(m outbox_mails) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.sent_at IS NULL AND m.stopped_at IS NULL AND m.last_error IS NULL AND NOT m.waits_for_digest
$$;

-- Whether an admin can retry the email: its text still exists, and it failed or has been overdue for longer than any
-- delay or retry takes.
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
