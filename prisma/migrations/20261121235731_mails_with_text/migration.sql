-- notifications: the daily sweep of mail texts reads only the mails that still have one.
CREATE INDEX "outbox_mails_with_text_idx" ON "outbox_mails" ("created_at") WHERE "text_body" <> '';
