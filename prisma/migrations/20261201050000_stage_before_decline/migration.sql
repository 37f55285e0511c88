-- Taking a decline back returns the application to the folder where it was. A process of the release before doesn't write
-- the column, so what it declines returns to the new ones, as it did before.
ALTER TABLE project_applications ADD COLUMN stage_before application_stage;
