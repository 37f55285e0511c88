import { createHmac, timingSafeEqual } from "node:crypto";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";

/** The kinds of mail that a person can do without. */
const optionalKinds: readonly string[] = ["message"];

/** Where somebody ends one kind of mail without signing in; null for a kind that cannot be ended, and no account. */
export function unsubscribeLink(userId: string | null, kind: string): string | null {
  if (userId === null || !optionalKinds.includes(kind)) return null;
  const subject = `${userId}.${kind}`;
  return new URL(paths.unsubscribe(`${subject}.${sign(subject)}`), env.APP_URL).href;
}

/** Whom a link's token is for; null for a token that we did not make. */
function readToken(token: string): { userId: string; kind: string } | null {
  const [userId = "", kind = "", signature = ""] = token.split(".");
  const expected = Buffer.from(sign(`${userId}.${kind}`));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return { userId, kind };
}

function sign(subject: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(`unsubscribe:${subject}`).digest("base64url");
}

/** Whether the mails that a token is for are on; null for a token that means nothing, or an account that is gone. */
export async function findSubscription(token: string): Promise<{ byMail: boolean } | null> {
  const subject = readToken(token);
  if (!subject) return null;
  const account = await db.user.findUnique({
    where: { id: subject.userId },
    select: { notificationSettings: { where: { kind: subject.kind }, select: { byMail: true } } },
  });
  return account && { byMail: account.notificationSettings[0]?.byMail ?? true };
}

/** Ends, or takes up again, the mails that a token is for. 'not-found' as for findSubscription. */
export async function changeSubscription(
  token: string,
  byMail: boolean,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  const subject = readToken(token);
  if (!subject) return { ok: false, refused: "not-found" };
  const changed = await db.$executeRaw`
    INSERT INTO notification_settings (user_id, kind, by_mail)
    SELECT id, ${subject.kind}, ${byMail} FROM users WHERE id = ${subject.userId}::uuid
    ON CONFLICT (user_id, kind) DO UPDATE SET by_mail = excluded.by_mail`;
  return changed > 0 ? { ok: true } : { ok: false, refused: "not-found" };
}
