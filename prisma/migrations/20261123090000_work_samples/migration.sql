-- Work samples, and the files behind them. portfolio_items was never written or read.

DROP TABLE "portfolio_items";

CREATE TABLE "media" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "owner_id" UUID,
  "kind" TEXT NOT NULL,
  "file_key" TEXT NOT NULL,
  "ending" TEXT NOT NULL DEFAULT '',
  "bytes" BIGINT NOT NULL,
  "width" INTEGER NOT NULL DEFAULT 0,
  "height" INTEGER NOT NULL DEFAULT 0,
  "widths" INTEGER[] NOT NULL DEFAULT '{}',
  "milliseconds" INTEGER NOT NULL DEFAULT 0,
  "name" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "released_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "media_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "media_kind_check" CHECK ("kind" IN ('image', 'pdf', 'video', 'file')),
  CONSTRAINT "media_ending_check" CHECK (("kind" = 'image') = ("ending" = '')),
  CONSTRAINT "media_widths_check" CHECK (("kind" = 'image') = (cardinality("widths") > 0)),
  CONSTRAINT "media_bytes_check" CHECK ("bytes" >= 0),
  CONSTRAINT "media_name_check" CHECK (char_length("name") <= 200)
);
CREATE UNIQUE INDEX "media_file_key_key" ON "media" ("file_key");
CREATE INDEX "media_owner_id_bytes_idx" ON "media" ("owner_id", "bytes");
CREATE INDEX "media_released_idx" ON "media" ("released_at") WHERE "released_at" IS NOT NULL;
ALTER TABLE "media"
  ADD CONSTRAINT "media_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "uploads" (
  "id" UUID NOT NULL,
  "owner_id" UUID NOT NULL,
  "bytes" BIGINT NOT NULL,
  "name" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "uploads_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "uploads_bytes_check" CHECK ("bytes" > 0),
  CONSTRAINT "uploads_name_check" CHECK (char_length("name") <= 200)
);
CREATE INDEX "uploads_owner_id_idx" ON "uploads" ("owner_id");
CREATE INDEX "uploads_created_at_idx" ON "uploads" ("created_at");
ALTER TABLE "uploads"
  ADD CONSTRAINT "uploads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "work_samples" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "profile_id" UUID NOT NULL,
  "key" UUID NOT NULL DEFAULT gen_random_uuid(),
  "position" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "media_id" UUID,
  "still_id" UUID,
  "url" TEXT,
  "title" TEXT NOT NULL,
  "part" TEXT NOT NULL DEFAULT '',
  "service_id" INTEGER,
  "made_on" DATE,
  "is_cover" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removed_at" TIMESTAMPTZ(3),

  CONSTRAINT "work_samples_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "work_samples_kind_check" CHECK ("kind" IN ('image', 'pdf', 'video', 'link')),
  CONSTRAINT "work_samples_content_check" CHECK (("kind" = 'link') = ("url" IS NOT NULL) AND ("kind" = 'link') = ("media_id" IS NULL)),
  CONSTRAINT "work_samples_still_check" CHECK ("kind" <> 'image' OR "still_id" IS NULL),
  CONSTRAINT "work_samples_url_check" CHECK ("url" ~ '^https?://' AND char_length("url") <= 2000),
  CONSTRAINT "work_samples_title_check" CHECK (char_length("title") <= 120 AND "title" ~ '\S'),
  CONSTRAINT "work_samples_part_check" CHECK (char_length("part") <= 300)
);
CREATE UNIQUE INDEX "work_samples_profile_id_key_key" ON "work_samples" ("profile_id", "key");
CREATE UNIQUE INDEX "work_samples_media_id_key" ON "work_samples" ("media_id");
CREATE UNIQUE INDEX "work_samples_still_id_key" ON "work_samples" ("still_id");
CREATE UNIQUE INDEX "work_samples_cover_key" ON "work_samples" ("profile_id") WHERE "is_cover" AND "removed_at" IS NULL;
CREATE INDEX "work_samples_profile_id_position_id_idx" ON "work_samples" ("profile_id", "position", "id");
CREATE INDEX "work_samples_service_id_idx" ON "work_samples" ("service_id");
CREATE INDEX "work_samples_removed_idx" ON "work_samples" ("removed_at") WHERE "removed_at" IS NOT NULL;
ALTER TABLE "work_samples"
  ADD CONSTRAINT "work_samples_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "work_samples_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "work_samples_still_id_fkey" FOREIGN KEY ("still_id") REFERENCES "media" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "work_samples_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Media that nothing shows is released; a job deletes its files. Arguments are the columns that show media.
CREATE FUNCTION "hold_media"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before JSONB := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after JSONB := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  shown TEXT;
BEGIN
  FOREACH shown IN ARRAY TG_ARGV LOOP
    CONTINUE WHEN before ->> shown IS NOT DISTINCT FROM after ->> shown;
    UPDATE media SET released_at = now() WHERE id = (before ->> shown)::uuid;
    UPDATE media SET released_at = NULL WHERE id = (after ->> shown)::uuid;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "work_samples_hold_media" AFTER INSERT OR DELETE OR UPDATE OF "media_id", "still_id" ON "work_samples"
  FOR EACH ROW EXECUTE FUNCTION "hold_media"('media_id', 'still_id');
