-- Whether others see that this person has read their messages, and the other way round.
ALTER TABLE "users" ADD COLUMN "read_receipts" BOOLEAN NOT NULL DEFAULT true;
