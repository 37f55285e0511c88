import { queueMail } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { unknownPerson } from "./message";

export const remindTask = "messaging:remind";

/** Seconds before an unread message is mailed. */
const remindAfter = 5 * 60;

/** A conversation has at most one pending check. */
export async function remindLater(
  tx: Transaction,
  conversationId: string,
  seconds = remindAfter,
): Promise<void> {
  await addJob(
    tx,
    remindTask,
    { conversationId },
    { inSeconds: seconds, key: `${remindTask}:${conversationId}` },
  );
}

type Due = {
  user_id: string;
  email: string;
  state: string;
  mailed_seq: number;
  unread: number;
  senders: { id: string; name: string }[] | null;
};

/** Mails everyone with a message unread for five minutes, and not again until they have read it. */
export async function remind(conversationId: string): Promise<void> {
  if (!isId(conversationId)) return;
  await transaction(async (tx) => {
    const due = await tx.$queryRawUnsafe<Due[]>(dueText, conversationId);
    for (const person of due) await queueReminder(tx, conversationId, person);
    const [next] = await tx.$queryRawUnsafe<{ seconds: number | null }[]>(nextText, conversationId);
    if (next?.seconds != null) await remindLater(tx, conversationId, Math.max(1, next.seconds));
  });
}

/** SQL: the unread messages of participant `p`, by others they can see; at most 100. */
const unread = `
  (SELECT m.sender_id, m.created_at FROM messages m WHERE m.conversation_id = p.conversation_id AND m.seq > p.last_read_seq
      AND m.sender_id <> p.user_id AND m.deleted_at IS NULL AND EXISTS (SELECT FROM active_for(p.user_id, m.sender_id)) ORDER BY m.seq LIMIT 100) m`;
const waiting = `
  p.conversation_id = $1::uuid AND p.state IN ('active', 'requested') AND p.mailed_seq <= p.last_read_seq`;

/** $1 conversation. Marks and returns the recipients at once, so that concurrent jobs mail each once. */
const dueText = `
  WITH due AS (
    UPDATE conversation_participants p SET mailed_seq = c.last_seq
      FROM conversations c
     WHERE c.id = p.conversation_id AND ${waiting}
       AND (SELECT min(m.created_at) FROM ${unread}) <= now() - interval '${remindAfter} seconds'
    RETURNING p.conversation_id, p.user_id, p.state, p.last_read_seq, p.mailed_seq
  )
  SELECT p.user_id, u.email, p.state::text AS state, p.mailed_seq, (SELECT count(*)::int FROM ${unread}) AS unread,
         (SELECT json_agg(json_build_object('id', f.id, 'name', f.full_name) ORDER BY f.full_name, f.id)
            FROM profiles f WHERE f.id IN (SELECT m.sender_id FROM ${unread})) AS senders
    FROM due p
    JOIN users u ON u.id = p.user_id AND is_open(u)
   WHERE NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = p.user_id AND s.kind = 'message' AND NOT s.by_mail)`;

/** $1 conversation. Seconds until the next participant is due, or null. */
const nextText = `
  SELECT ceil(extract(epoch FROM min(first.at) + interval '${remindAfter} seconds' - now()))::int AS seconds
    FROM conversation_participants p
    CROSS JOIN LATERAL (SELECT min(m.created_at) AS at FROM ${unread}) first
   WHERE ${waiting}`;

async function queueReminder(tx: Transaction, conversationId: string, person: Due): Promise<void> {
  const [first, ...others] = person.senders ?? [];
  const name = first?.name ?? unknownPerson;
  const from = others.length > 0 ? `${name} and others` : name;
  const isRequest = person.state === "requested";
  await queueMail(tx, {
    userId: person.user_id,
    to: person.email,
    kind: "message",
    subject: isRequest ? `${from} would like to write to you` : `New message from ${from}`,
    lines: [
      isRequest
        ? `${from} would like to write to you on Matchcut. You can accept, ignore or block this.`
        : person.unread === 1
          ? `${from} wrote to you on Matchcut, and you have not read it yet.`
          : `${from} wrote to you on Matchcut: ${person.unread} messages that you have not read yet.`,
    ],
    action: { label: "Read and answer", href: paths.conversation(conversationId) },
    aboutId: first?.id,
    eventKey: `unread:${conversationId}:${person.user_id}:${person.mailed_seq}`,
  });
}
