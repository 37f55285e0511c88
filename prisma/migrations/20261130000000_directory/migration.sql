-- The directory shows people with a picture of their work first. Written by triggers alone, so that an older process
-- lists people as before.
ALTER TABLE "profile_listings" ADD COLUMN "has_cover" BOOLEAN NOT NULL DEFAULT false;

CREATE FUNCTION "has_cover_picture"("person" UUID) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM "work_samples" s
     WHERE s."profile_id" = "person" AND s."removed_at" IS NULL AND (s."kind" = 'image' OR s."still_id" IS NOT NULL))
$$;

CREATE FUNCTION "list_with_cover"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."has_cover" := has_cover_picture(NEW."profile_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "list_with_cover" BEFORE INSERT ON "profile_listings"
  FOR EACH ROW EXECUTE FUNCTION list_with_cover();

-- At commit, and with the lock that listInDecks takes: whichever commits later sees what the other did. A listing that
-- is being deleted is skipped, because whoever deletes it may wait for the lock.
CREATE FUNCTION "list_cover"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := coalesce(NEW."profile_id", OLD."profile_id");
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('profile-listings', 0));
  UPDATE "profile_listings" l SET "has_cover" = NOT l."has_cover"
    FROM (SELECT "user_type", "service_id", "seq", "profile_id" FROM "profile_listings"
           WHERE "profile_id" = person AND "has_cover" <> has_cover_picture(person) FOR UPDATE SKIP LOCKED) stale
   WHERE (l."user_type", l."service_id", l."seq", l."profile_id")
       = (stale."user_type", stale."service_id", stale."seq", stale."profile_id");
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "list_cover" AFTER INSERT OR DELETE OR UPDATE OF "removed_at", "still_id" ON "work_samples"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_cover();

UPDATE "profile_listings" SET "has_cover" = true WHERE has_cover_picture("profile_id");

CREATE INDEX "profile_listings_directory_idx"
  ON "profile_listings" ("user_type", "service_id", "has_cover", "seq", "profile_id");
