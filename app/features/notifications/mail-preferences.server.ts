import { db } from "~/platform/db.server";

/** Not accounts' Actor: this feature is below accounts and knows people only by id. */
type Reader = { userId: string };

/** Mail that people can turn off. */
const optionalMails = ["message"] as const;
export type OptionalMail = (typeof optionalMails)[number];

export function isOptionalMail(kind: string): kind is OptionalMail {
  return (optionalMails as readonly string[]).includes(kind);
}

/** On by default; null if the account is gone. */
export async function wantsMail(reader: Reader, kind: OptionalMail): Promise<boolean | null> {
  const account = await db.user.findUnique({
    where: { id: reader.userId },
    select: { notificationSettings: { where: { kind }, select: { byMail: true } } },
  });
  return account && (account.notificationSettings[0]?.byMail ?? true);
}

/** 'not-found': the account is gone. */
export async function setMailPreference(
  reader: Reader,
  kind: OptionalMail,
  byMail: boolean,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  const changed = await db.$executeRaw`
    INSERT INTO notification_settings (user_id, kind, by_mail)
    SELECT id, ${kind}, ${byMail} FROM users WHERE id = ${reader.userId}::uuid
    ON CONFLICT (user_id, kind) DO UPDATE SET by_mail = excluded.by_mail`;
  return changed > 0 ? { ok: true } : { ok: false, refused: "not-found" };
}
