-- When each service last worked and last failed, for admins: a row a service, written at most once a minute by a process.
CREATE TABLE "service_health" (
    "service" TEXT NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "cause" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "service_health_pkey" PRIMARY KEY ("service")
);
