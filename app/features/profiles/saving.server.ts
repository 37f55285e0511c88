import { createHash } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { isForbiddenName } from "~/features/accounts/person-name";
import { columnsOf, wholePrice } from "~/features/catalog/amount";
import { listCatalog } from "~/features/catalog/reading.server";
import { resolveAlert } from "~/features/notifications/announcing.server";
import { queueConverging } from "~/features/plans/subscribing.server";
import { queueReward } from "~/features/referrals/rewarding.server";
import type { Outcome } from "~/outcome";
import { isAmong, isDatabaseUnavailable, Prisma, SessionEnded, type Transaction } from "~/platform/db.server";
import { keyLock, lockRow } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { answersOfRole, choicesFor, lineLimit } from "./builder";
import {
  type LinkKey,
  type ProfileAnswers,
  type ProfileFields,
  type ProfileInput,
  type ProfileLinks,
  priceFields,
  rolesNeededOf,
} from "./profile";
import { readPriceFields } from "./profile-price";
import { changedNames, namesIn, type ProfileSection } from "./sections";
import type { UserType } from "./user-type";
import { submitForVetting } from "./vetting.server";
import { findOwnAnswers } from "./viewing.server";

/**
 * Saves those parts of the actor's profile that `input` contains. The caller has checked that its links are safe. If
 * refused, nothing has changed: 'not-started' if they have no role; 'forbidden-name' unless it's the name they already
 * have; 'changed' if saving would overwrite a value that changed after the form was opened; 'failed' for unexpected
 * errors, so that the page can show what was typed.
 * @param opened the section of the form, and its version when it was opened
 */
export async function saveProfile(
  actor: Actor,
  input: Partial<ProfileInput>,
  opened?: { section: ProfileSection; version: string },
): Promise<Outcome<"not-started" | "forbidden-name" | "changed" | "failed">> {
  try {
    return await transactionBy(actor, async (tx) => {
      const { userType, fullName } = await lockProfile(tx, actor.userId);
      if (!userType) return { ok: false, refused: "not-started" };
      if (input.name !== undefined && input.name !== fullName && isForbiddenName(input.name))
        return { ok: false, refused: "forbidden-name" };
      if (opened) {
        // This reads over another connection. The transaction holds the profile's lock, so what it reads can't change
        // before the commit.
        const now = await findOwnAnswers(actor);
        if (now && isChanged(opened, now, { ...now, ...input })) return { ok: false, refused: "changed" };
      }
      await writeProfile(tx, actor.userId, userType, input);
      return { ok: true };
    });
  } catch (error) {
    return { ok: false, refused: failureOf(error) };
  }
}

/** Whether saving `next` would undo a change that the form didn't show. */
function isChanged(
  { section, version }: { section: ProfileSection; version: string },
  now: ProfileInput,
  next: ProfileInput,
): boolean {
  const stored = versionOf(section, now);
  const undone = changedNames(section, stored, versionOf(section, asStored(next)));
  return [...changedNames(section, version, stored)].some((name) => undone.has(name));
}

/** The answers as they'd be read back after saving, so that they can be compared with stored ones. */
function asStored(input: ProfileInput): ProfileInput {
  const { price } = readPriceFields(input);
  return { ...input, ...(price && priceFields(price)), availability: input.availability || "available" };
}

/** The version of a section: one short hash per control, joined by dots. */
export function versionOf(section: ProfileSection, { links, ...answers }: ProfileInput): string {
  const values: ProfileFields = { ...answers, ...links };
  return namesIn(section)
    .map((name) => {
      const value = values[name] ?? "";
      const text = typeof value === "string" ? value : value.toSorted((a, b) => a - b).join();
      return createHash("sha256").update(text).digest("base64url").slice(0, 8);
    })
    .join(".");
}

/** Logs the error. If the database is down or the session has ended, rethrows it for its own error page. */
export function failureOf(error: unknown): "failed" {
  if (isDatabaseUnavailable(error) || error instanceof SessionEnded) throw error;
  log.error({ err: error }, "couldn't save a profile");
  return "failed";
}

/** Locks the profile until the end of the transaction, so that saves can't overlap. */
export async function lockProfile(
  tx: Transaction,
  userId: string,
): Promise<{ userType: UserType | null; fullName: string }> {
  await lockRow(tx, "profiles", userId);
  return tx.profile.findUniqueOrThrow({
    where: { id: userId },
    select: { userType: true, fullName: true },
  });
}

/**
 * Keeps these people's types and approvals as they are until the transaction ends, because every change to
 * them locks the profile. Call it before the statement that checks them: a statement that waits for a lock
 * still reads other tables as they were before the wait. Storing a foreign key takes the same lock.
 * @param key locked first, as by `lockKey`, in the same statement
 */
export async function keepRoles(tx: Transaction, userIds: readonly string[], key?: string): Promise<void> {
  const first =
    key === undefined ? Prisma.empty : Prisma.sql`CROSS JOIN (SELECT ${keyLock(key)} OFFSET 0) first`;
  await tx.$executeRaw`SELECT FROM profiles ${first} WHERE id ${isAmong(userIds)} FOR KEY SHARE OF profiles`;
}

/**
 * Writes the fields that `input` contains, without options that the role can't choose. The caller has locked or just
 * created the profile. A contributor's first save submits them for vetting.
 */
export async function writeProfile(
  tx: Transaction,
  userId: string,
  userType: UserType,
  input: Partial<ProfileInput>,
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
      experienceLevel: answers.experienceLevel === "" ? null : answers.experienceLevel,
      availability: answers.availability === "" ? "available" : answers.availability,
      styleDescription: answers.styleDescription,
      otherTools: answers.otherTools,
      projectsGoodAt: answers.projectsGoodAt,
      ...priceColumns(answers),
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
  if (input.links) await replaceLinks(tx, userId, input.links);
  await queueReward(tx, userId);
}

function priceColumns(answers: Partial<ProfileAnswers>) {
  const { priceFrom, priceTo, priceUnit, priceNote } = answers;
  if (priceFrom === undefined || priceTo === undefined || priceUnit === undefined || priceNote === undefined)
    return {};
  const typed = { priceFrom, priceTo, priceUnit, priceNote };
  const price = readPriceFields(typed).price ?? { amount: null, note: priceNote };
  return { ...columnsOf(price), priceRange: wholePrice(price, lineLimit) };
}

type Given = Partial<ProfileAnswers>;

async function writeContributor(tx: Transaction, userId: string, answers: Given): Promise<void> {
  const isNew = await ensureContributorProfile(tx, userId);
  await tx.contributorProfile.update({
    where: { id: userId },
    data: {
      portfolioUrl: answers.portfolio === "" ? null : answers.portfolio,
      services: replaceBy(answers.servicesOffered, (serviceId) => ({ serviceId })),
      tools: replaceBy(answers.tools, (toolId) => ({ toolId })),
      visualStyles: replaceBy(answers.visualStyle, (visualStyleId) => ({ visualStyleId })),
    },
    select: { id: true },
  });
  if (isNew) await submitForVetting(tx, userId);
}

/** Creates the row if it's missing. Returns whether it did. */
async function ensureContributorProfile(tx: Transaction, userId: string): Promise<boolean> {
  const { count } = await tx.contributorProfile.createMany({ data: [{ id: userId }], skipDuplicates: true });
  return count === 1;
}

/**
 * Creates the row if it's missing. A member without a type has none, but counts as a creator, so other tables
 * may need to reference it.
 */
export async function ensureCreatorProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.creatorProfile.createMany({ data: [{ id: userId }], skipDuplicates: true });
}

async function writeCreator(tx: Transaction, userId: string, answers: Given): Promise<void> {
  await ensureCreatorProfile(tx, userId);
  const { creativeServices, strategicServices } = answers;
  const needed =
    creativeServices && strategicServices && rolesNeededOf({ creativeServices, strategicServices });
  await tx.creatorProfile.update({
    where: { id: userId },
    data: {
      contentTypes: replaceBy(answers.contentType, (contentTypeId) => ({ contentTypeId })),
      brandTones: replaceBy(answers.brandTone, (brandToneId) => ({ brandToneId })),
      visualStyles: replaceBy(answers.visualStyle, (visualStyleId) => ({ visualStyleId })),
      tools: replaceBy(answers.tools, (toolId) => ({ toolId })),
      services: replaceBy(needed, (serviceId) => ({ serviceId })),
    },
    select: { id: true },
  });
}

/** A nested write that sets which rows of a join table exist: it deletes the others and adds those that are missing. */
const replaceBy = <Entry extends object>(
  ids: readonly number[] | undefined,
  entryOf: (id: number) => Entry,
) =>
  ids && {
    deleteMany: { NOT: ids.map(entryOf) },
    createMany: { data: ids.map(entryOf), skipDuplicates: true },
  };

async function replaceLinks(tx: Transaction, profileId: string, links: ProfileLinks): Promise<void> {
  await tx.profileLink.deleteMany({ where: { profileId } });
  const given = Object.entries(links).filter((link): link is [LinkKey, string] => Boolean(link[1]));
  if (given.length === 0) return;
  await tx.profileLink.createMany({ data: given.map(([key, url]) => ({ profileId, key, url })) });
}

/**
 * Changes the actor's name, even before they've completed the builder. The caller has trimmed `fullName` and checked
 * that it's visible. Refused: 'forbidden-name' unless it's the name they already have.
 */
export async function rename(actor: Actor, fullName: string): Promise<Outcome<"forbidden-name">> {
  if (fullName !== actor.name && isForbiddenName(fullName)) return { ok: false, refused: "forbidden-name" };
  await transactionBy(actor, (tx) =>
    tx.profile.update({ where: { id: actor.userId }, data: { fullName }, select: { id: true } }),
  );
  return { ok: true };
}

/**
 * Changes a person's name in the transaction of an admin action. False if the name isn't `was` anymore, because it was
 * changed in the meantime or the form was sent twice.
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
 * Switches a member to the other type. The caller has locked their profile. A trigger updates their listing.
 * New contributors who have never been approved are submitted for vetting. Choices of the previous type are
 * kept, in case they switch back.
 */
export async function setRole(tx: Transaction, userId: string, role: UserType): Promise<void> {
  const data = { userType: role, typeSwitchedAt: new Date() };
  await tx.profile.update({ where: { id: userId }, data, select: { id: true } });
  if (role === "creator") {
    await ensureCreatorProfile(tx, userId);
    await resolveAlert(tx, userId);
  } else {
    // Contributors need no plan. The job expires open checkouts and undoes a payment that was just made.
    await queueConverging(tx, userId);
    await ensureContributorProfile(tx, userId);
    const approved = { id: userId, status: "approved" } as const;
    if ((await tx.contributorProfile.count({ where: approved })) === 0) await submitForVetting(tx, userId);
  }
}

const deletedName = "Deleted user";

/**
 * Creates the profile of the account that takes over what deleted people leave behind. No deck, search or list shows
 * it.
 */
export async function makeDeletedProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.profile.create({ data: { id: userId, fullName: deletedName }, select: { id: true } });
  await tx.creatorProfile.create({ data: { id: userId }, select: { id: true } });
  await tx.contributorProfile.create({ data: { id: userId, status: "rejected" }, select: { id: true } });
}
