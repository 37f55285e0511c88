CREATE TABLE abandoned_customers (
    customer_id text NOT NULL,
    abandoned_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT abandoned_customers_pkey PRIMARY KEY (customer_id)
);

-- Tells that the inviter and the invited person pay with one card.
CREATE TABLE paid_cards (
    user_id uuid NOT NULL,
    fingerprint text NOT NULL,
    CONSTRAINT paid_cards_pkey PRIMARY KEY (user_id, fingerprint),
    CONSTRAINT paid_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE payment_events (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    processed_at timestamptz(3),
    customer_id text,
    CONSTRAINT payment_events_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_events_open_of_customer_idx ON payment_events (customer_id) WHERE (processed_at IS NULL);
CREATE INDEX payment_events_unprocessed_idx ON payment_events (received_at) WHERE (processed_at IS NULL);

CREATE TABLE payments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    checkout_session_id text,
    plan_type plan_type NOT NULL,
    price_id text NOT NULL,
    status text DEFAULT 'pending' NOT NULL,
    amount_cents integer,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    billing_interval text,
    refunded_cents integer DEFAULT 0 NOT NULL,
    payment_intent_id text,
    subscription_id text,
    paid_at timestamptz(3),
    ends_at timestamptz(3),
    reason text DEFAULT 'bought' NOT NULL,
    CONSTRAINT payments_amount_cents_check CHECK (amount_cents >= 0),
    CONSTRAINT payments_billing_interval_check CHECK (billing_interval IN ('month', 'year')),
    CONSTRAINT payments_reason_check CHECK (reason IN ('bought', 'changed', 'renewed')),
    CONSTRAINT payments_refunded_cents_check CHECK (refunded_cents >= 0),
    CONSTRAINT payments_status_check CHECK (status IN ('pending', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
    CONSTRAINT payments_pkey PRIMARY KEY (id),
    CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX payments_checked_idx ON payments (updated_at) WHERE (status IN ('paid', 'disputed'));
CREATE UNIQUE INDEX payments_checkout_session_id_key ON payments (checkout_session_id);
CREATE UNIQUE INDEX payments_invoiced_idx ON payments (payment_intent_id) WHERE (reason <> 'bought');
-- A double click finds the checkout that is open.
CREATE UNIQUE INDEX payments_open_checkout_idx ON payments (user_id, price_id) WHERE (status = 'pending');
CREATE INDEX payments_pending_idx ON payments (created_at) WHERE (status = 'pending');
CREATE INDEX payments_user_id_idx ON payments (user_id);

CREATE TABLE receipts (
    id text NOT NULL,
    user_id uuid NOT NULL,
    number text DEFAULT '' NOT NULL,
    status text NOT NULL,
    amount_cents integer NOT NULL,
    url text,
    issued_at timestamptz(3) NOT NULL,
    -- Of the payment that was charged, whose refund or dispute the receipt shows.
    payment_intent_id text,
    CONSTRAINT receipts_url_check CHECK (url ~ '^https?://'),
    CONSTRAINT receipts_pkey PRIMARY KEY (id),
    CONSTRAINT receipts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX receipts_user_id_issued_at_idx ON receipts (user_id, issued_at DESC);

CREATE TABLE refund_requests (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    payment_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason text DEFAULT '' NOT NULL,
    status text DEFAULT 'requested' NOT NULL,
    amount_cents integer NOT NULL,
    note text DEFAULT '' NOT NULL,
    decided_by_id uuid,
    decided_at timestamptz(3),
    refund_id text,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT refund_requests_amount_check CHECK (amount_cents >= 0),
    CONSTRAINT refund_requests_status_check CHECK (status IN ('requested', 'accepted', 'declined', 'refunded', 'failed')),
    CONSTRAINT refund_requests_texts_check CHECK ((char_length(reason) <= 2000) AND (char_length(note) <= 2000)),
    CONSTRAINT refund_requests_pkey PRIMARY KEY (id),
    CONSTRAINT refund_requests_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT refund_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT refund_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX refund_requests_decided_by_id_idx ON refund_requests (decided_by_id);
CREATE INDEX refund_requests_decided_idx ON refund_requests (decided_at, id) WHERE (status IN ('accepted', 'declined', 'refunded'));
CREATE UNIQUE INDEX refund_requests_payment_id_key ON refund_requests (payment_id);
-- The list of refunds also has those that the provider refused, so it could not use the index of the others.
CREATE INDEX refund_requests_undecided_idx ON refund_requests (created_at, id) WHERE (status IN ('requested', 'failed'));
CREATE INDEX refund_requests_user_id_idx ON refund_requests (user_id);

CREATE TABLE refund_parts (
    request_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    amount_cents integer NOT NULL,
    refund_id text,
    refunded_at timestamptz(3),
    CONSTRAINT refund_parts_amount_check CHECK (amount_cents > 0),
    CONSTRAINT refund_parts_pkey PRIMARY KEY (request_id, payment_id),
    CONSTRAINT refund_parts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT refund_parts_request_id_fkey FOREIGN KEY (request_id) REFERENCES refund_requests(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX refund_parts_payment_id_idx ON refund_parts (payment_id);
