-- A second factor at sign-in: codes of an app, and recovery codes for whoever has lost it.
ALTER TABLE "users" ADD COLUMN "second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);

CREATE TABLE "authenticator_apps" (
    "user_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "session_id" UUID,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "authenticator_apps_session_id_idx" ON "authenticator_apps"("session_id");

ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "recovery_codes" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
