-- Against a warning, a suspension or the hiding of something, once each. What it is against may be gone by now.
CREATE TABLE "appeals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "decision_id" UUID NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "case_id" UUID,
    "against_id" UUID,
    "words" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT NOT NULL DEFAULT '',
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "appeals_kind_check" CHECK ("kind" IN ('warning', 'hiding', 'suspension')),
    CONSTRAINT "appeals_state_check" CHECK ("state" IN ('open', 'granted', 'refused')),
    CONSTRAINT "appeals_decided_check" CHECK (("state" = 'open') = ("decided_at" IS NULL)),
    CONSTRAINT "appeals_words_check" CHECK ("words" ~ '\S' AND char_length("words") <= 2000 AND char_length("answer") <= 2000)
);
ALTER TABLE "appeals"
  ADD CONSTRAINT "appeals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "appeals_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "report_cases"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "appeals_against_id_fkey" FOREIGN KEY ("against_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
-- Once per decision, however often it is sent.
CREATE UNIQUE INDEX "appeals_kind_decision_id_round_key" ON "appeals"("kind", "decision_id", "round");
CREATE INDEX "appeals_state_created_at_id_idx" ON "appeals"("state", "created_at", "id");
CREATE INDEX "appeals_user_id_idx" ON "appeals"("user_id");
CREATE INDEX "appeals_case_id_idx" ON "appeals"("case_id");
CREATE INDEX "appeals_against_id_idx" ON "appeals"("against_id");
CREATE INDEX "appeals_decided_by_id_idx" ON "appeals"("decided_by_id");
-- An appeal finds the case of a warning or a suspension.
CREATE INDEX "report_cases_measure_id_idx" ON "report_cases"("measure_id");
