-- What searches compare names by: lowercase letters without accents and apostrophes, because people type a name without
-- them, or on a keyboard that lacks them. 'obrien' finds O’Brien, and 'nguyen' finds Nguyễn. The letters in `translate`
-- have no decomposition.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 'łøđðı''’‘ʼ`´', 'loddi'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

CREATE INDEX profiles_name_key_idx ON profiles (name_key(full_name) COLLATE "C");
CREATE INDEX profiles_last_name_key_idx ON profiles (name_key(regexp_replace(full_name, '^.*\s', '')) COLLATE "C");
