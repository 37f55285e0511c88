import { resolveAlert } from "~/features/notifications/alerting.server";
import type { Transaction } from "~/platform/db.server";
import { listInDecks } from "./listing.server";
import type { UserType } from "./profile";
import { ensureCreatorProfile } from "./saving.server";
import { submitForVetting } from "./vetting.server";

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
  await listInDecks(tx, userId);
}
