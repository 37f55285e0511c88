CREATE TABLE boosts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    starts_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    CONSTRAINT boosts_reason_check CHECK (reason IN ('referrer', 'invitee')),
    CONSTRAINT boosts_span_check CHECK (starts_at <= ends_at),
    CONSTRAINT boosts_pkey PRIMARY KEY (id),
    CONSTRAINT boosts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX boosts_user_id_ends_at_idx ON boosts (user_id, ends_at);
-- Several rewards make one boost longer.
CREATE UNIQUE INDEX boosts_user_id_reason_key ON boosts (user_id, reason);

-- Hashes of addresses that want no invitations.
CREATE TABLE invitation_stops (
    address_hash bytea NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT invitation_stops_pkey PRIMARY KEY (address_hash)
);

-- Invitations by mail, at most one from a member to an address.
CREATE TABLE mailed_invitations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    inviter_id uuid NOT NULL,
    address_hash bytea NOT NULL,
    masked text NOT NULL,
    code text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT mailed_invitations_pkey PRIMARY KEY (id),
    CONSTRAINT mailed_invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX mailed_invitations_address_hash_created_at_idx ON mailed_invitations (address_hash, created_at);
CREATE UNIQUE INDEX mailed_invitations_code_key ON mailed_invitations (code);
CREATE UNIQUE INDEX mailed_invitations_inviter_id_address_hash_key ON mailed_invitations (inviter_id, address_hash);
CREATE INDEX mailed_invitations_inviter_id_created_at_id_idx ON mailed_invitations (inviter_id, created_at DESC, id DESC);

CREATE TABLE referral_codes (
    user_id uuid NOT NULL,
    code text NOT NULL,
    CONSTRAINT referral_codes_code_check CHECK ((char_length(code) >= 8) AND (char_length(code) <= 36)),
    CONSTRAINT referral_codes_pkey PRIMARY KEY (user_id),
    CONSTRAINT referral_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX referral_codes_code_key ON referral_codes (code);

CREATE TABLE referrals (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    referrer_id uuid NOT NULL,
    invitee_id uuid,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    rewarded_at timestamptz(3),
    invitation_id uuid,
    address_hash bytea,
    refused text,
    CONSTRAINT referrals_invitee_check CHECK ((invitee_id IS NOT NULL) OR (rewarded_at IS NOT NULL)),
    CONSTRAINT referrals_not_oneself_check CHECK (referrer_id <> invitee_id),
    CONSTRAINT referrals_refused_check CHECK (refused IN ('same-device', 'same-address', 'same-card')),
    CONSTRAINT referrals_rewarded_check CHECK ((rewarded_at IS NULL) OR (refused IS NULL)),
    CONSTRAINT referrals_pkey PRIMARY KEY (id),
    CONSTRAINT referrals_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES mailed_invitations(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT referrals_invitee_id_fkey FOREIGN KEY (invitee_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Two variants of one address count once, also concurrently.
CREATE UNIQUE INDEX referrals_counted_address_key ON referrals (referrer_id, address_hash) WHERE (refused IS NULL);
CREATE INDEX referrals_invitation_id_idx ON referrals (invitation_id);
CREATE UNIQUE INDEX referrals_invitee_id_key ON referrals (invitee_id);
CREATE INDEX referrals_referrer_id_created_at_id_idx ON referrals (referrer_id, created_at DESC, id DESC);
-- An address is rewarded once, whoever invited it.
CREATE INDEX referrals_rewarded_address_idx ON referrals (address_hash) WHERE (rewarded_at IS NOT NULL);
-- Not decided yet.
CREATE INDEX referrals_waiting_idx ON referrals (invitee_id) WHERE ((rewarded_at IS NULL) AND (refused IS NULL));
