CREATE TABLE "saved_searches" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid() CONSTRAINT "saved_searches_pkey" PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "kind" TEXT NOT NULL,
  "name" TEXT NOT NULL CONSTRAINT "saved_searches_name_check" CHECK (char_length("name") BETWEEN 1 AND 80),
  "query" TEXT NOT NULL CONSTRAINT "saved_searches_query_check" CHECK (char_length("query") <= 4000),
  "pace" TEXT NOT NULL CONSTRAINT "saved_searches_pace_check" CHECK ("pace" IN ('daily', 'weekly', 'off')),
  "seen_to" BIGINT NOT NULL,
  "next_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "saved_searches_user_id_kind_query_key" ON "saved_searches"("user_id", "kind", "query");
-- What the job takes next.
CREATE INDEX "saved_searches_due_idx" ON "saved_searches"("next_at") WHERE "pace" <> 'off';

CREATE TABLE "saved_search_results" (
  "search_id" UUID NOT NULL REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "result_id" UUID NOT NULL,
  "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "saved_search_results_pkey" PRIMARY KEY ("search_id", "result_id")
);
CREATE INDEX "saved_search_results_result_id_idx" ON "saved_search_results"("result_id");
