import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { isSigned, sign } from "~/platform/secrets.server";
import { sitePaths } from "~/site-paths";
import { hashOfMailbox } from "./addressing.server";

/** Absolute; for good. The address is in it as a hash alone. */
export function stopLink(email: string): string {
  const hash = Buffer.from(hashOfMailbox(email)).toString("base64url");
  return new URL(sitePaths.stopInvitations(`${hash}.${sign(`invitation-stop:${hash}`)}`), env.APP_URL).href;
}

/** Null if we did not sign it. */
function readToken(token: string): Uint8Array<ArrayBuffer> | null {
  const [hash = "", signature = ""] = token.split(".");
  if (!isSigned(`invitation-stop:${hash}`, signature)) return null;
  return new Uint8Array(Buffer.from(hash, "base64url"));
}

/** Null for a link that is not ours. */
export async function findStop(token: string): Promise<{ isStopped: boolean } | null> {
  const addressHash = readToken(token);
  if (!addressHash) return null;
  return { isStopped: (await db.invitationStop.count({ where: { addressHash } })) > 0 };
}

/** From now on no one's invitation is mailed there. Twice changes nothing. Refused: 'not-found', not our link. */
export async function stopInvitations(
  token: string,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  const addressHash = readToken(token);
  if (!addressHash) return { ok: false, refused: "not-found" };
  await db.invitationStop.createMany({ data: [{ addressHash }], skipDuplicates: true });
  return { ok: true };
}
