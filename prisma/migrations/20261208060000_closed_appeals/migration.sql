-- An appeal whose decision is over before an answer is neither granted nor refused.
ALTER TABLE "appeals"
  DROP CONSTRAINT "appeals_state_check",
  ADD CONSTRAINT "appeals_state_check" CHECK ("state" IN ('open', 'granted', 'refused', 'closed'));
