-- A refund that no one asked for: its account was deleted so that the address's owner could start over.
ALTER TABLE refund_requests
  ADD COLUMN occasion text DEFAULT 'asked' NOT NULL CONSTRAINT refund_requests_occasion_check CHECK (occasion IN ('asked', 'started-over')),
  ADD COLUMN told_id uuid CONSTRAINT refund_requests_told_id_fkey REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
CREATE INDEX refund_requests_told_id_idx ON refund_requests (told_id);

ALTER TABLE refund_parts ADD COLUMN total_cents integer;
