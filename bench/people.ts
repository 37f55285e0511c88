import { withClient } from "./databases.ts";
import { fill, id, idOf, numbers, people } from "./filling.ts";

export interface Participant {
  id: string;
  token: string;
  cookie: string;
}

const tokenLength = 43;

export function participant(index: number): Participant {
  const token = String(index).padStart(tokenLength, "0");
  const value = Buffer.from(JSON.stringify(token)).toString("base64");
  return { id: idOf("person", index), token, cookie: `session=${encodeURIComponent(value)}` };
}

/** Contributors, each with a session. */
export const participantSteps = (count: number) => [
  ...people("person", count, { user_type: "'contributor'::user_type" }),
  sessions(count),
];

/** Of the first people. */
export const sessions = (count: number) =>
  `INSERT INTO sessions (user_id, token_hash, expires_at, ends_at)
   SELECT ${id("person")}, sha256(convert_to(lpad(i::text, ${tokenLength}, '0'), 'UTF8')), now() + interval '1 day', now() + interval '1 day'
     FROM ${numbers(count)}`;

export async function makeParticipants(url: string, count: number): Promise<Participant[]> {
  await fill(url, [{ steps: participantSteps(count) }]);
  return Array.from({ length: count }, (_, index) => participant(index + 1));
}

/** Conversations with their first message, by the first of their people, which all have accepted. */
export async function makeConversations(url: string, groups: Participant[][]): Promise<string[]> {
  return withClient(url, async (client) => {
    const ids: string[] = [];
    for (const group of groups) {
      const { rows } = await client.query(
        `WITH c AS (INSERT INTO conversations (last_seq) VALUES (1) RETURNING id),
              p AS (INSERT INTO conversation_participants (conversation_id, user_id, last_seq, accepted_at)
                    SELECT c.id, u, 1, now() FROM c, unnest($1::uuid[]) u)
         INSERT INTO messages (id, conversation_id, seq, sender_id, content)
         SELECT gen_random_uuid(), c.id, 1, $2, 'First' FROM c RETURNING conversation_id AS id`,
        [group.map((one) => one.id), group[0]?.id],
      );
      ids.push(rows[0].id);
    }
    return ids;
  });
}
