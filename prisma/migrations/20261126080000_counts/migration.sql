-- What every page counts, in the order in which it is read until enough are counted.
CREATE INDEX deck_cards_likes_idx ON deck_cards (viewer_id, position) INCLUDE (person_id) WHERE likes_you;
CREATE INDEX matches_unseen_by_creator_idx ON matches (creator_id, created_at DESC) WHERE ((creator_seen_at IS NULL) AND (NOT held));
CREATE INDEX matches_unseen_by_contributor_idx ON matches (contributor_id, created_at DESC) WHERE ((contributor_seen_at IS NULL) AND (NOT held));
DROP INDEX matches_new_to_creator_idx;
DROP INDEX matches_new_to_contributor_idx;
