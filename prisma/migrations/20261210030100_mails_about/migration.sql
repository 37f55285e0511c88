-- Whom a mail is about is now kept for good, so that it can be forgotten by that.
CREATE INDEX "outbox_mails_about_idx" ON "outbox_mails" ("about_id") WHERE "about_id" IS NOT NULL;
