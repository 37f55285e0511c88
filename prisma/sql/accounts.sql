-- Whether a session may act for a person: it hasn't ended or expired, the account is open, and an admin is still an
-- admin. Checked when a request has fully arrived, and last in each transaction of a member.
CREATE OR REPLACE FUNCTION may_act(session uuid, person uuid, as_admin boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = session AND s.user_id = person AND s.expires_at > now() AND s.ends_at > now() AND is_open(u)
       AND (u.is_admin OR NOT as_admin))
$$;

-- The audit log is append-only, no matter who writes to it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
