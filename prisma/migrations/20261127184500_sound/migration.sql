-- Sound: MP3, WAV, M4A and OGG. The browser that sends it draws its waveform: up to 200 heights from 0 to 100.
ALTER TABLE media DROP CONSTRAINT media_kind_check;
ALTER TABLE media ADD CONSTRAINT media_kind_check CHECK (kind IN ('image', 'pdf', 'video', 'audio', 'file')) NOT VALID;
ALTER TABLE media ADD COLUMN peaks smallint[] DEFAULT '{}' NOT NULL;
ALTER TABLE media ADD CONSTRAINT media_peaks_check
  CHECK (cardinality(peaks) <= 200 AND 0 <= ALL (peaks) AND 100 >= ALL (peaks)) NOT VALID;
ALTER TABLE uploads ADD COLUMN peaks smallint[] DEFAULT '{}' NOT NULL;

ALTER TABLE work_samples DROP CONSTRAINT work_samples_kind_check;
ALTER TABLE work_samples ADD CONSTRAINT work_samples_kind_check
  CHECK (kind IN ('image', 'pdf', 'video', 'audio', 'link')) NOT VALID;
-- What a sample's picture shows, in words.
ALTER TABLE work_samples ADD COLUMN alt text;
ALTER TABLE work_samples ADD CONSTRAINT work_samples_alt_check CHECK (char_length(alt) <= 300) NOT VALID;
