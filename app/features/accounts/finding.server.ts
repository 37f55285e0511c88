import { domainToUnicode } from "node:url";
import { readRows, type Transaction } from "~/platform/db.server";

export interface Account {
  id: string;
  email: string;
  passwordHash: string;
  /** False if suspended or without a profile; neither can sign in. */
  isOpen: boolean;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
}

type AccountRow = {
  id: string;
  email: string;
  password_hash: string;
  is_open: boolean;
  is_confirmed: boolean;
  second_factor: boolean;
};

const accounts = `SELECT u.id, u.email, u.password_hash, u.second_factor, u.confirmed_at IS NOT NULL AS is_confirmed,
  is_open(u) AND p.id IS NOT NULL AS is_open
  FROM users u LEFT JOIN profiles p ON p.id = u.id`;

const accountOf = (row: AccountRow | undefined): Account | null =>
  row
    ? {
        id: row.id,
        email: row.email,
        passwordHash: row.password_hash,
        isOpen: row.is_open,
        isConfirmed: row.is_confirmed,
        hasSecondFactor: row.second_factor,
      }
    : null;

/** Uses the unique index on lower(email). */
export async function findAccount(email: string): Promise<Account | null> {
  const [row] = await readRows<AccountRow>(
    "accounts-find-account",
    `${accounts} WHERE lower(u.email) = ANY($1)`,
    [spellingsOf(email)],
  );
  return accountOf(row);
}

export async function findAccountOf(userId: string): Promise<Account | null> {
  const [row] = await readRows<AccountRow>("accounts-find-by-id", `${accounts} WHERE u.id = $1`, [userId]);
  return accountOf(row);
}

/**
 * Whether someone else, who has just moved away from an address, may still get it back. Ask in the transaction that has
 * stored the address: the unique index makes it wait for the one that freed it.
 */
export async function isAddressKept(tx: Transaction, email: string, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM address_changes
     WHERE lower(old_email) = ANY (${spellingsOf(email)}) AND user_id <> ${userId}::uuid
       AND confirmed_at IS NOT NULL AND undone_at IS NULL AND undo_until > now()
     LIMIT 1`;
  return rows.length > 0;
}

/** Older rows may hold the domain as typed, not in ASCII. */
function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf("@") + 1;
  return [email, email.slice(0, at) + domainToUnicode(email.slice(at))];
}
