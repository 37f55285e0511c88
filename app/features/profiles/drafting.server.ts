import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import type { WeakPassword } from "~/features/accounts/password.server";
import { isForbiddenName } from "~/features/accounts/person-name";
import type { Client, ClientSession } from "~/features/accounts/sessions.server";
import { createAccount, type NewAccount, prepareAccount } from "~/features/accounts/signing-up.server";
import { queueConverging, startFreePlan } from "~/features/plans/subscribing.server";
import { recordReferral } from "~/features/referrals/rewarding.server";
import { safeLink } from "~/links";
import type { Outcome, Throttled } from "~/outcome";
import {
  db,
  isUniqueViolation,
  jobDb,
  type Prisma,
  type Transaction,
  transaction,
} from "~/platform/db.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { noAnswers, type ProfileAnswers, type ProfileInput } from "./profile";
import { failureOf, lockProfile, writeProfile } from "./saving.server";
import type { SettledDraft } from "./settled-draft";
import type { UserType } from "./user-type";

/** How long a draft is kept after its last change. */
export const retentionDays = 30;
const oldest = () => new Date(Date.now() - retentionDays * 86_400_000);

/**
 * Who is asking: a member, or null for a visitor. A visitor may use the draft that their signed cookie names.
 */
type Holder = Pick<Actor, "userId" | "sessionId" | "address"> | null;

interface Draft {
  id: string;
  userType: UserType | null;
  answers: ProfileAnswers;
  /** Whether a visitor has completed it. It then waits until they have an account. */
  isComplete: boolean;
  /**
   * Set if the draft belongs to a member who's signed out. It can be filled in on this browser, but its answers aren't
   * shown.
   */
  isLocked: boolean;
}

/** Finds a draft that the holder may use. Null if it doesn't exist, has expired, or belongs to another member. */
export async function findDraft(holder: Holder, draftId: string | null): Promise<Draft | null> {
  if (!draftId) return null;
  const row = await db.profileDraft.findFirst({
    where: reachableBy(holder, draftId),
    select: { id: true, userId: true, userType: true, fields: true, complete: true },
  });
  return (
    row && {
      id: row.id,
      userType: row.userType,
      answers: answersIn(row.fields),
      isComplete: row.complete,
      isLocked: holder === null && row.userId !== null,
    }
  );
}

/**
 * Sets the role of the holder's draft and starts one if needed. Keeps the answers if the role changes. Refused:
 * 'too-many' if too many drafts were started from one network within an hour.
 * @param address the client's IP address
 * @param invite the invitation code that brought a visitor here
 */
export async function chooseRole(
  holder: Holder,
  draftId: string | null,
  userType: UserType,
  address: string,
  invite: string | null = null,
): Promise<{ ok: true; draftId: string } | Throttled> {
  if (draftId) {
    const { count } = await db.profileDraft.updateMany({
      where: reachableBy(holder, draftId),
      data: { userType, complete: false, ...(invite && { invite }) },
    });
    if (count === 1) return { ok: true, draftId };
  }
  const waitSeconds = await takeFromLimit("draft-address", networkOf(address), {
    userId: holder?.userId,
    address,
  });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { id } = await db.profileDraft.create({
    data: { userId: holder?.userId, userType, invite },
    select: { id: true },
  });
  return { ok: true, draftId: id };
}

export async function clearRole(holder: Holder, draftId: string): Promise<void> {
  await db.profileDraft.updateMany({
    where: reachableBy(holder, draftId),
    data: { userType: null, complete: false },
  });
}

/** Stores one step's answers in a single statement, so that another tab saving a different step loses nothing. */
export async function saveDraftStep(
  holder: Holder,
  draftId: string,
  answers: Partial<ProfileAnswers>,
): Promise<void> {
  await db.$executeRaw`
    UPDATE profile_drafts SET fields = fields || ${JSON.stringify(answers)}::jsonb, complete = false, updated_at = now()
     WHERE id = ${draftId}::uuid AND updated_at > ${oldest()}
       AND (user_id IS NULL OR ${holder?.userId ?? null}::uuid IS NULL OR user_id = ${holder?.userId ?? null}::uuid)`;
}

/**
 * Completes a draft. A member's becomes their profile ('profile'). A visitor's stays a draft until they have an account
 * ('draft'). Refused: 'no-draft' if it doesn't exist anymore; 'unsafe-link' if the portfolio isn't a web address;
 * 'has-profile' if the member already has a role; 'failed' for unexpected errors.
 */
export async function completeDraft(
  holder: Holder,
  draftId: string,
): Promise<Outcome<"no-draft" | "unsafe-link" | "has-profile" | "failed", { saved: "profile" | "draft" }>> {
  const draft = await findDraft(holder, draftId);
  if (!draft?.userType) return { ok: false, refused: "no-draft" };
  if (safeLink(draft.answers.portfolio) === null) return { ok: false, refused: "unsafe-link" };
  if (!holder) {
    await db.profileDraft.updateMany({ where: { id: draftId }, data: { complete: true } });
    return { ok: true, saved: "draft" };
  }
  try {
    const done = await transactionBy(holder, async (tx) => {
      const { userType } = await lockProfile(tx, holder.userId);
      if (userType) return { ok: false as const, refused: "has-profile" as const };
      const role = await claimDraft(tx, draftId, { userId: holder.userId });
      return role ? { ok: true as const, role } : { ok: false as const, refused: "no-draft" as const };
    });
    if (!done.ok) return done;
    logRole(holder.userId, done.role, holder.address);
    return { ok: true, saved: "profile" };
  } catch (error) {
    return { ok: false, refused: failureOf(error) };
  }
}

/** The invitation code that brought the draft's visitor here. */
async function findInviteOfDraft(tx: Transaction, draftId: string): Promise<string | null> {
  const draft = await tx.profileDraft.findFirst({
    where: reachableBy(null, draftId),
    select: { invite: true },
  });
  return draft?.invite ?? null;
}

/**
 * Turns a draft that has a role into the profile of a person who has none, and deletes the draft. Drops a portfolio
 * that isn't a web address.
 * @param person their `name` is the one given at sign-up; without it, the draft's is used
 * @returns the role, for `logRole` after the commit. Null if there's no such draft; of several concurrent calls, only
 * one gets the role
 */
export async function claimDraft(
  tx: Transaction,
  draftId: string,
  person: { userId: string; name?: string },
): Promise<UserType | null> {
  const [draft] = await tx.$queryRaw<{ user_type: UserType; fields: Prisma.JsonValue }[]>`
    DELETE FROM profile_drafts
     WHERE id = ${draftId}::uuid AND user_type IS NOT NULL AND updated_at > ${oldest()}
       AND (user_id IS NULL OR user_id = ${person.userId}::uuid)
    RETURNING user_type, fields`;
  if (!draft) return null;
  await writeProfile(tx, person.userId, draft.user_type, inputOf(draft.user_type, draft.fields, person.name));
  if (draft.user_type === "contributor") await queueConverging(tx, person.userId);
  return draft.user_type;
}

export function logRole(userId: string, role: UserType, address: string | undefined): void {
  logSecurity({ event: "role-chosen", userId, role }, address);
}

/**
 * Converts a draft's answers into a profile. A creator's portfolio becomes their website link. Drops a
 * forbidden name, which an older draft may still contain.
 */
function inputOf(userType: UserType, fields: Prisma.JsonValue, name: string | undefined): ProfileInput {
  const answers = answersIn(fields);
  const portfolio = safeLink(answers.portfolio) ?? "";
  return {
    ...answers,
    name: name ?? (isForbiddenName(answers.name) ? "" : answers.name),
    portfolio,
    links: userType === "creator" && portfolio ? { website: portfolio } : {},
  };
}

/**
 * Decides what happens to a visitor's draft when they sign in. Returns 'saved' if it was complete and is now their
 * profile, 'pending' if it's unfinished and they have no profile yet, 'kept-profile' if it was complete but they
 * already have a profile, which stays, and otherwise 'none'.
 */
export async function settleDraft(
  userId: string,
  draftId: string | null,
  address?: string,
): Promise<SettledDraft> {
  if (!draftId) return "none";
  const settled = await transaction((tx) => settle(tx, userId, draftId));
  if (typeof settled === "string") return settled;
  logRole(userId, settled.role, address);
  return "saved";
}

async function settle(
  tx: Transaction,
  userId: string,
  draftId: string,
): Promise<{ role: UserType } | "pending" | "kept-profile" | "none"> {
  const { userType } = await lockProfile(tx, userId);
  const draft = await tx.profileDraft.findFirst({
    where: { ...reachableBy({ userId }, draftId), userType: { not: null } },
    select: { complete: true },
  });
  if (!draft) return "none";
  if (userType) {
    await tx.profileDraft.deleteMany({ where: { id: draftId } });
    return draft.complete ? "kept-profile" : "none";
  }
  const role = draft.complete ? await claimDraft(tx, draftId, { userId }) : null;
  if (role) return { role };
  await tx.profileDraft.updateMany({ where: { id: draftId }, data: { userId } });
  return "pending";
}

export async function discardDraft(holder: Holder, draftId: string | null): Promise<void> {
  if (draftId) await db.profileDraft.deleteMany({ where: reachableBy(holder, draftId) });
}

export async function sweepDrafts(): Promise<void> {
  await jobDb.profileDraft.deleteMany({ where: { updatedAt: { lt: oldest() } } });
}

/**
 * Matches the draft if the holder may use it. A visitor may use any draft that their cookie names, even one whose
 * member has signed out here. A member may use their own, and one that belongs to no member.
 */
function reachableBy(holder: { userId: string } | null, draftId: string): Prisma.ProfileDraftWhereInput {
  return {
    id: draftId,
    updatedAt: { gt: oldest() },
    ...(holder ? { OR: [{ userId: null }, { userId: holder.userId }] } : {}),
  };
}

function answersIn(fields: Prisma.JsonValue): ProfileAnswers {
  return { ...noAnswers, ...(fields as Partial<ProfileAnswers>) };
}

type JoinOutcome =
  | Outcome<"email-taken" | "failed", { role: UserType | null } & ClientSession>
  | WeakPassword
  | Throttled;

/**
 * Signs someone up: stores the account, its profile and plan, and the first session, all in one transaction. If the
 * visitor has a draft, it becomes the profile, and `role` is the draft's. Refused: 'email-taken', also for all but one
 * of several concurrent sign-ups; what `prepareAccount` refuses; 'failed' for unexpected errors.
 * @param invite the invitation code that brought the visitor here; defaults to the draft's
 */
export async function join(
  input: { fullName: string; email: string; password: string; timeZone?: string },
  draftId: string | null,
  client: Client,
  invite: string | null = null,
): Promise<JoinOutcome> {
  try {
    const account = await prepareAccount(input, client);
    if (!account.ok) return account;
    const joined = await transaction(async (tx) => {
      const newcomer = { ...account, timeZone: input.timeZone };
      const clientSession = await storeMember(tx, newcomer, input.fullName, client);
      if (!clientSession) return { ok: false as const, refused: "email-taken" as const };
      const { userId } = clientSession;
      const code = invite ?? (draftId && (await findInviteOfDraft(tx, draftId)));
      const role = draftId && (await claimDraft(tx, draftId, { userId, name: input.fullName }));
      if (code) await recordReferral(tx, { userId, email: account.email }, code, client.devices);
      return { ok: true as const, role, clientSession };
    });
    if (!joined.ok) return joined;
    const { userId } = joined.clientSession;
    logSecurity({ event: "signed-up", userId }, client.address);
    if (joined.role) logRole(userId, joined.role, client.address);
    return { ok: true, ...joined.clientSession, role: joined.role || null };
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "email-taken" };
    return { ok: false, refused: failureOf(error) };
  }
}

/** Stores an account, its plan, and a profile with only a name. Null in the same cases as `createAccount`. */
export async function storeMember(
  tx: Transaction,
  account: NewAccount & { timeZone?: string },
  fullName: string,
  client: Client,
): Promise<ClientSession | null> {
  const clientSession = await createAccount(tx, account, client);
  if (!clientSession) return null;
  const { userId } = clientSession;
  await tx.profile.create({ data: { id: userId, fullName }, select: { id: true } });
  await startFreePlan(tx, { userId });
  return clientSession;
}
