-- The release before writes amounts itself, and its jobs have read those that were typed earlier as words. What's left is
-- read here, before what reads them goes. An empty database has no functions yet.
DO $$ BEGIN
  IF to_regprocedure('price_amounts(text, amount_unit)') IS NOT NULL THEN
    UPDATE profiles p SET (amount_unit, amount_low, amount_high, amount_note) = (
      SELECT unit, low, high, note FROM price_amounts(p.price_range, NULL))
     WHERE amount_note IS NULL AND price_range <> '';
    UPDATE project_briefs b SET (amount_unit, amount_low, amount_high, amount_note) = (
      SELECT unit, low, high, note
        FROM price_amounts(b.budget_details, (SELECT t.unit FROM budget_types t WHERE t.id = b.budget_type_id)))
     WHERE amount_note IS NULL AND budget_details <> '';
    -- A table with pending triggers can't lose one.
    SET CONSTRAINTS ALL IMMEDIATE;
  END IF;
END $$;

DROP TRIGGER IF EXISTS read_amount ON profiles;
DROP TRIGGER IF EXISTS read_amount ON project_briefs;
DROP FUNCTION IF EXISTS read_amount();
DROP FUNCTION IF EXISTS price_amounts(text, amount_unit);
