CREATE OR REPLACE FUNCTION direct_key(one uuid, other uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT least(one, other)::text || ':' || greatest(one, other)::text
$$;

-- Whether either person has written to the other.
CREATE OR REPLACE FUNCTION have_written(one uuid, other uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM conversations c WHERE c.direct_key = direct_key(one, other) AND c.last_seq > 0 OFFSET 0
$$;

-- The newest message between two people, as lists show it.
CREATE OR REPLACE FUNCTION last_written(reader uuid, other uuid)
  RETURNS TABLE (id uuid, at timestamptz, line text, "isMine" boolean, "isDeleted" boolean, kind text) LANGUAGE sql STABLE AS $$
  SELECT c.id, m.created_at, left(m.content, 240), m.sender_id IS NOT DISTINCT FROM reader, m.deleted_at IS NOT NULL,
         (SELECT a.kind FROM media a WHERE a.id = m.media_id)
    FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq
   WHERE c.direct_key = direct_key(reader, other) AND c.last_seq > 0 OFFSET 0
$$;

-- Whether two people matched, or one applied to the other's project.
CREATE OR REPLACE FUNCTION connected(one uuid, other uuid) RETURNS TABLE (by text) LANGUAGE sql STABLE AS $$
  SELECT c.by FROM (
    SELECT 'match' AS by FROM matches m WHERE m.creator_id = one AND m.contributor_id = other AND NOT m.held
    UNION ALL
    SELECT 'match' FROM matches m WHERE m.creator_id = other AND m.contributor_id = one AND NOT m.held
    UNION ALL
    SELECT 'application' FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     WHERE a.contributor_id = one AND b.creator_id = other AND a.status <> 'withdrawn'
    UNION ALL
    SELECT 'application' FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     WHERE a.contributor_id = other AND b.creator_id = one AND a.status <> 'withdrawn') c OFFSET 0
$$;

-- Whether two people are connected, or share a conversation of two that neither has to accept anymore. In a group,
-- their messages to each other aren't requests.
CREATE OR REPLACE FUNCTION in_touch(one uuid, other uuid) RETURNS TABLE (by text) LANGUAGE sql STABLE AS $$
  SELECT t.by FROM (
    SELECT c.by FROM connected(one, other) c
    UNION ALL
    SELECT 'conversation' FROM conversations c
     WHERE c.direct_key = direct_key(one, other) AND c.last_seq > 0 AND c.hidden_at IS NULL
       AND NOT EXISTS (SELECT FROM conversation_participants p WHERE p.conversation_id = c.id AND p.state <> 'active')) t OFFSET 0
$$;

-- Whether the participant has archived the conversation and no message has arrived since.
CREATE OR REPLACE FUNCTION is_archived(p conversation_participants) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p.archived_seq >= p.last_seq, false)
$$;

-- Whether the participant has written in the conversation or accepted its request.
CREATE OR REPLACE FUNCTION has_answered(p conversation_participants) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p.written_seq > 0 OR p.accepted_at IS NOT NULL
$$;

-- Whether `writer` may send `person` a first message.
CREATE OR REPLACE FUNCTION messageable(writer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND person <> writer
     AND (EXISTS (SELECT FROM findable(writer, person))
       OR EXISTS (SELECT FROM reachable(writer, person)) AND EXISTS (SELECT FROM in_touch(writer, person))) OFFSET 0
$$;

-- Written like the condition of the partial index, so that PostgreSQL can use the index.
CREATE OR REPLACE FUNCTION counts_as_unread(p conversation_participants) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state IN ('active', 'requested') AND p.last_seq > p.last_read_seq AND NOT p.is_blocked
$$;

-- How many conversations a person hasn't read, up to 100, because pages show 99+. Runs on every page.
CREATE OR REPLACE FUNCTION unread_conversations(person uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM conversation_participants p WHERE p.user_id = person AND counts_as_unread(p) LIMIT 100) counted
$$;

-- The others in a conversation who are separated from a person by a block. A block ends a conversation of two but hides
-- nothing in a group.
CREATE OR REPLACE FUNCTION blocked_in(conversation uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT o.user_id FROM conversation_participants o
   WHERE o.conversation_id = conversation AND o.user_id <> person AND EXISTS (SELECT FROM blocked_between(person, o.user_id))
  OFFSET 0
$$;

-- How many people have asked to write to a person, up to 10. Counts the same requests as the list of conversations.
CREATE OR REPLACE FUNCTION requests_waiting(person uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id AND c.last_seq > 0
     WHERE p.user_id = person AND p.state = 'requested'
       AND (c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_in(c.id, p.user_id)))
     LIMIT 10) counted
$$;

-- Whether the person is in the conversation and can still read it.
CREATE OR REPLACE FUNCTION readable_conversation(person uuid, conversation uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = person AND p.conversation_id = conversation AND p.state <> 'left'
     AND (c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_in(c.id, p.user_id))) OFFSET 0
$$;

-- Whether a request in the conversation is waiting for the person's reply. A conversation of two doesn't count if the
-- two have connected since, or if a block separates them. The caller checks the participant's state.
CREATE OR REPLACE FUNCTION answerable_conversation(person uuid, conversation uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM conversations c
   WHERE c.id = conversation AND (c.direct_key IS NULL OR NOT EXISTS (
     SELECT FROM conversation_participants o
      WHERE o.conversation_id = c.id AND o.user_id <> person
        AND (EXISTS (SELECT FROM connected(person, o.user_id)) OR EXISTS (SELECT FROM blocked_between(person, o.user_id)))))
  OFFSET 0
$$;

-- Whether a participant may get a reminder: they've read everything that an earlier one counted. The caller checks how
-- long messages have been unread.
CREATE OR REPLACE FUNCTION awaits_reminder(p conversation_participants) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p.state IN ('active', 'requested') AND p.mailed_seq <= p.last_read_seq
$$;

-- What a reminder counts: messages after `read_seq` by others the reader can see, at most 100.
CREATE OR REPLACE FUNCTION unread_messages(reader uuid, conversation uuid, read_seq integer)
RETURNS TABLE (sender_id uuid, created_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT m.sender_id, m.created_at FROM messages m
   WHERE m.conversation_id = conversation AND m.seq > read_seq AND m.sender_id <> reader AND m.deleted_at IS NULL
     AND EXISTS (SELECT FROM active_for(reader, m.sender_id))
   ORDER BY m.seq LIMIT 100
$$;

-- The hints of `payloads` about a conversation, for its participants, including the sender's other browsers. Hints are
-- merged per conversation, because a client fetches everything it's missing. If any of them says `changed`, so does the
-- merged one, which makes the client refetch the whole page.
CREATE OR REPLACE FUNCTION conversation_hints(payloads jsonb[])
RETURNS TABLE (conversation_id uuid, person_id uuid, hint jsonb) LANGUAGE sql STABLE AS $$
  SELECT c.id, p.user_id, jsonb_build_object('kind', 'messages', 'conversationId', c.id, 'seq', n.seq)
           || CASE WHEN n.changed THEN '{"changed": 1}'::jsonb ELSE '{}' END
    FROM (SELECT (payload->>'conversationId')::uuid AS id, max((payload->>'seq')::int) AS seq, bool_or(payload ? 'changed') AS changed
            FROM unnest(payloads) AS payload WHERE payload ? 'conversationId' GROUP BY 1) n
    JOIN conversations c ON c.id = n.id
    JOIN conversation_participants p ON p.conversation_id = c.id AND p.state IN ('active', 'requested')
   WHERE c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_in(c.id, p.user_id))
$$;

-- A message's file; AttachmentView in TypeScript.
CREATE OR REPLACE FUNCTION attachment_view(media uuid) RETURNS TABLE (attachment json) LANGUAGE sql STABLE AS $$
  SELECT json_build_object('mediaId', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes, 'milliseconds', a.milliseconds,
           'peaks', nullif(a.peaks, '{}'), 'width', a.width, 'height', a.height, 'picture', CASE WHEN a.kind = 'image' THEN json_build_object(
             'mediaId', a.id, 'width', a.width, 'height', a.height, 'widths', a.widths, 'tone', a.tone) END,
           'original', original_view(a))
    FROM media a WHERE a.id = media
$$;

-- Messages as a reader sees them. The sender's name is null in a conversation of two, and if the sender is suspended or
-- about to leave.
CREATE OR REPLACE FUNCTION shown_messages(reader uuid, conversation uuid)
RETURNS TABLE (id uuid, seq integer, mine boolean, "isSenderGone" boolean, sender text, content text, attachment json, at timestamptz,
               "changedAt" timestamptz, "isDeleted" boolean, minutes float8) LANGUAGE sql STABLE AS $$
  SELECT m.id, m.seq, m.sender_id IS NOT DISTINCT FROM reader, m.sender_id IS NULL,
         CASE WHEN (SELECT c.direct_key IS NULL FROM conversations c WHERE c.id = conversation) THEN
           (SELECT f.full_name FROM profiles f WHERE f.id = m.sender_id AND EXISTS (SELECT FROM open_account(m.sender_id))) END,
         CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END,
         CASE WHEN m.deleted_at IS NULL THEN (SELECT v.attachment FROM attachment_view(m.media_id) v) END,
         m.created_at, coalesce(m.deleted_at, m.edited_at), m.deleted_at IS NOT NULL, (extract(epoch FROM now() - m.created_at) / 60)::float8
    FROM messages m WHERE m.conversation_id = conversation
$$;

-- Whether the sender may still change the message: for `minutes` after it was stored. Reads the clock, like the
-- message's timestamp, rather than the transaction's time. The caller checks that the conversation isn't closed.
CREATE OR REPLACE FUNCTION is_changeable(m messages, minutes integer) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT m.deleted_at IS NULL AND m.created_at > clock_timestamp() - make_interval(mins => minutes)
$$;

-- Seconds until 24 hours have passed since `started`; at least 1.
CREATE OR REPLACE FUNCTION seconds_until_over(started timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(1, ceil(extract(epoch FROM started + interval '24 hours' - now())))::int
$$;

-- Tells a resend from a different message with the same ID. The old function is dropped first, because it returned
-- other columns.
DROP FUNCTION IF EXISTS stored_message(uuid);
CREATE OR REPLACE FUNCTION stored_message(message uuid)
RETURNS TABLE (seq integer, "conversationId" uuid, "senderId" uuid, content text, "hasFile" boolean, "fileName" text)
LANGUAGE sql STABLE AS $$
  SELECT s.seq, s.conversation_id, s.sender_id, s.content, s.media_id IS NOT NULL,
         (SELECT m.name FROM media m WHERE m.id = s.media_id)
    FROM messages s WHERE s.id = message
$$;

-- The other person of a conversation of two, as `acquaintances` shows them. PostgreSQL must not inline this.
-- Otherwise, reading a thread without the person, which is the usual case, would spend a third of its statement on
-- preparing it.
CREATE OR REPLACE FUNCTION acquaintance_in(conversation uuid, reader uuid) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT to_json(a) FROM (
    SELECT ARRAY(SELECT o.user_id FROM conversation_participants o
                  WHERE o.conversation_id = conversation AND o.user_id <> reader AND EXISTS (SELECT FROM active_for(reader, o.user_id))) AS ids
    OFFSET 0) other CROSS JOIN LATERAL acquaintances(reader, other.ids) a
$$;
