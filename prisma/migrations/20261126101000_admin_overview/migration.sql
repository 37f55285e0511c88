-- What waits for an admin, and the place by week.

-- The list of refunds also has those that the provider refused, so it could not use the index of the others.
CREATE INDEX "refund_requests_undecided_idx" ON "refund_requests" ("created_at", "id")
  WHERE "status" IN ('requested', 'failed');
DROP INDEX "refund_requests_waiting_idx";
CREATE INDEX "outbox_mails_failed_idx" ON "outbox_mails" ("created_at")
  WHERE "sent_at" IS NULL AND "last_error" <> 'turned off';

-- What happened in the whole place on one day in UTC, up to "counted_until".
CREATE TABLE "site_days" (
    "day" DATE NOT NULL,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,
    "matches" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "posts" INTEGER NOT NULL DEFAULT 0,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "site_days_pkey" PRIMARY KEY ("day"),
    CONSTRAINT "site_days_counts_check" CHECK (least("sign_ups", "matches", "messages", "posts") >= 0)
);

CREATE INDEX "users_created_at_idx" ON "users" ("created_at");
CREATE INDEX "matches_created_at_idx" ON "matches" ("created_at");
CREATE INDEX "project_briefs_created_at_idx" ON "project_briefs" ("created_at");
-- The largest table by far, and in the order of its rows: a thousandth of a B-tree's size, and next to no work to keep.
CREATE INDEX "messages_created_at_idx" ON "messages" USING brin ("created_at");
