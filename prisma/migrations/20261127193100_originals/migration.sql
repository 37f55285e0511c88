-- The uploaded picture without its metadata, stored beside the scaled ones: the file's extension, its size in pixels and
-- bytes, and whether it's an animation. Null for samples, for formats that can't be stripped without encoding them again,
-- and for pictures stored before.
ALTER TABLE media ADD COLUMN original_ending text, ADD COLUMN original_width integer, ADD COLUMN original_height integer,
                  ADD COLUMN original_bytes bigint, ADD COLUMN original_moves boolean;
