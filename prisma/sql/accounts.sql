-- The session, if it may act for the person: it hasn't ended or expired, the account is open, and for an admin's
-- action, the person is still an admin. Checked when a request has fully arrived, and as the last step of each member's
-- transaction.
CREATE OR REPLACE FUNCTION acting_session(session uuid, person uuid, as_admin boolean) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.id = session AND s.user_id = person AND s.expires_at > now() AND s.ends_at > now() AND is_open(u)
     AND (u.is_admin OR NOT as_admin) OFFSET 0
$$;

-- Called by processes of the previous release.
CREATE OR REPLACE FUNCTION may_act(session uuid, person uuid, as_admin boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM acting_session(session, person, as_admin))
$$;

-- What every page counts for its reader: `PageCounts` in TypeScript. PostgreSQL must not inline this. Otherwise, a
-- form whose response shows no page would spend three quarters of its session's statement on preparing the counts.
CREATE OR REPLACE FUNCTION page_counts(reader uuid, address text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'unread', (SELECT n FROM unread_conversations(reader)),
    'unreadNotifications', (SELECT n FROM unread_notifications(reader, NULL)),
    'hasUnreadHere', EXISTS (SELECT FROM notifications n WHERE n.user_id = reader AND n.read_at IS NULL AND leads_to(n, address)),
    'likesWaiting', (SELECT n FROM likes_waiting(reader)),
    'newMatches', (SELECT n FROM new_matches(reader)))
$$;

-- The audit log is append-only, no matter who writes to it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
