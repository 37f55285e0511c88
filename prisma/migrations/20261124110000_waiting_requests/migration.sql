-- The dashboard counts the requests that wait for an answer.
CREATE INDEX "conversation_participants_requested_idx" ON "conversation_participants" ("user_id") WHERE "state" = 'requested';
