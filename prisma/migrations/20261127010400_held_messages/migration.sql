-- A first message that waits for an admin: to its sender it looks sent, and its recipients have left, as it were.
ALTER TABLE "conversation_participants" ADD COLUMN "is_held" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_held_check"
  CHECK (NOT "is_held" OR "state" = 'left');
-- Whose first messages to strangers all wait.
ALTER TABLE "users" ADD COLUMN "held_at" TIMESTAMPTZ(3);
