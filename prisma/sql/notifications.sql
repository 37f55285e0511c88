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
