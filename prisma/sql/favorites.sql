-- A creator's favorites show the person: a contributor who is findable.
CREATE OR REPLACE FUNCTION shown_favorite(creator uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id FROM profiles p
   WHERE p.id = person AND p.user_type = 'contributor' AND EXISTS (SELECT FROM findable(creator, p.id)) OFFSET 0
$$;
