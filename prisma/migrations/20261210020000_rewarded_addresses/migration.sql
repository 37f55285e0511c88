-- An address that was rewarded once, in whoever's list, is not rewarded again.
CREATE INDEX "referrals_rewarded_address_idx" ON "referrals"("address_hash") WHERE "rewarded_at" IS NOT NULL;
