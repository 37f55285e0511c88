-- Whether a suspension for good canceled the renewal of a subscription, which lifting it restores.
ALTER TABLE "suspensions" ADD COLUMN "canceled_renewal" BOOLEAN NOT NULL DEFAULT false;
