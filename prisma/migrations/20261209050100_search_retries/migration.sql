-- A digest that failed is tried again at this time. `next_at` keeps its time of day.
ALTER TABLE "saved_searches" ADD COLUMN "retry_at" TIMESTAMPTZ(3);
