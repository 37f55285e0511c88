-- An account can switch its type once in 30 days.
ALTER TABLE profiles ADD COLUMN type_switched_at timestamptz(3);
