-- visibility: among many people, those suspended are found in an index of few.
CREATE INDEX "users_suspended_idx" ON "users" ("id") WHERE "suspended_at" IS NOT NULL;
