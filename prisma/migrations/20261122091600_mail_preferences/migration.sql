-- notifications: each kind on the page and by mail; one mail a day for those who prefer it.

ALTER TABLE "notification_settings" ADD COLUMN "on_page" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "mail_schedules" (
    "user_id" UUID NOT NULL,
    "pace" TEXT NOT NULL DEFAULT 'each',
    "last_digest_on" DATE,

    CONSTRAINT "mail_schedules_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "mail_schedules_pace_check" CHECK ("pace" IN ('each', 'daily', 'none'))
);

ALTER TABLE "mail_schedules" ADD CONSTRAINT "mail_schedules_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "outbox_mails"
  ADD COLUMN "href" TEXT,
  ADD COLUMN "waits_for_digest" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "digest_key" TEXT;

CREATE INDEX "outbox_mails_waiting_idx" ON "outbox_mails" ("user_id", "created_at") WHERE "waits_for_digest";
