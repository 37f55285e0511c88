-- A saved search of the directory tells of people who are new there, and not of those who are only listed anew. Null for
-- a first listing, and for what an older process lists.
ALTER TABLE "profile_listings" ADD COLUMN "first_seq" BIGINT;
