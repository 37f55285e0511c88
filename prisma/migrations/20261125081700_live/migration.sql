CREATE TABLE carrier_events (
    id bigserial NOT NULL,
    payload jsonb NOT NULL,
    due_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT carrier_events_pkey PRIMARY KEY (id)
);
CREATE INDEX carrier_events_due_at_id_idx ON carrier_events (due_at, id);

CREATE TABLE outbox_events (
    payload jsonb NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
