import { createHash, randomBytes, randomUUID } from "node:crypto";
import { storePeople } from "../../prisma/people.ts";
import { withClient } from "../databases.ts";

export interface Participant {
  id: string;
  cookie: string;
}

/** Contributors with a session cookie. */
export async function makeParticipants(url: string, count: number): Promise<Participant[]> {
  const made = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString("base64url");
    const value = Buffer.from(JSON.stringify(token)).toString("base64");
    return {
      id: randomUUID(),
      cookie: `session=${encodeURIComponent(value)}`,
      hash: createHash("sha256").update(token).digest(),
    };
  });
  await withClient(url, async (client) => {
    await storePeople(
      (text, values) => client.query(text, values),
      made.map(({ id }) => ({ id, email: `${id}@example.com`, user_type: "contributor" })),
    );
    await client.query(
      `INSERT INTO sessions (user_id, token_hash, expires_at, ends_at)
       SELECT g.id, g.hash, now() + interval '1 day', now() + interval '1 day' FROM unnest($1::uuid[], $2::bytea[]) AS g (id, hash)`,
      [made.map(({ id }) => id), made.map(({ hash }) => hash)],
    );
  });
  return made;
}

/** One conversation with its first message, which all have accepted; returns its id. */
export async function makeGroup(url: string, participants: Participant[]): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `WITH c AS (INSERT INTO conversations (last_seq) VALUES (1) RETURNING id),
            p AS (INSERT INTO conversation_participants (conversation_id, user_id, last_seq, accepted_at)
                  SELECT c.id, u, 1, now() FROM c, unnest($1::uuid[]) u)
       INSERT INTO messages (id, conversation_id, seq, sender_id, content)
       SELECT gen_random_uuid(), c.id, 1, $2, 'First' FROM c RETURNING conversation_id AS id`,
      [participants.map(({ id }) => id), participants[0]?.id],
    );
    return rows[0].id;
  });
}

/** Each two in their own conversation; returns the conversations by person. */
export async function makePairs(
  url: string,
  participants: Participant[],
): Promise<ReadonlyMap<string, string>> {
  const side = (rest: number) => participants.filter((_, index) => index % 2 === rest).map(({ id }) => id);
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ user_id: string; conversation_id: string }>(
      `WITH pair AS (SELECT gen_random_uuid() AS id, one, other FROM unnest($1::uuid[], $2::uuid[]) AS g (one, other)),
            c AS (INSERT INTO conversations (id, direct_key, created_by, last_seq)
                  SELECT id, least(one, other) || ':' || greatest(one, other), one, 1 FROM pair),
            m AS (INSERT INTO messages (id, conversation_id, seq, sender_id, content)
                  SELECT gen_random_uuid(), id, 1, one, 'First' FROM pair)
       INSERT INTO conversation_participants (conversation_id, user_id, last_seq)
       SELECT id, unnest(ARRAY[one, other]), 1 FROM pair RETURNING user_id, conversation_id`,
      [side(0), side(1)],
    );
    return new Map(rows.map((row) => [row.user_id, row.conversation_id]));
  });
}
