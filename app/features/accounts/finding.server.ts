import { domainToUnicode } from "node:url";
import { isOpen } from "~/features/visibility/seeing.server";
import { readRows } from "~/platform/db.server";

interface Account {
  id: string;
  email: string;
  passwordHash: string;
  /** False if suspended or without a profile; neither can sign in. */
  isOpen: boolean;
}

/** Uses the unique index on lower(email). */
export async function findAccount(email: string): Promise<Account | null> {
  const [row] = await readRows<{ id: string; email: string; password_hash: string; is_open: boolean }>(
    "accounts-find-account",
    `SELECT u.id, u.email, u.password_hash, ${isOpen("u")} AND p.id IS NOT NULL AS is_open
       FROM users u LEFT JOIN profiles p ON p.id = u.id WHERE lower(u.email) = ANY($1)`,
    [spellingsOf(email)],
  );
  return row ? { id: row.id, email: row.email, passwordHash: row.password_hash, isOpen: row.is_open } : null;
}

/** Older rows may hold the domain as typed, not in ASCII. */
function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf("@") + 1;
  return [email, email.slice(0, at) + domainToUnicode(email.slice(at))];
}
