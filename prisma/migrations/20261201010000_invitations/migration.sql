-- Invitations by mail, at most one from a member to an address.
CREATE TABLE "mailed_invitations" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid() CONSTRAINT "mailed_invitations_pkey" PRIMARY KEY,
  "inviter_id" UUID NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "address_hash" BYTEA NOT NULL,
  "masked" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "mailed_invitations_code_key" ON "mailed_invitations"("code");
CREATE UNIQUE INDEX "mailed_invitations_inviter_id_address_hash_key" ON "mailed_invitations"("inviter_id", "address_hash");
CREATE INDEX "mailed_invitations_inviter_id_created_at_id_idx" ON "mailed_invitations"("inviter_id", "created_at" DESC, "id" DESC);
CREATE INDEX "mailed_invitations_address_hash_created_at_idx" ON "mailed_invitations"("address_hash", "created_at");

-- Who wants none, without the address.
CREATE TABLE "invitation_stops" (
  "address_hash" BYTEA NOT NULL CONSTRAINT "invitation_stops_pkey" PRIMARY KEY,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- A reward outlives the invitee's account.
ALTER TABLE "referrals"
  ALTER COLUMN "invitee_id" DROP NOT NULL,
  ADD COLUMN "invitation_id" UUID REFERENCES "mailed_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD COLUMN "address_hash" BYTEA,
  ADD COLUMN "refused" TEXT,
  ADD CONSTRAINT "referrals_refused_check" CHECK ("refused" IN ('same-device', 'same-address', 'same-card')),
  ADD CONSTRAINT "referrals_rewarded_check" CHECK ("rewarded_at" IS NULL OR "refused" IS NULL),
  ADD CONSTRAINT "referrals_invitee_check" CHECK ("invitee_id" IS NOT NULL OR "rewarded_at" IS NOT NULL);
DROP INDEX "referrals_referrer_id_idx";
CREATE INDEX "referrals_referrer_id_created_at_id_idx" ON "referrals"("referrer_id", "created_at" DESC, "id" DESC);
CREATE INDEX "referrals_invitation_id_idx" ON "referrals"("invitation_id");
-- Two variants of one address count once, also at the same moment.
CREATE UNIQUE INDEX "referrals_counted_address_key" ON "referrals"("referrer_id", "address_hash") WHERE "refused" IS NULL;
-- Those that still wait for what they depend on.
CREATE INDEX "referrals_waiting_idx" ON "referrals"("invitee_id") WHERE "rewarded_at" IS NULL AND "refused" IS NULL;

-- Several rewards make one boost longer.
CREATE UNIQUE INDEX "boosts_user_id_reason_key" ON "boosts"("user_id", "reason");
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_reason_check" CHECK ("reason" IN ('referrer', 'invitee'));

ALTER TABLE "profile_drafts"
  ADD COLUMN "invite" TEXT,
  ADD CONSTRAINT "profile_drafts_invite_check" CHECK (char_length("invite") <= 64);

ALTER TABLE "outbox_mails" ADD COLUMN "unsubscribe_href" TEXT;

-- So that nobody invites themselves.
CREATE TABLE "paid_cards" (
  "user_id" UUID NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "fingerprint" TEXT NOT NULL,
  CONSTRAINT "paid_cards_pkey" PRIMARY KEY ("user_id", "fingerprint")
);
