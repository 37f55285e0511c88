import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import type { MailState } from "./mail-state";

/** For admins: a mail to someone, without its text. */
export interface PersonMail {
  id: string;
  subject: string;
  state: MailState;
  /** ISO 8601, both. */
  at: string;
  sentAt: string | null;
}

type Row = Omit<PersonMail, "at" | "sentAt"> & { at: Date; sentAt: Date | null };

/** `mailsText` asks for one more. */
const pageSize = 10;

const mailsText = `
  SELECT m.id, m.subject, mail_state(m) AS state, m.created_at AS at, m.sent_at AS "sentAt"
    FROM outbox_mails m WHERE m.user_id = $1::uuid AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
   ORDER BY m.created_at DESC, m.id DESC LIMIT 11`;

/** Newest first. The page asks whether the reader is an admin. */
export async function listMailsTo(
  personId: string,
  after: string | null,
): Promise<{ mails: PersonMail[]; next: string | null }> {
  const rows = await readRows<Row>("notifications-person-mails", mailsText, [personId, ...readCursor(after)]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    mails: shown.map(({ at, sentAt, ...mail }) => ({
      ...mail,
      at: at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    next: rows.length > pageSize && last ? cursorOf(last.at, last.id) : null,
  };
}
