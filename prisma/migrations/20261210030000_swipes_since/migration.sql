-- When the day began whose swipes are counted: a date alone can't tell how long ago that was in another time zone.
-- Null in a row that was last written before this column: its date counts.
ALTER TABLE "user_usage" ADD COLUMN "swipes_since" TIMESTAMPTZ(3);
