import type { Actor } from "~/features/accounts/actor";
import { isForbiddenName } from "~/features/accounts/person-name";
import { listCatalog } from "~/features/catalog/reading.server";
import { resolveAlert } from "~/features/notifications/notifying.server";
import { queueReward } from "~/features/referrals/rewarding.server";
import { db, isDatabaseUnavailable, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { answersOfRole, choicesFor } from "./builder";
import {
  type LinkKey,
  type ProfileAnswers,
  type ProfileLinks,
  rolesNeededOf,
  type UserType,
} from "./profile";
import { submitForVetting } from "./vetting.server";

export type ProfileInput = ProfileAnswers & { links: ProfileLinks };
type SaveProfileOutcome = { ok: true } | { ok: false; refused: "not-started" | "forbidden-name" | "failed" };

/**
 * Saves the actor's whole profile; its links must be safe. Refused, with nothing changed: 'not-started' without a
 * role; 'forbidden-name' unless they have it already; 'failed' for unexpected errors, so that a long form is not lost.
 */
export async function saveProfile(actor: Actor, input: ProfileInput): Promise<SaveProfileOutcome> {
  try {
    return await transaction(async (tx) => {
      const { userType, fullName } = await lockProfile(tx, actor.userId);
      if (!userType) return { ok: false, refused: "not-started" };
      if (input.name !== fullName && isForbiddenName(input.name))
        return { ok: false, refused: "forbidden-name" };
      await writeProfile(tx, actor.userId, userType, input);
      return { ok: true };
    });
  } catch (error) {
    return { ok: false, refused: failureOf(error) };
  }
}

/** Logs it; an unavailable database has its own error page. */
export function failureOf(error: unknown): "failed" {
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error }, "not saved");
  return "failed";
}

/** Until the transaction ends, so that saves run one at a time. */
export async function lockProfile(
  tx: Transaction,
  userId: string,
): Promise<{ userType: UserType | null; fullName: string }> {
  const [row] = await tx.$queryRaw<{ user_type: UserType | null; full_name: string }[]>`
    SELECT user_type, full_name FROM profiles WHERE id = ${userId}::uuid FOR UPDATE`;
  if (!row) throw new Error("no profile for a living account");
  return { userType: row.user_type, fullName: row.full_name };
}

/**
 * In the transaction of a caller that has locked or just created the profile. Drops what the role cannot choose; a
 * contributor's first save submits them for vetting.
 */
export async function writeProfile(
  tx: Transaction,
  userId: string,
  userType: UserType,
  input: ProfileInput,
): Promise<void> {
  const answers = answersOfRole(input, choicesFor(userType, await listCatalog()));
  await tx.profile.update({
    where: { id: userId },
    data: {
      userType,
      fullName: answers.name || undefined,
      bio: answers.bio,
      currentProject: answers.currentProject,
      location: answers.location,
      experienceLevel: answers.experienceLevel || null,
      availability: answers.availability || "available",
      styleDescription: answers.styleDescription,
      otherTools: answers.otherTools,
      projectsGoodAt: answers.projectsGoodAt,
      priceRange: answers.priceRange,
      turnaroundTime: answers.turnaroundTime,
    },
    select: { id: true },
  });
  await tx.profile.updateMany({
    where: { id: userId, completedAt: null },
    data: { completedAt: new Date() },
  });
  if (userType === "contributor") await writeContributor(tx, userId, answers);
  else await writeCreator(tx, userId, answers);
  await replaceLinks(tx, userId, input.links);
  await queueReward(tx, userId);
}

async function writeContributor(tx: Transaction, userId: string, answers: ProfileAnswers): Promise<void> {
  const portfolioUrl = answers.portfolio || null;
  const [row] = await tx.$queryRaw<{ is_new: boolean }[]>`
    INSERT INTO contributor_profiles (id, portfolio_url, updated_at) VALUES (${userId}::uuid, ${portfolioUrl}, now())
    ON CONFLICT (id) DO UPDATE SET portfolio_url = excluded.portfolio_url, updated_at = now()
    RETURNING xmax = 0 AS is_new`;
  await replaceSet(tx, userId, sets.contributorServices, answers.servicesOffered);
  await replaceSet(tx, userId, sets.contributorTools, answers.tools);
  await replaceSet(tx, userId, sets.contributorStyles, answers.visualStyle);
  if (row?.is_new) await submitForVetting(tx, userId);
}

/** A member without a type counts as a creator, and may lack the row that others reference. */
export async function ensureCreatorProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`INSERT INTO creator_profiles (id) VALUES (${userId}::uuid) ON CONFLICT DO NOTHING`;
}

async function writeCreator(tx: Transaction, userId: string, answers: ProfileAnswers): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO creator_profiles (id, updated_at) VALUES (${userId}::uuid, now())
    ON CONFLICT (id) DO UPDATE SET updated_at = now()`;
  await replaceSet(tx, userId, sets.creatorContentTypes, answers.contentType);
  await replaceSet(tx, userId, sets.creatorTones, answers.brandTone);
  await replaceSet(tx, userId, sets.creatorStyles, answers.visualStyle);
  await replaceSet(tx, userId, sets.creatorTools, answers.tools);
  await replaceSet(tx, userId, sets.creatorNeeds, rolesNeededOf(answers));
}

/** Join tables, with their owner and entry columns. */
const sets = {
  contributorServices: ["contributor_services", "contributor_id", "service_id"],
  contributorTools: ["contributor_tools", "contributor_id", "tool_id"],
  contributorStyles: ["contributor_visual_styles", "contributor_id", "visual_style_id"],
  creatorContentTypes: ["creator_content_types", "creator_id", "content_type_id"],
  creatorTones: ["creator_brand_tones", "creator_id", "brand_tone_id"],
  creatorStyles: ["creator_visual_styles", "creator_id", "visual_style_id"],
  creatorTools: ["creator_tools", "creator_id", "tool_id"],
  creatorNeeds: ["creator_services_needed", "creator_id", "service_id"],
} as const;

async function replaceSet(
  tx: Transaction,
  ownerId: string,
  set: (typeof sets)[keyof typeof sets],
  ids: readonly number[],
): Promise<void> {
  const [table, owner, entry] = set.map((name) => Prisma.raw(name));
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM ${table} WHERE ${owner} = ${ownerId}::uuid AND ${entry} <> ALL (${ids}::int[]))
    INSERT INTO ${table} (${owner}, ${entry}) SELECT ${ownerId}::uuid, unnest(${ids}::int[]) ON CONFLICT DO NOTHING`;
}

async function replaceLinks(tx: Transaction, profileId: string, links: ProfileLinks): Promise<void> {
  await tx.profileLink.deleteMany({ where: { profileId } });
  const given = Object.entries(links).filter((link): link is [LinkKey, string] => Boolean(link[1]));
  if (given.length === 0) return;
  await tx.profileLink.createMany({ data: given.map(([key, url]) => ({ profileId, key, url })) });
}

type RenameOutcome = { ok: true } | { ok: false; refused: "forbidden-name" };

/**
 * `fullName` is tidy and visible, as its form demands. Also before the builder's first step. Refused: 'forbidden-name',
 * unless they have it already.
 */
export async function rename(
  actor: Pick<Actor, "userId" | "name">,
  fullName: string,
): Promise<RenameOutcome> {
  if (fullName !== actor.name && isForbiddenName(fullName)) return { ok: false, refused: "forbidden-name" };
  await db.profile.update({ where: { id: actor.userId }, data: { fullName }, select: { id: true } });
  return { ok: true };
}

/**
 * For an admin, in the transaction of the act. False if the name is no longer `was`: someone changed it meanwhile, or
 * this is the same form again.
 */
export async function renamePerson(
  tx: Transaction,
  personId: string,
  { was, fullName }: { was: string; fullName: string },
): Promise<boolean> {
  const { count } = await tx.profile.updateMany({
    where: { id: personId, fullName: was },
    data: { fullName },
  });
  return count === 1;
}

/**
 * Makes a member who has locked their profile the other type, and lists them as that. Someone who was not approved
 * before waits for a review. What they had chosen as the other type is kept.
 */
export async function setRole(tx: Transaction, userId: string, role: UserType): Promise<void> {
  await tx.profile.update({ where: { id: userId }, data: { userType: role }, select: { id: true } });
  if (role === "creator") {
    await ensureCreatorProfile(tx, userId);
    await resolveAlert(tx, "contributor_approval", userId);
  } else {
    await tx.$executeRaw`
      INSERT INTO contributor_profiles (id, updated_at) VALUES (${userId}::uuid, now()) ON CONFLICT DO NOTHING`;
    const [row] = await tx.$queryRaw<{ approved: boolean }[]>`
      SELECT EXISTS (SELECT FROM approved_contributor(p.id)) AS approved FROM profiles p WHERE p.id = ${userId}::uuid`;
    if (!row?.approved) await submitForVetting(tx, userId);
  }
}
