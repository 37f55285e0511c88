-- What members see of their own weeks. Triggers note each Like, match and application as an event in the transaction
-- that makes it; a job folds events into days.

CREATE TABLE "member_days" (
    "member_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "guest_views" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "matches" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "received" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "member_days_pkey" PRIMARY KEY ("member_id", "day"),
    CONSTRAINT "member_days_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "member_days_day_idx" ON "member_days"("day");

CREATE TABLE "member_events" (
    "id" BIGSERIAL NOT NULL,
    "member_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "member_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "member_events_kind_check"
      CHECK ("kind" IN ('view', 'guest_view', 'like', 'match', 'sent', 'accepted', 'received'))
);
CREATE INDEX "member_events_member_id_idx" ON "member_events"("member_id");

CREATE TABLE "profile_views" (
    "profile_id" UUID NOT NULL,
    "viewer_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    CONSTRAINT "profile_views_pkey" PRIMARY KEY ("profile_id", "viewer_id", "day"),
    CONSTRAINT "profile_views_not_oneself_check" CHECK ("profile_id" <> "viewer_id"),
    CONSTRAINT "profile_views_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "profile_views_viewer_id_fkey" FOREIGN KEY ("viewer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "profile_views_viewer_id_idx" ON "profile_views"("viewer_id");

CREATE TABLE "first_replies" (
    "conversation_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "seconds" INTEGER NOT NULL,
    "replied_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "first_replies_pkey" PRIMARY KEY ("conversation_id", "member_id"),
    CONSTRAINT "first_replies_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "first_replies_member_id_replied_at_idx" ON "first_replies"("member_id", "replied_at");

-- Browsers may name a time zone that this server does not know.
CREATE FUNCTION "day_in"("moment" timestamptz, "zone" text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (moment AT TIME ZONE coalesce(zone, 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;

-- Each trigger notes the difference between what the row was and what it is.

CREATE FUNCTION "note_like"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.liked THEN
    INSERT INTO member_events (member_id, kind, amount, at) VALUES (OLD.target_id, 'like', -1, OLD.created_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.liked THEN
    INSERT INTO member_events (member_id, kind, amount, at) VALUES (NEW.target_id, 'like', 1, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "swipes_note_insert" AFTER INSERT ON "swipes" FOR EACH ROW WHEN (NEW.liked) EXECUTE FUNCTION "note_like"();
CREATE TRIGGER "swipes_note_update" AFTER UPDATE OF "liked", "created_at" ON "swipes"
  FOR EACH ROW WHEN (OLD.liked OR NEW.liked) EXECUTE FUNCTION "note_like"();
CREATE TRIGGER "swipes_note_delete" AFTER DELETE ON "swipes" FOR EACH ROW WHEN (OLD.liked) EXECUTE FUNCTION "note_like"();

-- Of two Likes, once it is not held. One by an accepted application is no part of a match rate.
CREATE FUNCTION "note_match"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "matches_note_change" AFTER INSERT OR DELETE ON "matches" FOR EACH ROW EXECUTE FUNCTION "note_match"();
CREATE TRIGGER "matches_note_update" AFTER UPDATE OF "held", "source", "created_at" ON "matches"
  FOR EACH ROW EXECUTE FUNCTION "note_match"();

-- Sent and received count while not withdrawn, on the day of the application; accepted on the day of the decision.
CREATE FUNCTION "note_application"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "project_applications_note_change" AFTER INSERT OR DELETE ON "project_applications"
  FOR EACH ROW EXECUTE FUNCTION "note_application"();
CREATE TRIGGER "project_applications_note_update" AFTER UPDATE OF "status", "created_at", "decided_at" ON "project_applications"
  FOR EACH ROW EXECUTE FUNCTION "note_application"();

-- Runs once per participant and conversation, not once per message.
CREATE FUNCTION "note_first_reply"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "conversation_participants_note_reply" AFTER UPDATE OF "written_seq" ON "conversation_participants"
  FOR EACH ROW WHEN (OLD.written_seq = 0 AND NEW.written_seq > 1) EXECUTE FUNCTION "note_first_reply"();

-- The weeks that the page shows begin before this version; the triggers' locks keep each row from counting twice.
INSERT INTO "member_events" ("member_id", "kind", "at")
  SELECT "target_id", 'like', "created_at" FROM "swipes" WHERE "liked" AND "created_at" > now() - interval '90 days'
  UNION ALL SELECT person, 'match', "created_at" FROM "matches", unnest(ARRAY["creator_id", "contributor_id"]) person
   WHERE "source" = 'swipe' AND NOT "held" AND "created_at" > now() - interval '90 days'
  UNION ALL SELECT "contributor_id", 'sent', "created_at" FROM "project_applications"
   WHERE "status" <> 'withdrawn' AND "created_at" > now() - interval '90 days'
  UNION ALL SELECT "contributor_id", 'accepted', coalesce("decided_at", "created_at") FROM "project_applications"
   WHERE "status" = 'accepted' AND coalesce("decided_at", "created_at") > now() - interval '90 days'
  UNION ALL SELECT b."creator_id", 'received', a."created_at"
    FROM "project_applications" a JOIN "project_briefs" b ON b."id" = a."project_id"
   WHERE a."status" <> 'withdrawn' AND a."created_at" > now() - interval '90 days';
