import { withClient } from "../databases.ts";
import { makeParticipants, type Participant } from "../live/participants.ts";

export interface Filled {
  /** Has a short and a long conversation, and has read both. */
  reader: Participant;
  short: string;
  long: string;
  few: Participant;
  many: Participant;
}

export const sizes = { short: 100, long: 100_000, few: 5, many: 500 };

/** People and their conversations of two, every second one unread by the first person. */
export async function fillMessages(url: string): Promise<Filled> {
  const [reader, few, many, ...others] = await makeParticipants(url, 3 + sizes.many);
  if (!reader || !few || !many) throw new Error("nobody was made");
  const [one, two] = others.map(({ id }) => id);
  const [short] = await talk(url, reader, [one], sizes.short);
  const [long] = await talk(url, reader, [two], sizes.long);
  const ids = others.map(({ id }) => id);
  await talk(url, few, ids.slice(0, sizes.few), 20);
  await talk(url, many, ids, 20);
  await withClient(url, async (client) => {
    await client.query(
      "UPDATE conversation_participants p SET last_read_seq = c.last_seq FROM conversations c WHERE c.id = p.conversation_id AND p.user_id = $1",
      [reader.id],
    );
    await client.query("VACUUM ANALYZE");
  });
  return { reader, short: short ?? "", long: long ?? "", few, many };
}

/** A conversation with each of the others, in which both write in turn. */
async function talk(
  url: string,
  { id }: Participant,
  others: (string | undefined)[],
  messages: number,
): Promise<string[]> {
  return withClient(url, async (client) => {
    // Skips the foreign key checks.
    await client.query("SET session_replication_role = replica");
    const { rows } = await client.query<{ id: string }>(
      `WITH c AS (
         INSERT INTO conversations (direct_key, created_by, last_seq)
         SELECT least($1::text COLLATE "C", o COLLATE "C") || ':' || greatest($1::text COLLATE "C", o COLLATE "C"), o::uuid, $3
           FROM unnest($2::text[]) o
         RETURNING id, created_by
       ), p AS (
         INSERT INTO conversation_participants (conversation_id, user_id, last_seq, last_read_seq, active_at)
         SELECT c.id, x.person, $3, CASE WHEN x.person = $1::uuid AND get_byte(uuid_send(c.id), 0) % 2 = 0 THEN 0 ELSE $3 END,
                now() - get_byte(uuid_send(c.id), 1) * interval '1 minute'
           FROM c CROSS JOIN LATERAL (VALUES ($1::uuid), (c.created_by)) x (person)
       ), m AS (
         INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
         SELECT gen_random_uuid(), c.id, n, CASE WHEN n % 3 = 0 THEN $1::uuid ELSE c.created_by END,
                repeat('Hello everybody. ', 1 + n % 7), now() - ($3 - n) * interval '1 minute'
           FROM c CROSS JOIN generate_series(1, $3) n
       )
       SELECT id FROM c`,
      [id, others, messages],
    );
    return rows.map((row) => row.id);
  });
}
