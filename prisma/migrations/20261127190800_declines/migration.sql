-- An owner's decline waits ten minutes before it's announced. Until then the application stays pending, which is what
-- everyone but the owner reads, processes of the release before included; its stage says that it's being declined.
ALTER TYPE application_stage ADD VALUE 'declining';

-- An accepted person whom the owner let go. A process of the release before doesn't know the status, so the row keeps
-- 'accepted' beside `released_at` until the next release, which stores the status itself.
ALTER TYPE application_status ADD VALUE 'released';
ALTER TYPE project_event_kind ADD VALUE 'released';

ALTER TABLE project_applications
  ADD COLUMN announce_at timestamptz(3),
  ADD COLUMN announce_note text,
  ADD COLUMN released_at timestamptz(3),
  ADD COLUMN release_reason text;
ALTER TABLE project_applications
  ADD CONSTRAINT project_applications_announce_note_check CHECK (char_length(announce_note) <= 2000) NOT VALID,
  ADD CONSTRAINT project_applications_release_reason_check CHECK (char_length(release_reason) <= 2000) NOT VALID;
