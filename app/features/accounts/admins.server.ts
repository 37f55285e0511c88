import type { Outcome } from "~/outcome";
import { type Prisma, type Transaction, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";
import type { AdminAction } from "./admin-actions";
import { canonicalEmail } from "./email-address";
import { findAccount } from "./finding.server";

/**
 * Log entries are kept forever, so they may hold no passwords or tokens, and no more about the person than the act
 * needs.
 */
export interface ActDetails {
  reason?: string;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  /**
   * The person's name before and after the act. Stored in another table until the person leaves, because the log never
   * changes.
   */
  names?: { before: string; after: string };
  requestId?: string;
  caseId?: string;
  /** The ID of what was changed, if it isn't a person. */
  thing?: string;
}

/**
 * Records what an admin did, in the same transaction. A trigger refuses to change or delete the entry.
 * @param admin null for the command line
 * @param personId null if the act isn't about an account
 */
export async function recordAdminAction(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address"> | null,
  act: AdminAction,
  personId: string | null,
  { reason, names, ...details }: ActDetails = {},
): Promise<void> {
  // The security log keeps the attempt even if the transaction fails.
  logSecurity(
    { event: "admin-act", userId: admin?.userId ?? null, act, subjectId: personId },
    admin?.address,
  );
  const { id } = await tx.auditEntry.create({
    data: {
      actorId: admin?.userId ?? null,
      action: act,
      subjectId: personId,
      details: { ...(reason && { reason }), ...details },
    },
    select: { id: true },
  });
  if (names && personId)
    await tx.actName.create({ data: { actId: id, personId, ...names }, select: { actId: true } });
}

/**
 * Grants admin rights. Only the command line calls this, and no form does. Refused: 'unknown-address'; 'closed' for an
 * account that no one can sign in to; 'unconfirmed', because a stranger may have signed up with the address.
 * @returns `changed` is false, and nothing is recorded, if the account already has admin rights
 */
export async function grantAdmin(
  address: string,
): Promise<Outcome<"unknown-address" | "closed" | "unconfirmed", { changed: boolean }>> {
  const account = await accountOf(address);
  if (!account) return { ok: false, refused: "unknown-address" };
  if (!account.isOpen) return { ok: false, refused: "closed" };
  if (!account.isConfirmed) return { ok: false, refused: "unconfirmed" };
  return transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: account.id, isAdmin: false },
      data: { isAdmin: true },
    });
    if (count === 1) await recordAdminAction(tx, null, "admin.grant", account.id, change(true));
    return { ok: true, changed: count === 1 };
  });
}

/**
 * Revokes admin rights, from the person's next request on. Refused: 'unknown-address'; 'last-admin' if no other admin
 * can sign in.
 */
export async function revokeAdmin(
  address: string,
): Promise<Outcome<"unknown-address" | "last-admin", { changed: boolean }>> {
  const account = await accountOf(address);
  if (!account) return { ok: false, refused: "unknown-address" };
  return transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.some(({ id }) => id === account.id)) return { ok: true, changed: false };
    if (!areOthersLeft(admins, account.id)) return { ok: false, refused: "last-admin" };
    await tx.user.update({ where: { id: account.id }, data: { isAdmin: false }, select: { id: true } });
    await recordAdminAction(tx, null, "admin.revoke", account.id, change(false));
    return { ok: true, changed: true };
  });
}

/**
 * Locks all admins in order of their IDs, so when the last two are revoked concurrently, the second revocation waits
 * and finds only one left. FOR UPDATE would also wait for a transaction that notifies all admins, and could deadlock
 * with it.
 */
const lockAdmins = (tx: Transaction) =>
  tx.$queryRaw<{ id: string; isOpen: boolean }[]>`
    SELECT u.id, is_open(u) AS "isOpen" FROM users u WHERE u.is_admin ORDER BY u.id FOR NO KEY UPDATE`;

const areOthersLeft = (admins: { id: string; isOpen: boolean }[], personId: string) =>
  admins.some((admin) => admin.isOpen && admin.id !== personId);

/**
 * Whether this person is an admin and no other admin can sign in. The answer holds until the transaction ends, because
 * all admins are locked.
 */
export async function isLastAdmin(tx: Transaction, personId: string): Promise<boolean> {
  const admins = await lockAdmins(tx);
  return admins.some(({ id }) => id === personId) && !areOthersLeft(admins, personId);
}

const change = (isAdmin: boolean) => ({ before: { isAdmin: !isAdmin }, after: { isAdmin } });

async function accountOf(address: string) {
  const email = canonicalEmail(address);
  return email ? findAccount(email) : null;
}
