import type { Actor } from "~/features/accounts/actor";
import { db, jobDb, type Prisma, type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { noAnswers, type ProfileAnswers, safeLink, type UserType } from "./profile";
import { failureOf, lockProfile, type ProfileInput, writeProfile } from "./saving.server";

/** A draft that was not touched for so long is over. */
const daysKept = 30;
const oldest = () => new Date(Date.now() - daysKept * 86_400_000);

/** Whoever holds the draft's signed cookie: a visitor, or a member. */
type Holder = Pick<Actor, "userId"> | null;

export interface Draft {
  id: string;
  userType: UserType | null;
  answers: ProfileAnswers;
  /** Its holder has said that it is all; it waits for an account. */
  isComplete: boolean;
  /** It belongs to a member, and whoever holds its cookie is signed out: to be filled in, but not to be shown. */
  isLocked: boolean;
}

/** The holder's draft. Null where there is none, it is over, or it is another member's. */
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

export type ChooseRoleOutcome =
  | { ok: true; draftId: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Stores the role in the holder's draft, or in a new one, which keeps what was typed for another role.
 * @param address the network address of who asks: it may start only so many drafts an hour
 */
export async function chooseRole(
  holder: Holder,
  draftId: string | null,
  userType: UserType,
  address: string,
): Promise<ChooseRoleOutcome> {
  if (draftId) {
    const { count } = await db.profileDraft.updateMany({
      where: reachableBy(holder, draftId),
      data: { userType, complete: false },
    });
    if (count === 1) return { ok: true, draftId };
  }
  return startDraft(holder, userType, address);
}

async function startDraft(holder: Holder, userType: UserType, address: string): Promise<ChooseRoleOutcome> {
  const waitSeconds = await takeFromLimit("draft-address", address);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { id } = await db.profileDraft.create({
    data: { userId: holder?.userId, userType },
    select: { id: true },
  });
  return { ok: true, draftId: id };
}

/** Goes back to the choice of a role; the answers stay. */
export async function clearRole(holder: Holder, draftId: string): Promise<void> {
  await db.profileDraft.updateMany({
    where: reachableBy(holder, draftId),
    data: { userType: null, complete: false },
  });
}

/** Stores the answers of one step and leaves those of the others alone, also when two tabs save at once. */
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

export type CompleteOutcome =
  | { ok: true; saved: "profile" | "draft" }
  | { ok: false; refused: "no-draft" | "unsafe-link" | "has-profile" | "failed" };

/**
 * Completes a draft. A member's becomes their profile ('profile'); a visitor's waits, complete, for the account that
 * they make or sign in to ('draft').
 * Refused: 'no-draft' where it is gone, 'unsafe-link' for a portfolio that is no web address, 'has-profile' where the
 * member has chosen a role already, 'failed' for what nobody expected.
 */
export async function completeDraft(holder: Holder, draftId: string): Promise<CompleteOutcome> {
  const draft = await findDraft(holder, draftId);
  if (!draft?.userType) return { ok: false, refused: "no-draft" };
  if (safeLink(draft.answers.portfolio) === null) return { ok: false, refused: "unsafe-link" };
  if (!holder) {
    await db.profileDraft.updateMany({ where: { id: draftId }, data: { complete: true } });
    return { ok: true, saved: "draft" };
  }
  try {
    return await transaction(async (tx): Promise<CompleteOutcome> => {
      const { userType } = await lockProfile(tx, holder.userId);
      if (userType) return { ok: false, refused: "has-profile" };
      const claimed = await claimDraft(tx, draftId, { userId: holder.userId });
      return claimed ? { ok: true, saved: "profile" } : { ok: false, refused: "no-draft" };
    });
  } catch (error) {
    return { ok: false, refused: failureOf(error) };
  }
}

/**
 * Turns a draft with a role into the profile of a person who has none yet, and deletes it, in the caller's
 * transaction. A link that is no web address is left out.
 * @param person `name` is what they have just signed up with; without it the draft's name counts, if it has one
 * @returns whether there was such a draft: of several claims at once, one finds it
 */
export async function claimDraft(
  tx: Transaction,
  draftId: string,
  person: { userId: string; name?: string },
): Promise<boolean> {
  const [draft] = await tx.$queryRaw<{ user_type: UserType; fields: Prisma.JsonValue }[]>`
    DELETE FROM profile_drafts
     WHERE id = ${draftId}::uuid AND user_type IS NOT NULL AND updated_at > ${oldest()}
       AND (user_id IS NULL OR user_id = ${person.userId}::uuid)
    RETURNING user_type, fields`;
  if (!draft) return false;
  await writeProfile(tx, person.userId, draft.user_type, inputOf(draft.user_type, draft.fields, person.name));
  return true;
}

/** The social link of a creator is where a builder's portfolio goes: they have no portfolio of their own. */
function inputOf(userType: UserType, fields: Prisma.JsonValue, name: string | undefined): ProfileInput {
  const answers = answersIn(fields);
  const portfolio = safeLink(answers.portfolio) ?? "";
  return {
    ...answers,
    name: name ?? answers.name,
    portfolio,
    links: userType === "creator" && portfolio ? { website: portfolio } : {},
  };
}

/**
 * What becomes of a visitor's draft when they sign in.
 * 'saved': it was complete and is their profile now. 'pending': they have begun to build a profile and have none.
 * 'kept-profile': it was complete, but they have a profile, which stays as it is. 'none': nothing to speak of.
 */
export async function settleDraft(
  userId: string,
  draftId: string | null,
): Promise<"saved" | "pending" | "kept-profile" | "none"> {
  if (!draftId) return "none";
  return transaction(async (tx) => {
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
    if (draft.complete && (await claimDraft(tx, draftId, { userId }))) return "saved";
    await tx.profileDraft.updateMany({ where: { id: draftId }, data: { userId } });
    return "pending";
  });
}

/** Removes a draft that its holder lets go of. */
export async function discardDraft(holder: Holder, draftId: string | null): Promise<void> {
  if (draftId) await db.profileDraft.deleteMany({ where: reachableBy(holder, draftId) });
}

/** Removes drafts that are over; run by a timer. */
export async function sweepDrafts(): Promise<void> {
  await jobDb.profileDraft.deleteMany({ where: { updatedAt: { lt: oldest() } } });
}

/** A draft of nobody is whoever's holds its cookie. A member's is theirs, or that of their browser once it is signed out. */
function reachableBy(holder: Holder, draftId: string): Prisma.ProfileDraftWhereInput {
  return {
    id: draftId,
    updatedAt: { gt: oldest() },
    ...(holder ? { OR: [{ userId: null }, { userId: holder.userId }] } : {}),
  };
}

function answersIn(fields: Prisma.JsonValue): ProfileAnswers {
  return { ...noAnswers, ...(fields as Partial<ProfileAnswers>) };
}
