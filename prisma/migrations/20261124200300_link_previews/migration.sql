-- What a link's site says about its page; a job asks once.
ALTER TABLE "work_samples"
  ADD COLUMN "link_title" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "link_asked_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "work_samples_link_title_check" CHECK (char_length("link_title") <= 200);
