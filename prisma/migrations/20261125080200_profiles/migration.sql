CREATE TYPE contributor_status AS ENUM ('pending', 'approved', 'rejected');

CREATE TYPE user_type AS ENUM ('creator', 'contributor');

CREATE TABLE profile_drafts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    user_type user_type,
    fields jsonb DEFAULT '{}' NOT NULL,
    complete boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    invite text,
    CONSTRAINT profile_drafts_invite_check CHECK (char_length(invite) <= 64),
    CONSTRAINT profile_drafts_pkey PRIMARY KEY (id),
    CONSTRAINT profile_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX profile_drafts_updated_at_idx ON profile_drafts (updated_at);
CREATE INDEX profile_drafts_user_id_idx ON profile_drafts (user_id);

CREATE TABLE profiles (
    id uuid NOT NULL,
    full_name text NOT NULL,
    avatar_url text,
    bio text DEFAULT '' NOT NULL,
    current_project text DEFAULT '' NOT NULL,
    user_type user_type,
    location text DEFAULT '' NOT NULL,
    experience_level text,
    availability text DEFAULT 'available' NOT NULL,
    style_description text DEFAULT '' NOT NULL,
    other_tools text DEFAULT '' NOT NULL,
    projects_good_at text DEFAULT '' NOT NULL,
    price_range text DEFAULT '' NOT NULL,
    turnaround_time text DEFAULT '' NOT NULL,
    completed_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT profiles_availability_check CHECK (availability IN ('available', 'limited', 'unavailable')),
    CONSTRAINT profiles_bio_check CHECK (char_length(bio) <= 2000),
    CONSTRAINT profiles_current_project_check CHECK (char_length(current_project) <= 2000),
    CONSTRAINT profiles_experience_level_check CHECK (experience_level IN ('beginner', 'intermediate', 'advanced', 'expert')),
    CONSTRAINT profiles_full_name_check CHECK ((char_length(full_name) <= 100) AND (full_name ~ '\S')),
    CONSTRAINT profiles_location_check CHECK (char_length(location) <= 200),
    CONSTRAINT profiles_other_tools_check CHECK (char_length(other_tools) <= 2000),
    CONSTRAINT profiles_price_range_check CHECK (char_length(price_range) <= 200),
    CONSTRAINT profiles_projects_good_at_check CHECK (char_length(projects_good_at) <= 2000),
    CONSTRAINT profiles_style_description_check CHECK (char_length(style_description) <= 2000),
    CONSTRAINT profiles_turnaround_time_check CHECK (char_length(turnaround_time) <= 200),
    CONSTRAINT profiles_pkey PRIMARY KEY (id),
    CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Admins list people, by when they joined, all, of one type, or in one state of vetting.
CREATE INDEX profiles_created_at_id_idx ON profiles (created_at, id);
CREATE INDEX profiles_last_word_idx ON profiles (lower(regexp_replace(full_name, '^.*\s', '')) COLLATE "C");
CREATE INDEX profiles_name_idx ON profiles (lower(full_name) COLLATE "C");
-- Whose applications to score again.
CREATE INDEX profiles_updated_at_idx ON profiles (updated_at);
CREATE INDEX profiles_user_type_created_at_id_idx ON profiles (user_type, created_at, id);

CREATE TABLE contributor_profiles (
    id uuid NOT NULL,
    status contributor_status DEFAULT 'pending' NOT NULL,
    portfolio_url text,
    rejection_reason text,
    submitted_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    reviewed_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    -- A rejection that asks for changes.
    changes_asked boolean DEFAULT false NOT NULL,
    CONSTRAINT contributor_profiles_portfolio_url_check CHECK ((portfolio_url ~ '^https?://') AND (char_length(portfolio_url) <= 2000)),
    CONSTRAINT contributor_profiles_rejection_reason_check CHECK (char_length(rejection_reason) <= 2000),
    CONSTRAINT contributor_profiles_pkey PRIMARY KEY (id),
    CONSTRAINT contributor_profiles_id_fkey FOREIGN KEY (id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Decisions of the last minutes, which can be taken back.
CREATE INDEX contributor_profiles_reviewed_at_idx ON contributor_profiles (reviewed_at);
CREATE INDEX contributor_profiles_status_created_at_id_idx ON contributor_profiles (status, created_at, id);

CREATE TABLE contributor_services (
    contributor_id uuid NOT NULL,
    service_id integer NOT NULL,
    CONSTRAINT contributor_services_pkey PRIMARY KEY (contributor_id, service_id),
    CONSTRAINT contributor_services_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT contributor_services_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX contributor_services_service_id_idx ON contributor_services (service_id);

CREATE TABLE contributor_tools (
    contributor_id uuid NOT NULL,
    tool_id integer NOT NULL,
    CONSTRAINT contributor_tools_pkey PRIMARY KEY (contributor_id, tool_id),
    CONSTRAINT contributor_tools_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT contributor_tools_tool_id_fkey FOREIGN KEY (tool_id) REFERENCES tools(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX contributor_tools_tool_id_idx ON contributor_tools (tool_id);

CREATE TABLE contributor_visual_styles (
    contributor_id uuid NOT NULL,
    visual_style_id integer NOT NULL,
    CONSTRAINT contributor_visual_styles_pkey PRIMARY KEY (contributor_id, visual_style_id),
    CONSTRAINT contributor_visual_styles_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT contributor_visual_styles_visual_style_id_fkey FOREIGN KEY (visual_style_id) REFERENCES visual_styles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX contributor_visual_styles_visual_style_id_idx ON contributor_visual_styles (visual_style_id);

CREATE TABLE creator_profiles (
    id uuid NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT creator_profiles_pkey PRIMARY KEY (id),
    CONSTRAINT creator_profiles_id_fkey FOREIGN KEY (id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE creator_brand_tones (
    creator_id uuid NOT NULL,
    brand_tone_id integer NOT NULL,
    CONSTRAINT creator_brand_tones_pkey PRIMARY KEY (creator_id, brand_tone_id),
    CONSTRAINT creator_brand_tones_brand_tone_id_fkey FOREIGN KEY (brand_tone_id) REFERENCES brand_tones(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT creator_brand_tones_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX creator_brand_tones_brand_tone_id_idx ON creator_brand_tones (brand_tone_id);

CREATE TABLE creator_content_types (
    creator_id uuid NOT NULL,
    content_type_id integer NOT NULL,
    CONSTRAINT creator_content_types_pkey PRIMARY KEY (creator_id, content_type_id),
    CONSTRAINT creator_content_types_content_type_id_fkey FOREIGN KEY (content_type_id) REFERENCES content_types(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT creator_content_types_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX creator_content_types_content_type_id_idx ON creator_content_types (content_type_id);

CREATE TABLE creator_services_needed (
    creator_id uuid NOT NULL,
    service_id integer NOT NULL,
    CONSTRAINT creator_services_needed_pkey PRIMARY KEY (creator_id, service_id),
    CONSTRAINT creator_services_needed_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT creator_services_needed_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX creator_services_needed_service_id_idx ON creator_services_needed (service_id);

CREATE TABLE creator_tools (
    creator_id uuid NOT NULL,
    tool_id integer NOT NULL,
    CONSTRAINT creator_tools_pkey PRIMARY KEY (creator_id, tool_id),
    CONSTRAINT creator_tools_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT creator_tools_tool_id_fkey FOREIGN KEY (tool_id) REFERENCES tools(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX creator_tools_tool_id_idx ON creator_tools (tool_id);

CREATE TABLE creator_visual_styles (
    creator_id uuid NOT NULL,
    visual_style_id integer NOT NULL,
    CONSTRAINT creator_visual_styles_pkey PRIMARY KEY (creator_id, visual_style_id),
    CONSTRAINT creator_visual_styles_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT creator_visual_styles_visual_style_id_fkey FOREIGN KEY (visual_style_id) REFERENCES visual_styles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX creator_visual_styles_visual_style_id_idx ON creator_visual_styles (visual_style_id);

CREATE TABLE profile_links (
    profile_id uuid NOT NULL,
    key text NOT NULL,
    url text NOT NULL,
    CONSTRAINT profile_links_key_check CHECK (key IN ('youtube', 'twitter', 'instagram', 'linkedin', 'website', 'behance')),
    CONSTRAINT profile_links_url_check CHECK ((url ~ '^https?://') AND (char_length(url) <= 2000)),
    CONSTRAINT profile_links_pkey PRIMARY KEY (profile_id, key),
    CONSTRAINT profile_links_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE profile_listings (
    user_type user_type NOT NULL,
    service_id integer NOT NULL,
    seq bigint NOT NULL,
    profile_id uuid NOT NULL,
    -- The directory lists people with a picture of their work first. Written by triggers alone.
    has_cover boolean DEFAULT false NOT NULL,
    -- Saved searches report people who are new to the directory, not those whose listing was renewed. Null for a first
    -- listing.
    first_seq bigint,
    CONSTRAINT profile_listings_seq_check CHECK (seq > 0),
    CONSTRAINT profile_listings_service_id_check CHECK (service_id >= 0),
    CONSTRAINT profile_listings_pkey PRIMARY KEY (user_type, service_id, seq, profile_id),
    CONSTRAINT profile_listings_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE SEQUENCE profile_listing_seq;
CREATE INDEX profile_listings_directory_idx ON profile_listings (user_type, service_id, has_cover, seq, profile_id);
CREATE INDEX profile_listings_profile_id_idx ON profile_listings (profile_id);

-- What admins write to each other about a contributor.
CREATE TABLE review_notes (
    id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    author_id uuid,
    text text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT review_notes_text_check CHECK ((char_length(text) >= 1) AND (char_length(text) <= 2000)),
    CONSTRAINT review_notes_pkey PRIMARY KEY (id),
    CONSTRAINT review_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT review_notes_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX review_notes_author_id_idx ON review_notes (author_id);
CREATE INDEX review_notes_contributor_id_created_at_idx ON review_notes (contributor_id, created_at);

CREATE TABLE trait_listings (
    -- In commit order. Renewed when a trait that filters use changes.
    number bigint NOT NULL,
    profile_id uuid NOT NULL,
    user_type user_type NOT NULL,
    service_ids integer[] NOT NULL,
    terms text[] NOT NULL,
    price integer NOT NULL,
    traits text NOT NULL,
    -- For each of terms, the number since which the person has had it without a break; null means since this number. Saved
    -- searches report the people who are new to their filter.
    first_numbers bigint[],
    CONSTRAINT trait_listings_pkey PRIMARY KEY (number),
    CONSTRAINT trait_listings_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE SEQUENCE trait_listings_number_seq OWNED BY trait_listings.number;
CREATE UNIQUE INDEX trait_listings_profile_id_key ON trait_listings (profile_id);

-- Price and marks are in the key, so that one walk of the index dismisses nearly everyone who does not fit.
CREATE TABLE trait_terms (
    user_type user_type NOT NULL,
    term text NOT NULL COLLATE "C",
    number bigint NOT NULL,
    price integer NOT NULL,
    marks bigint NOT NULL,
    CONSTRAINT trait_terms_pkey PRIMARY KEY (user_type, term, number, price, marks)
);
