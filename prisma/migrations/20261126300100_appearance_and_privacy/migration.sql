ALTER TABLE "users"
  -- How pages look: as the device has it, light or dark.
  ADD COLUMN "appearance" TEXT NOT NULL DEFAULT 'system',
  -- As if each request came with Save-Data.
  ADD COLUMN "saves_data" BOOLEAN NOT NULL DEFAULT false,
  -- Whether others see when this person is online or typing, and the other way round.
  ADD COLUMN "shows_online" BOOLEAN NOT NULL DEFAULT true,
  -- Whether people search lists this person, and search engines their public profile.
  ADD COLUMN "appears_in_search" BOOLEAN NOT NULL DEFAULT true,
  ADD CONSTRAINT "users_appearance_check" CHECK ("appearance" IN ('system', 'light', 'dark'));
