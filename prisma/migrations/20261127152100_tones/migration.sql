-- A picture's average color, which fills its frame until the picture has loaded. A job fills it in for older pictures.
ALTER TABLE media ADD COLUMN tone text;
ALTER TABLE media ADD CONSTRAINT media_tone_check CHECK (tone ~ '^#[0-9a-f]{6}$') NOT VALID;
CREATE INDEX media_without_tone_idx ON media (id) WHERE kind = 'image' AND tone IS NULL;
