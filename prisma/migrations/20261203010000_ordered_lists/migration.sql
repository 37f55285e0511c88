-- The admins' lists: each order is read from one end of an index, each search by a beginning from a range of one.
CREATE INDEX "report_cases_state_created_at_id_idx" ON "report_cases" ("state", "created_at", "id");
CREATE INDEX "report_cases_state_report_count_created_at_id_idx"
  ON "report_cases" ("state", "report_count", "created_at", "id");
CREATE INDEX "refund_requests_decided_idx" ON "refund_requests" ("decided_at", "id")
  WHERE "status" IN ('accepted', 'declined', 'refunded');
CREATE INDEX "contact_messages_email_idx" ON "contact_messages" (lower("email") COLLATE "C");
CREATE INDEX "contact_messages_name_idx" ON "contact_messages" (lower("name") COLLATE "C");
CREATE INDEX "newsletter_subscribers_confirmed_email_idx" ON "newsletter_subscribers" (lower("email") COLLATE "C")
  WHERE "confirmed_at" IS NOT NULL;
CREATE INDEX "outbox_mails_unsent_address_idx" ON "outbox_mails" (lower("to_address") COLLATE "C")
  WHERE "sent_at" IS NULL AND "stopped_at" IS NULL;
