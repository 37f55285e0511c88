-- discovery: for every 8,192 numbers of trait_listings, which of them have a term. Where no number has all the terms of a
-- filter, nobody is looked at. Made by a job when numbers above them are taken: people only ever leave a number. Made
-- again from time to time, without those.
CREATE TABLE "trait_blocks" (
  "user_type" "user_type" NOT NULL,
  "term" TEXT COLLATE "C" NOT NULL,
  -- Its first number is 8192 times this.
  "block" INTEGER NOT NULL,
  -- The highest number first.
  "bits" BIT(8192) NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "trait_blocks_pkey" PRIMARY KEY ("user_type", "term", "block")
);

-- The numbers of the people in a filtered deck, as they were found: whose traits change gets another. Decks are filled
-- again.
LOCK TABLE "filtered_decks" IN ACCESS EXCLUSIVE MODE;
DELETE FROM "filtered_decks";
ALTER TABLE "filtered_decks"
  ADD COLUMN "numbers" BIGINT[] NOT NULL,
  DROP CONSTRAINT "filtered_decks_positions_check",
  ADD CONSTRAINT "filtered_decks_positions_check"
    CHECK (cardinality("people") = cardinality("positions") AND cardinality("people") = cardinality("numbers"));
