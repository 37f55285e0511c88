-- Each process of the product writes its row once a minute.
CREATE TABLE processes (
    id uuid NOT NULL,
    host text NOT NULL,
    role text NOT NULL,
    build text NOT NULL,
    started_at timestamptz(3) NOT NULL,
    seen_at timestamptz(3) NOT NULL,
    connections integer NOT NULL,
    most_connections integer NOT NULL,
    waiting integer NOT NULL,
    CONSTRAINT processes_pkey PRIMARY KEY (id)
);
