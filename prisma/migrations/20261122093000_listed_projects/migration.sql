-- projects: open projects are found by service, tool, budget type and words, newest first, however many there are. An
-- index on tsvector cannot return the newest: it must read all matches. Here each term has its projects in order.

-- The one text search configuration.
CREATE FUNCTION "project_words"("text" TEXT) RETURNS TSVECTOR
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN to_tsvector('english', "text");
CREATE FUNCTION "project_query"("text" TEXT) RETURNS TSQUERY
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN plainto_tsquery('english', "text");

ALTER TABLE "project_briefs"
  ADD COLUMN "words" TSVECTOR GENERATED ALWAYS AS (project_words("title" || ' ' || "description")) STORED,
  -- In the order of posting; an edit, an extension or a reopening does not change it.
  ADD COLUMN "number" BIGINT;

CREATE SEQUENCE "project_briefs_number_seq" OWNED BY "project_briefs"."number";
UPDATE "project_briefs" b SET "number" = o."number"
  FROM (SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "number" FROM "project_briefs") o
 WHERE o."id" = b."id";
SELECT setval('project_briefs_number_seq', coalesce((SELECT max("number") FROM "project_briefs"), 0) + 1, false);
ALTER TABLE "project_briefs"
  ALTER COLUMN "number" SET DEFAULT nextval('project_briefs_number_seq'),
  ALTER COLUMN "number" SET NOT NULL;

CREATE TABLE "project_listings" (
  "number" BIGINT NOT NULL,
  "project_id" UUID NOT NULL,
  "creator_id" UUID NOT NULL,
  "expires_at" TIMESTAMPTZ(3),
  "service_ids" INTEGER[] NOT NULL,
  "traits" TEXT NOT NULL,
  "terms" TEXT[] NOT NULL,

  CONSTRAINT "project_listings_pkey" PRIMARY KEY ("number")
);

CREATE UNIQUE INDEX "project_listings_project_id_key" ON "project_listings" ("project_id");
CREATE INDEX "project_listings_expires_at_idx" ON "project_listings" ("expires_at");

ALTER TABLE "project_listings"
  ADD CONSTRAINT "project_listings_project_id_fkey"
    FOREIGN KEY ("project_id") REFERENCES "project_briefs" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "project_terms" (
  "term" TEXT COLLATE "C" NOT NULL,
  "number" BIGINT NOT NULL,

  CONSTRAINT "project_terms_pkey" PRIMARY KEY ("term", "number")
);

-- A URL can be longer than an index allows.
CREATE FUNCTION "project_word_terms"("words" TSVECTOR) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT ARRAY(SELECT DISTINCT 'w' || left(word, 60) FROM unnest(tsvector_to_array("words")) word)
$$;

-- '*' for every project, then 's' and a service, 't' and a tool, 'b' and a budget type, 'w' and a word's stem.
CREATE FUNCTION "project_terms_of"(b "project_briefs") RETURNS TEXT[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY['*'] ||
         ARRAY(SELECT 's' || "service_id" FROM "project_brief_services" WHERE "project_id" = b."id") ||
         ARRAY(SELECT 't' || "tool_id" FROM "project_brief_tools" WHERE "project_id" = b."id") ||
         CASE WHEN b."budget_type_id" IS NULL THEN '{}' ELSE ARRAY['b' || b."budget_type_id"] END ||
         project_word_terms(b."words")
$$;

-- Services, tools, styles and the beginning of the budget, as JSON.
CREATE FUNCTION "project_traits"(b "project_briefs") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
           ARRAY(SELECT "service_id" FROM "project_brief_services" WHERE "project_id" = b."id" ORDER BY 1),
           ARRAY(SELECT "tool_id" FROM "project_brief_tools" WHERE "project_id" = b."id" ORDER BY 1),
           ARRAY(SELECT "visual_style_id" FROM "project_brief_visual_styles" WHERE "project_id" = b."id" ORDER BY 1),
           left(b."budget_details", 200))::text
$$;

CREATE FUNCTION "write_project_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "project_terms"
     WHERE "number" = OLD."number" AND "term" IN (
       SELECT unnest(OLD."terms") EXCEPT SELECT unnest(NEW."terms") WHERE TG_OP = 'UPDATE');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "project_terms" ("term", "number")
    SELECT term, NEW."number" FROM unnest(NEW."terms") term ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "write_project_terms" AFTER INSERT OR DELETE OR UPDATE OF "terms" ON "project_listings"
  FOR EACH ROW EXECUTE FUNCTION write_project_terms();

CREATE FUNCTION "list_project"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b "project_briefs";
BEGIN
  SELECT * INTO b FROM "project_briefs" WHERE "id" = NEW."id";
  IF b."status" = 'open' AND (b."expires_at" IS NULL OR b."expires_at" > now()) THEN
    INSERT INTO "project_listings" ("number", "project_id", "creator_id", "expires_at", "service_ids", "traits", "terms")
    VALUES (b."number", b."id", b."creator_id", b."expires_at",
            ARRAY(SELECT "service_id" FROM "project_brief_services" WHERE "project_id" = b."id"),
            project_traits(b), project_terms_of(b))
    ON CONFLICT ("project_id") DO UPDATE
      SET "expires_at" = excluded."expires_at", "service_ids" = excluded."service_ids",
          "traits" = excluded."traits", "terms" = excluded."terms";
  ELSE
    DELETE FROM "project_listings" WHERE "project_id" = NEW."id";
  END IF;
  RETURN NULL;
END $$;

-- At commit, when the project's choices are written; whoever changes choices changes the project, too.
CREATE CONSTRAINT TRIGGER "list_project" AFTER INSERT OR UPDATE ON "project_briefs"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_project();

INSERT INTO "project_listings" ("number", "project_id", "creator_id", "expires_at", "service_ids", "traits", "terms")
SELECT b."number", b."id", b."creator_id", b."expires_at",
       ARRAY(SELECT "service_id" FROM "project_brief_services" WHERE "project_id" = b."id"),
       project_traits(b), project_terms_of(b)
  FROM "project_briefs" b WHERE b."status" = 'open';
