-- When each service last worked and last failed. A process writes a row at most once a minute.
CREATE TABLE service_health (
    service text NOT NULL,
    succeeded_at timestamptz(3),
    failed_at timestamptz(3),
    cause text DEFAULT '' NOT NULL,
    CONSTRAINT service_health_pkey PRIMARY KEY (service)
);

-- What happened on one day in UTC, up to counted_until.
CREATE TABLE site_days (
    day date NOT NULL,
    sign_ups integer DEFAULT 0 NOT NULL,
    matches integer DEFAULT 0 NOT NULL,
    messages integer DEFAULT 0 NOT NULL,
    posts integer DEFAULT 0 NOT NULL,
    counted_until timestamptz(3) NOT NULL,
    CONSTRAINT site_days_counts_check CHECK (LEAST(sign_ups, matches, messages, posts) >= 0),
    CONSTRAINT site_days_pkey PRIMARY KEY (day)
);
