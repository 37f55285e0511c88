-- accounts: a refund is an upsert of -1, and a check judges the row to insert even where one exists: none ever passed
ALTER TABLE "rate_limits" DROP CONSTRAINT "rate_limits_points_check";
