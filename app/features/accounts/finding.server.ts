import { readRows } from "~/platform/db.server";

interface Account {
  id: string;
  email: string;
  passwordHash: string;
  /** A suspended account, or one whose profile is gone, lets nobody in. */
  isOpen: boolean;
}

/** The account of an e-mail address in any case of letters, over the unique index on lower(email). */
export async function findAccount(email: string): Promise<Account | null> {
  const [row] = await readRows<{ id: string; email: string; password_hash: string; is_open: boolean }>(
    "accounts-find-account",
    `SELECT u.id, u.email, u.password_hash, u.suspended_at IS NULL AND p.id IS NOT NULL AS is_open
       FROM users u LEFT JOIN profiles p ON p.id = u.id WHERE lower(u.email) = lower($1)`,
    [email],
  );
  return row ? { id: row.id, email: row.email, passwordHash: row.password_hash, isOpen: row.is_open } : null;
}
