-- profiles: found by the beginning of their name, and of its last word. "C" is the order of a range of beginnings.

CREATE INDEX "profiles_name_idx" ON "profiles" (lower("full_name") COLLATE "C");
CREATE INDEX "profiles_last_word_idx" ON "profiles" (lower(regexp_replace("full_name", '^.*\s', '')) COLLATE "C");

-- moderation: the list of the people whom somebody blocked

CREATE INDEX "blocks_blocker_id_created_at_idx" ON "blocks" ("blocker_id", "created_at" DESC);
