-- One request at a time appends to an upload, on whatever machine: it holds a lease, which it renews.
ALTER TABLE "uploads" ADD COLUMN "held_by" UUID,
  ADD COLUMN "held_until" TIMESTAMPTZ(3),
  ADD COLUMN "is_wanted" BOOLEAN NOT NULL DEFAULT false;
