-- What was paid for a change of plan or a renewal is a payment, too, and a refund says which payments it pays back.
ALTER TABLE "payments"
  ADD COLUMN "reason" TEXT NOT NULL DEFAULT 'bought',
  ADD CONSTRAINT "payments_reason_check" CHECK ("reason" IN ('bought', 'changed', 'renewed'));
CREATE UNIQUE INDEX "payments_invoiced_idx" ON "payments" ("payment_intent_id") WHERE "reason" <> 'bought';
CREATE INDEX "payments_checked_idx" ON "payments" ("updated_at") WHERE "status" IN ('paid', 'disputed');

CREATE TABLE "refund_parts" (
    "request_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "refund_id" TEXT,
    "refunded_at" TIMESTAMPTZ(3),
    CONSTRAINT "refund_parts_pkey" PRIMARY KEY ("request_id", "payment_id"),
    CONSTRAINT "refund_parts_amount_check" CHECK ("amount_cents" > 0),
    CONSTRAINT "refund_parts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "refund_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refund_parts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "refund_parts_payment_id_idx" ON "refund_parts"("payment_id");

INSERT INTO "refund_parts" ("request_id", "payment_id", "amount_cents", "refund_id", "refunded_at")
SELECT "id", "payment_id", "amount_cents", "refund_id", CASE WHEN "status" = 'refunded' THEN "decided_at" END
  FROM "refund_requests";
