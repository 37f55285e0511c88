-- An approval may find nothing left to pay back.
ALTER TABLE "refund_requests"
  DROP CONSTRAINT "refund_requests_amount_check",
  ADD CONSTRAINT "refund_requests_amount_check" CHECK ("amount_cents" >= 0);
