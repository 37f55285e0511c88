-- What an admin had filled in when the second factor was asked again; for minutes.
CREATE TABLE "kept_forms" (
    "session_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_forms_pkey" PRIMARY KEY ("session_id")
);

ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
