import type { Actor } from "~/features/accounts/actor";
import { db, readRows } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { plainName, readInviteCode } from "./invite";

const shortest = 8;
const longest = 32;

/** A member's code; made when it is first asked for. */
export async function codeOf({ userId }: Pick<Actor, "userId">): Promise<string> {
  const id = userId.replaceAll("-", "");
  for (let length = shortest; length <= longest; length += 1) {
    const [known] = await readRows<{ code: string }>(
      "referrals-code",
      "SELECT code FROM referral_codes WHERE user_id = $1",
      [userId],
    );
    if (known) return known.code;
    // Does nothing if someone else has this code, or this member has one by now.
    await db.$executeRaw`
      INSERT INTO referral_codes (user_id, code) VALUES (${userId}::uuid, ${id.slice(0, length)})
      ON CONFLICT DO NOTHING`;
  }
  throw new Error("a whole id is nobody else's code");
}

/** Absolute. */
export function inviteLink(code: string): string {
  return new URL(sitePaths.join(code), env.APP_URL).href;
}

export interface Inviter {
  userId: string;
  /** In mails and pages of strangers; null if the viewer may not see them. */
  name: string | null;
}

type Viewer = Pick<Actor, "userId"> | null;

/** Null for a link that is not ours, and of someone who is not there. */
export async function findInviter(text: string, viewer: Viewer = null): Promise<Inviter | null> {
  const invite = readInviteCode(text);
  if (!invite) return null;
  const [row] = await readRows<{ user_id: string; full_name: string | null }>(
    "referrals-inviter",
    `SELECT c.user_id, CASE WHEN EXISTS (SELECT FROM reachable($2::uuid, c.user_id)) THEN p.full_name END AS full_name
       FROM referral_codes c JOIN profiles p ON p.id = c.user_id
      WHERE c.code = $1 AND EXISTS (SELECT FROM open_account(c.user_id))`,
    [invite.code, viewer?.userId ?? null],
  );
  return row ? { userId: row.user_id, name: row.full_name === null ? null : plainName(row.full_name) } : null;
}

/**
 * Who invites by a link, for the page that it leads to. `name` is their first one; null if the viewer may not see them,
 * and where a network has opened too many links, so that no one collects names.
 */
export async function openInvite(
  text: string,
  clientAddress: string,
  viewer: Viewer,
): Promise<Inviter | null> {
  const isLimited = (await takeFromLimit("invite-link", networkOf(clientAddress))) > 0;
  const inviter = await findInviter(text, viewer);
  return inviter && { ...inviter, name: isLimited ? null : (inviter.name?.split(" ")[0] ?? null) };
}
