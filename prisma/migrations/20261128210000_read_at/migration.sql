-- When a participant read up to last_read_seq, for "Seen 10:44 AM". Unknown for what was read before.
ALTER TABLE conversation_participants ADD COLUMN last_read_at timestamptz(3);
