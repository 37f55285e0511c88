-- Browsers may name a time zone that this server does not know.
CREATE OR REPLACE FUNCTION day_in(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (moment AT TIME ZONE coalesce(zone, 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;

-- Sent and received count while not withdrawn, on the day of the application; accepted on the day of the decision.
CREATE OR REPLACE FUNCTION note_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_events (member_id, kind, amount, at)
  SELECT c.member_id, c.kind, sum(c.amount), c.at FROM (
    SELECT OLD.contributor_id, 'sent', -1, OLD.created_at WHERE TG_OP <> 'INSERT' AND OLD.status <> 'withdrawn'
    UNION ALL SELECT NEW.contributor_id, 'sent', 1, NEW.created_at WHERE TG_OP <> 'DELETE' AND NEW.status <> 'withdrawn'
    UNION ALL SELECT OLD.contributor_id, 'accepted', -1, coalesce(OLD.decided_at, OLD.created_at)
               WHERE TG_OP <> 'INSERT' AND OLD.status = 'accepted'
    UNION ALL SELECT NEW.contributor_id, 'accepted', 1, coalesce(NEW.decided_at, NEW.created_at)
               WHERE TG_OP <> 'DELETE' AND NEW.status = 'accepted'
    UNION ALL SELECT b.creator_id, 'received', -1, OLD.created_at FROM project_briefs b
               WHERE TG_OP <> 'INSERT' AND OLD.status <> 'withdrawn' AND b.id = OLD.project_id
    UNION ALL SELECT b.creator_id, 'received', 1, NEW.created_at FROM project_briefs b
               WHERE TG_OP <> 'DELETE' AND NEW.status <> 'withdrawn' AND b.id = NEW.project_id
  ) AS c (member_id, kind, amount, at)
  GROUP BY c.member_id, c.kind, c.at HAVING sum(c.amount) <> 0;
  RETURN NULL;
END $$;

-- Runs once per participant and conversation, not once per message.
CREATE OR REPLACE FUNCTION note_first_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO first_replies (conversation_id, member_id, seconds, replied_at)
  SELECT NEW.conversation_id, NEW.user_id, greatest(0, extract(epoch FROM NEW.active_at - first.created_at)), NEW.active_at
    FROM conversations c JOIN messages first ON first.conversation_id = c.id AND first.seq = 1
   WHERE c.id = NEW.conversation_id AND c.direct_key IS NOT NULL AND first.sender_id IS DISTINCT FROM NEW.user_id
     -- Who wrote before written_seq was kept has answered before.
     AND NOT EXISTS (SELECT FROM messages m WHERE m.conversation_id = c.id AND m.sender_id = NEW.user_id AND m.seq < NEW.written_seq)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.liked THEN
    INSERT INTO member_events (member_id, kind, amount, at) VALUES (OLD.target_id, 'like', -1, OLD.created_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.liked THEN
    INSERT INTO member_events (member_id, kind, amount, at) VALUES (NEW.target_id, 'like', 1, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

-- Of two Likes, once it is not held. One by an accepted application is no part of a match rate.
CREATE OR REPLACE FUNCTION note_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.source = 'swipe' AND NOT OLD.held THEN
    INSERT INTO member_events (member_id, kind, amount, at)
    VALUES (OLD.creator_id, 'match', -1, OLD.created_at), (OLD.contributor_id, 'match', -1, OLD.created_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.source = 'swipe' AND NOT NEW.held THEN
    INSERT INTO member_events (member_id, kind, amount, at)
    VALUES (NEW.creator_id, 'match', 1, NEW.created_at), (NEW.contributor_id, 'match', 1, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER conversation_participants_note_reply AFTER UPDATE OF written_seq ON conversation_participants
  FOR EACH ROW WHEN ((old.written_seq = 0) AND (new.written_seq > 1)) EXECUTE FUNCTION note_first_reply();

CREATE OR REPLACE TRIGGER project_applications_note_change AFTER INSERT OR DELETE ON project_applications
  FOR EACH ROW EXECUTE FUNCTION note_application();

CREATE OR REPLACE TRIGGER project_applications_note_update AFTER UPDATE OF status, created_at, decided_at ON project_applications
  FOR EACH ROW EXECUTE FUNCTION note_application();

CREATE OR REPLACE TRIGGER matches_note_change AFTER INSERT OR DELETE ON matches
  FOR EACH ROW EXECUTE FUNCTION note_match();

CREATE OR REPLACE TRIGGER matches_note_update AFTER UPDATE OF held, source, created_at ON matches
  FOR EACH ROW EXECUTE FUNCTION note_match();

CREATE OR REPLACE TRIGGER swipes_note_delete AFTER DELETE ON swipes
  FOR EACH ROW WHEN (old.liked) EXECUTE FUNCTION note_like();

CREATE OR REPLACE TRIGGER swipes_note_insert AFTER INSERT ON swipes
  FOR EACH ROW WHEN (new.liked) EXECUTE FUNCTION note_like();

CREATE OR REPLACE TRIGGER swipes_note_update AFTER UPDATE OF liked, created_at ON swipes
  FOR EACH ROW WHEN (old.liked OR new.liked) EXECUTE FUNCTION note_like();
