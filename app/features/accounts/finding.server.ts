import { domainToUnicode } from "node:url";
import { db, Prisma, type Transaction } from "~/platform/db.server";

export interface Account {
  id: string;
  email: string;
  passwordHash: string;
  /** False if the account is suspended or leaving, or has no profile. No one can sign in to it then. */
  isOpen: boolean;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
}

async function findWhere(which: Prisma.Sql): Promise<Account | null> {
  const [account] = await db.$queryRaw<Account[]>`
    SELECT u.id, u.email, u.password_hash AS "passwordHash", is_open(u) AND p.id IS NOT NULL AS "isOpen",
           u.confirmed_at IS NOT NULL AS "isConfirmed", u.second_factor AS "hasSecondFactor"
      FROM users u LEFT JOIN profiles p ON p.id = u.id WHERE ${which}`;
  return account ?? null;
}

/** The comparison with lower(email) uses the unique index. */
export function findAccount(email: string): Promise<Account | null> {
  return findWhere(Prisma.sql`lower(u.email) = ANY (${spellingsOf(email)})`);
}

export function findAccountOf(userId: string): Promise<Account | null> {
  return findWhere(Prisma.sql`u.id = ${userId}::uuid`);
}

/**
 * Whether someone who has just moved away from an address may still take it back. Call this after storing the address
 * in the same transaction: the unique index has then waited for any transaction that was moving away from it.
 */
export async function isAddressKept(tx: Transaction, email: string, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM address_changes
     WHERE lower(old_email) = ANY (${spellingsOf(email)}) AND user_id <> ${userId}::uuid
       AND confirmed_at IS NOT NULL AND undone_at IS NULL AND undo_until > now()
     LIMIT 1`;
  return rows.length > 0;
}

/** In older rows, the domain may be stored as it was typed, rather than in ASCII. */
function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf("@") + 1;
  return [email, email.slice(0, at) + domainToUnicode(email.slice(at))];
}
