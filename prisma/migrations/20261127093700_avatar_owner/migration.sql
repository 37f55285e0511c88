-- Who may see a picture depends on whose it is: each request for one asks.
CREATE INDEX profiles_avatar_url_idx ON profiles (avatar_url) WHERE avatar_url IS NOT NULL;
