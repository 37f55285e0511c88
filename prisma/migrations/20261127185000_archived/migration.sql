-- A participant's conversation is archived while this equals its last message's seq, so the next message unarchives it,
-- also when an older process stores it.
ALTER TABLE conversation_participants ADD COLUMN archived_seq integer;
