import { db, type Transaction } from "~/platform/db.server";
import { largestAvatarOf, removeAvatarFiles } from "./avatars.server";

/** As others read it where they keep something of someone who has left. */
const nameless = "Deleted user";

/** A profile for an account that stands for someone who has left: in no deck, search or list of profiles. */
export async function makeNamelessProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.profile.create({ data: { id: userId, fullName: nameless }, select: { id: true } });
  await tx.creatorProfile.create({ data: { id: userId }, select: { id: true } });
  await tx.contributorProfile.create({ data: { id: userId, status: "rejected" }, select: { id: true } });
}

/** Before the profile, which says where they are. A missing file is fine. */
export async function forgetAvatar(userId: string): Promise<void> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  if (profile?.avatarUrl) await removeAvatarFiles(profile.avatarUrl);
}

/** The key of their picture's largest file; null without one. */
export async function avatarFileOf(userId: string): Promise<string | null> {
  const profile = await db.profile.findUnique({ where: { id: userId }, select: { avatarUrl: true } });
  return profile?.avatarUrl ? largestAvatarOf(profile.avatarUrl) : null;
}
