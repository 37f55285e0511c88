CREATE TYPE match_source AS ENUM ('swipe', 'application');

CREATE TABLE deck_cards (
    viewer_id uuid NOT NULL,
    person_id uuid NOT NULL,
    "position" bigint NOT NULL,
    likes_you boolean DEFAULT false NOT NULL,
    CONSTRAINT deck_cards_not_oneself_check CHECK (viewer_id <> person_id),
    CONSTRAINT deck_cards_pkey PRIMARY KEY (viewer_id, person_id),
    CONSTRAINT deck_cards_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT deck_cards_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX deck_cards_person_id_idx ON deck_cards (person_id);
CREATE INDEX deck_cards_viewer_id_position_person_id_idx ON deck_cards (viewer_id, "position", person_id);

CREATE TABLE decks (
    viewer_id uuid NOT NULL,
    filter integer[],
    low_seq bigint NOT NULL,
    high_seq bigint NOT NULL,
    next_position bigint DEFAULT 0 NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT decks_pkey PRIMARY KEY (viewer_id),
    CONSTRAINT decks_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE filtered_decks (
    viewer_id uuid NOT NULL,
    filter text NOT NULL COLLATE "C",
    services integer[] NOT NULL,
    low bigint NOT NULL,
    high bigint NOT NULL,
    -- Microseconds, as compared.
    passed_until timestamptz(6) NOT NULL,
    looked integer NOT NULL,
    people uuid[] NOT NULL,
    positions bigint[] NOT NULL,
    next_position bigint NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    numbers bigint[] NOT NULL,
    CONSTRAINT filtered_decks_positions_check CHECK ((cardinality(people) = cardinality(positions)) AND (cardinality(people) = cardinality(numbers))),
    CONSTRAINT filtered_decks_pkey PRIMARY KEY (viewer_id, filter),
    CONSTRAINT filtered_decks_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE matches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    creator_id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    source match_source DEFAULT 'swipe' NOT NULL,
    held boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    creator_seen_at timestamptz(3),
    contributor_seen_at timestamptz(3),
    CONSTRAINT matches_not_oneself_check CHECK (creator_id <> contributor_id),
    CONSTRAINT matches_pkey PRIMARY KEY (id),
    CONSTRAINT matches_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT matches_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX matches_contributor_id_created_at_id_idx ON matches (contributor_id, created_at DESC, id);
CREATE INDEX matches_created_at_idx ON matches (created_at);
CREATE UNIQUE INDEX matches_creator_id_contributor_id_key ON matches (creator_id, contributor_id);
CREATE INDEX matches_creator_id_created_at_id_idx ON matches (creator_id, created_at DESC, id);
CREATE INDEX matches_held_idx ON matches (creator_id, created_at) WHERE held;
CREATE INDEX matches_new_to_contributor_idx ON matches (contributor_id) WHERE ((contributor_seen_at IS NULL) AND (NOT held));
-- Counted on every page.
CREATE INDEX matches_new_to_creator_idx ON matches (creator_id) WHERE ((creator_seen_at IS NULL) AND (NOT held));

CREATE TABLE swipes (
    actor_id uuid NOT NULL,
    target_id uuid NOT NULL,
    liked boolean NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT swipes_not_oneself_check CHECK (actor_id <> target_id),
    CONSTRAINT swipes_pkey PRIMARY KEY (actor_id, target_id),
    CONSTRAINT swipes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT swipes_target_id_fkey FOREIGN KEY (target_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX swipes_actor_id_created_at_idx ON swipes (actor_id, created_at DESC);
-- Likes that await an answer, and passes that end after a while.
CREATE INDEX swipes_likes_received_idx ON swipes (target_id, actor_id) WHERE liked;
CREATE INDEX swipes_passes_idx ON swipes (actor_id, created_at) WHERE (NOT liked);
CREATE INDEX swipes_target_id_idx ON swipes (target_id);
-- Analytics counts the Likes of the last weeks.
CREATE INDEX swipes_target_id_created_at_idx ON swipes (target_id, created_at) WHERE liked;

-- For every 8,192 numbers of trait_listings, which of them have a term. Written by a job once numbers above them are
-- taken, and rewritten from time to time without those that were left.
CREATE TABLE trait_blocks (
    user_type user_type NOT NULL,
    term text NOT NULL COLLATE "C",
    -- Its first number is 8192 times this.
    block integer NOT NULL,
    -- The highest number first.
    bits bit(8192) NOT NULL,
    made_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT trait_blocks_pkey PRIMARY KEY (user_type, term, block)
);
