CREATE TABLE brand_tones (
    id serial NOT NULL,
    name text NOT NULL,
    CONSTRAINT brand_tones_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX brand_tones_name_key ON brand_tones (name);

CREATE TABLE budget_types (
    id serial NOT NULL,
    name text NOT NULL,
    CONSTRAINT budget_types_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX budget_types_name_key ON budget_types (name);

CREATE TABLE content_types (
    id serial NOT NULL,
    name text NOT NULL,
    CONSTRAINT content_types_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX content_types_name_key ON content_types (name);

CREATE TABLE services (
    id serial NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    need_category text,
    CONSTRAINT services_need_category_check CHECK (need_category IN ('creative', 'strategic')),
    CONSTRAINT services_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX services_name_key ON services (name);

CREATE TABLE tools (
    id serial NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    for_creators boolean DEFAULT false NOT NULL,
    CONSTRAINT tools_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX tools_name_key ON tools (name);

CREATE TABLE visual_styles (
    id serial NOT NULL,
    name text NOT NULL,
    for_creators boolean DEFAULT false NOT NULL,
    CONSTRAINT visual_styles_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX visual_styles_name_key ON visual_styles (name);

-- Reference data, wanted in production too. Forms group services and tools by category and list them by name.

INSERT INTO content_types (id, name) VALUES
  (1, 'YouTube'),
  (2, 'Instagram'),
  (3, 'TikTok'),
  (4, 'Podcast'),
  (5, 'Blog'),
  (6, 'Newsletter');

SELECT setval(pg_get_serial_sequence('content_types', 'id'), 6);

INSERT INTO services (id, name, category, need_category) VALUES
  (1, 'Web Developer', 'Product & Development', NULL),
  (2, 'Mobile Developer', 'Product & Development', NULL),
  (3, 'No-Code Builder', 'Product & Development', NULL),
  (4, 'UI/UX Designer', 'Product & Development', NULL),
  (5, 'Automation Specialist', 'Product & Development', NULL),
  (6, 'Product Manager', 'Product & Development', NULL),
  (7, 'Graphic Designer', 'Design & Branding', 'creative'),
  (8, 'Thumbnail Designer', 'Design & Branding', 'creative'),
  (9, 'Web Designer', 'Design & Branding', 'creative'),
  (10, 'Brand Designer', 'Design & Branding', NULL),
  (11, 'Photographer', 'Design & Branding', 'creative'),
  (12, 'Photo Editor', 'Design & Branding', 'creative'),
  (13, 'Creative Director', 'Design & Branding', 'strategic'),
  (14, 'Writer', 'Content & Copy', 'creative'),
  (15, 'Copywriter', 'Content & Copy', NULL),
  (16, 'Scriptwriter', 'Content & Copy', NULL),
  (17, 'Content Strategist', 'Content & Copy', 'strategic'),
  (18, 'Newsletter Writer', 'Content & Copy', NULL),
  (19, 'Proofreader', 'Content & Copy', NULL),
  (20, 'Video Editor', 'Media & Video', 'creative'),
  (21, 'Cinematographer', 'Media & Video', 'creative'),
  (22, 'Videographer', 'Media & Video', 'creative'),
  (23, 'Voiceover Artist', 'Media & Video', 'creative'),
  (24, 'Audio Engineer', 'Media & Video', 'creative'),
  (25, 'Music Producer', 'Media & Video', 'creative'),
  (26, 'Podcast Editor', 'Media & Video', 'strategic'),
  (27, 'Growth Marketer', 'Marketing & Growth', 'strategic'),
  (28, 'Social Media Manager', 'Marketing & Growth', 'strategic'),
  (29, 'SEO Specialist', 'Marketing & Growth', NULL),
  (30, 'Paid Ads Manager', 'Marketing & Growth', NULL),
  (31, 'Email Marketer', 'Marketing & Growth', NULL),
  (32, 'Influencer Outreach Manager', 'Marketing & Growth', NULL),
  (33, 'Community Manager', 'Community & Operations', NULL),
  (34, 'Channel Manager', 'Community & Operations', NULL),
  (35, 'Virtual Assistant', 'Community & Operations', NULL),
  (36, 'Project Coordinator', 'Community & Operations', NULL),
  (37, 'Podcast Producer', 'Community & Operations', NULL);

SELECT setval(pg_get_serial_sequence('services', 'id'), 37);

INSERT INTO tools (id, name, category, for_creators) VALUES
  (1, 'Canva', 'Design Tools', true),
  (2, 'Photoshop', 'Design Tools', true),
  (3, 'Figma', 'Design Tools', true),
  (4, 'Illustrator', 'Design Tools', false),
  (5, 'Lightroom', 'Design Tools', false),
  (6, 'Blender', 'Design Tools', false),
  (7, 'Final Cut', 'Video & Audio Editing', true),
  (8, 'Premiere Pro', 'Video & Audio Editing', true),
  (9, 'After Effects', 'Video & Audio Editing', true),
  (10, 'CapCut', 'Video & Audio Editing', true),
  (11, 'DaVinci Resolve', 'Video & Audio Editing', false),
  (12, 'Audition', 'Video & Audio Editing', false),
  (13, 'Descript', 'Video & Audio Editing', false),
  (14, 'Webflow', 'No-Code & Web', true),
  (15, 'Framer', 'No-Code & Web', true),
  (16, 'Notion', 'No-Code & Web', true),
  (17, 'WordPress', 'No-Code & Web', false),
  (18, 'Shopify', 'No-Code & Web', false),
  (19, 'Airtable', 'No-Code & Web', false),
  (20, 'ChatGPT', 'AI & Automation', true),
  (21, 'Midjourney', 'AI & Automation', false),
  (22, 'ElevenLabs', 'AI & Automation', false),
  (23, 'Runway', 'AI & Automation', false),
  (24, 'Zapier', 'AI & Automation', false),
  (25, 'Google Analytics', 'Analytics & Ads', true),
  (26, 'Google Ads', 'Analytics & Ads', false),
  (27, 'Meta Ads Manager', 'Analytics & Ads', false),
  (28, 'TubeBuddy', 'Analytics & Ads', false),
  (29, 'YouTube Studio', 'Analytics & Ads', false),
  (30, 'Ahrefs', 'Analytics & Ads', false);

SELECT setval(pg_get_serial_sequence('tools', 'id'), 30);

INSERT INTO visual_styles (id, name, for_creators) VALUES
  (1, 'Hormozi-style', true),
  (2, 'Aesthetic Reels', true),
  (3, 'Casual Vlog', true),
  (4, 'Professional', true),
  (5, 'Cinematic', true),
  (6, 'Minimalist', true),
  (7, 'Raw/Unfiltered', false),
  (8, 'Fast-Paced / High-Energy', false),
  (9, 'Trendy TikTok', false),
  (10, 'Branded/Corporate', false),
  (11, 'Documentary', false),
  (12, 'Tutorial / Educational', false),
  (13, 'Voiceover-Driven', false),
  (14, 'Lifestyle / Influencer', false),
  (15, 'Animation / Motion Graphics', false),
  (16, 'Meme-Style', false),
  (17, 'Podcast / Interview Format', false);

SELECT setval(pg_get_serial_sequence('visual_styles', 'id'), 17);

INSERT INTO brand_tones (id, name) VALUES
  (1, 'Playful'),
  (2, 'Bold'),
  (3, 'Warm'),
  (4, 'Authoritative'),
  (5, 'Witty'),
  (6, 'Inspiring'),
  (7, 'Down-to-Earth'),
  (8, 'Luxurious');

SELECT setval(pg_get_serial_sequence('brand_tones', 'id'), 8);

INSERT INTO budget_types (id, name) VALUES
  (1, 'Fixed Price'),
  (2, 'Hourly Rate'),
  (3, 'Monthly Retainer'),
  (4, 'Per Deliverable'),
  (5, 'Revenue Share');

SELECT setval(pg_get_serial_sequence('budget_types', 'id'), 5);
