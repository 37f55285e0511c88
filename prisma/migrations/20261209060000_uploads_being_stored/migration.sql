-- An upload stays until its file is stored, so that its form, sent again meanwhile, learns that it need not be chosen again.
ALTER TABLE "uploads" ADD COLUMN "taken_at" TIMESTAMPTZ(3);
