-- A subscription's copy of the address follows the account's.
CREATE OR REPLACE FUNCTION copy_address_to_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_subscriptions SET email = NEW.email WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION read_notifications_of_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifications SET read_at = now() WHERE id = ANY (ARRAY(
    SELECT id FROM notifications WHERE read_at IS NULL AND about_id = NEW.id ORDER BY id FOR UPDATE));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is about them counts as read, as with somebody suspended.
CREATE OR REPLACE TRIGGER read_on_leaving AFTER UPDATE OF leaves_at ON users
  FOR EACH ROW WHEN ((old.leaves_at IS NULL) AND (new.leaves_at IS NOT NULL)) EXECUTE FUNCTION read_notifications_of_suspended();

CREATE OR REPLACE TRIGGER read_on_suspension AFTER UPDATE OF suspended_at ON users
  FOR EACH ROW WHEN ((new.suspended_at IS NOT NULL) AND (old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION read_notifications_of_suspended();

CREATE OR REPLACE TRIGGER users_copy_address AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION copy_address_to_subscription();
