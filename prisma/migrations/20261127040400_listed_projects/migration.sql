-- Admins find projects by the beginning of their title, and open the reports about one.
CREATE INDEX "project_briefs_title_idx" ON "project_briefs" (lower("title") COLLATE "C");
CREATE INDEX "report_cases_subject_id_idx" ON "report_cases" ("subject_id");
