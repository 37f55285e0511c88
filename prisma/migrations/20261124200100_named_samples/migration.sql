-- Samples that an application names. Not references: a removed sample is left out when they are read.
ALTER TABLE "project_applications"
  ADD COLUMN "sample_ids" UUID[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "project_applications_sample_ids_check" CHECK (cardinality("sample_ids") <= 5);
