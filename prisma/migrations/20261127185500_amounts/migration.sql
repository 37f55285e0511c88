-- Prices and budgets as numbers. Old code writes only words: a trigger reads the amounts in them (prisma/sql/profiles.sql),
-- and a job fills in the rows that are here already. Without a note, a row's words haven't been read.
CREATE TYPE amount_unit AS ENUM ('hour', 'day', 'piece', 'video', 'episode', 'script', 'month', 'project');

ALTER TABLE profiles
  ADD COLUMN amount_unit amount_unit,
  ADD COLUMN amount_low integer,
  ADD COLUMN amount_high integer,
  ADD COLUMN amount_note text;
ALTER TABLE profiles ADD CONSTRAINT profiles_amount_check
  CHECK (num_nonnulls(amount_unit, amount_low, amount_high) IN (0, 3)
     AND amount_low > 0 AND amount_low <= amount_high AND amount_high <= 99999999) NOT VALID;
ALTER TABLE profiles ADD CONSTRAINT profiles_amount_note_check CHECK (char_length(amount_note) <= 200) NOT VALID;

ALTER TABLE project_briefs
  ADD COLUMN amount_unit amount_unit,
  ADD COLUMN amount_low integer,
  ADD COLUMN amount_high integer,
  ADD COLUMN amount_note text;
ALTER TABLE project_briefs ADD CONSTRAINT project_briefs_amount_check
  CHECK (num_nonnulls(amount_unit, amount_low, amount_high) IN (0, 3)
     AND amount_low > 0 AND amount_low <= amount_high AND amount_high <= 99999999) NOT VALID;
ALTER TABLE project_briefs ADD CONSTRAINT project_briefs_amount_note_check CHECK (char_length(amount_note) <= 2000) NOT VALID;

-- The unit that a type of budget suggests. Without one, it has no amount.
ALTER TABLE budget_types ADD COLUMN unit amount_unit;
UPDATE budget_types SET unit = CASE name
    WHEN 'Fixed Price' THEN 'project' WHEN 'Hourly Rate' THEN 'hour'
    WHEN 'Monthly Retainer' THEN 'month' WHEN 'Per Deliverable' THEN 'piece' END::amount_unit;
