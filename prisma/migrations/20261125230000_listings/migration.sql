-- One row a listed person, found by a walk of the newest or by the index of its terms, replaces a row for each service, one
-- for each term, and stored decks for filters. Likewise for projects. Functions and triggers are in prisma/sql.
DROP FUNCTION IF EXISTS list_traits, list_with_cover, list_cover, write_trait_terms, write_project_terms CASCADE;
DROP FUNCTION IF EXISTS trait_marks, trait_listing_of;
DROP TABLE filtered_decks;
DROP TABLE trait_blocks;
DROP TABLE trait_terms;
DROP TABLE project_terms;

CREATE SEQUENCE person_listings_number_seq;
CREATE TABLE person_listings (
    profile_id uuid NOT NULL,
    user_type user_type NOT NULL,
    number bigint NOT NULL DEFAULT nextval('person_listings_number_seq'),
    changed_at timestamptz(6) NOT NULL,
    terms text[] NOT NULL,
    -- Of each of terms. Saved searches report the people who are new to their filter.
    since timestamptz(6)[] NOT NULL,
    price integer NOT NULL,
    traits text NOT NULL,
    CONSTRAINT person_listings_since_check CHECK (cardinality(since) = cardinality(terms)),
    CONSTRAINT person_listings_pkey PRIMARY KEY (profile_id),
    CONSTRAINT person_listings_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER SEQUENCE person_listings_number_seq OWNED BY person_listings.number;

-- As person_listing_of writes it: the terms of the price's band and of a picture are last.
INSERT INTO person_listings (profile_id, user_type, number, changed_at, terms, since, price, traits)
SELECT t.profile_id, t.user_type, l.seq, now(), own.terms, array_fill(now(), ARRAY[cardinality(own.terms)]), t.price, t.traits
  FROM trait_listings t
  JOIN profile_listings l ON l.profile_id = t.profile_id AND l.service_id = 0
 CROSS JOIN LATERAL (
   SELECT t.terms
          || CASE WHEN t.price > 0 THEN ARRAY['p' || t.price / 100000000 || '-' || width_bucket(t.price % 100000000,
               '{5,10,15,20,25,30,40,50,60,75,100,125,150,200,250,300,400,500,600,750,1000,1500,2000,3000,5000,10000}'::int[])]
             ELSE '{}' END
          || CASE WHEN l.has_cover THEN '{c}'::text[] ELSE '{}' END AS terms) own;
SELECT setval('person_listings_number_seq', (SELECT coalesce(max(number), 0) + 1 FROM person_listings));
DROP TABLE trait_listings;
DROP TABLE profile_listings;
DROP SEQUENCE profile_listing_seq;

CREATE INDEX person_listings_newest_idx ON person_listings (user_type, number) INCLUDE (profile_id, terms, price);
CREATE INDEX person_listings_changed_at_idx ON person_listings (changed_at);
-- Without a list of pending entries, which every reader would walk.
CREATE INDEX person_listings_terms_idx ON person_listings USING gin (terms) WITH (fastupdate = off);

ALTER TABLE project_listings ADD COLUMN posted_at timestamptz(3);
UPDATE project_listings l SET posted_at = b.created_at FROM project_briefs b WHERE b.id = l.project_id;
ALTER TABLE project_listings ALTER COLUMN posted_at SET NOT NULL;
CREATE INDEX project_listings_posted_at_idx ON project_listings (posted_at);
CREATE INDEX project_listings_terms_idx ON project_listings USING gin (terms) WITH (fastupdate = off);

-- A time in place of a number. Decks are filled again.
ALTER TABLE saved_searches DROP COLUMN seen_to, ADD COLUMN seen_to timestamptz(6) NOT NULL DEFAULT now();
DELETE FROM decks;
