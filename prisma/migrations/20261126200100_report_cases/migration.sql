-- Reports about one thing stand together. Nothing has written reports before.
CREATE TABLE "report_cases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "reported_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "urgency" INTEGER NOT NULL,
    "reasons" TEXT[] NOT NULL,
    "report_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "latest_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decisions" INTEGER NOT NULL DEFAULT 0,
    "decision_reason" TEXT,
    "decision_words" TEXT NOT NULL DEFAULT '',
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "report_cases_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "report_cases_kind_check"
      CHECK ("kind" IN ('profile', 'sample', 'message', 'conversation', 'project', 'application')),
    CONSTRAINT "report_cases_state_check" CHECK ("state" IN ('open', 'dismissed', 'hidden', 'suspended')),
    CONSTRAINT "report_cases_decision_check" CHECK (("state" = 'open') = ("decided_at" IS NULL)),
    CONSTRAINT "report_cases_urgency_check" CHECK ("urgency" BETWEEN 1 AND 3)
);
ALTER TABLE "report_cases"
  ADD CONSTRAINT "report_cases_reported_id_fkey" FOREIGN KEY ("reported_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "report_cases_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
-- The one that new reports join.
CREATE UNIQUE INDEX "report_cases_open_key" ON "report_cases"("kind", "subject_id") WHERE "state" = 'open';
CREATE INDEX "report_cases_state_urgency_created_at_id_idx" ON "report_cases"("state", "urgency", "created_at", "id");
CREATE INDEX "report_cases_state_decided_at_id_idx" ON "report_cases"("state", "decided_at" DESC, "id" DESC);
CREATE INDEX "report_cases_reported_id_created_at_idx" ON "report_cases"("reported_id", "created_at" DESC);
CREATE INDEX "report_cases_decided_by_id_idx" ON "report_cases"("decided_by_id");

DROP INDEX "reports_status_created_at_idx";
ALTER TABLE "reports"
  DROP COLUMN "status",
  DROP COLUMN "outcome",
  DROP COLUMN "message_id",
  ADD COLUMN "case_id" UUID NOT NULL,
  ADD COLUMN "guest_key" TEXT,
  ADD COLUMN "snapshot" JSONB NOT NULL,
  ADD CONSTRAINT "reports_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "report_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- One a person and case, however often it is sent; guests are known by a keyed hash of their network.
CREATE UNIQUE INDEX "reports_case_id_reporter_id_key" ON "reports"("case_id", "reporter_id");
CREATE UNIQUE INDEX "reports_case_id_guest_key_key" ON "reports"("case_id", "guest_key");
