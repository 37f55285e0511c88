-- A suspension for good still has to end its person's renewals at the payment provider, also once it is lifted.
ALTER TABLE suspensions ADD COLUMN ends_renewals boolean DEFAULT false NOT NULL;
