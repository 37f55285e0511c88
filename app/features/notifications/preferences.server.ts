import type { Outcome } from "~/outcome";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { signed } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";
import { isOptionalKind, type OptionalKind, optionalKindNames, optionalKinds, type Pace } from "./kinds";

/** Not Actor from accounts, because this feature is below accounts and knows people only by ID. */
type Reader = { userId: string };

export interface Preferences {
  onPage: OptionalKind[];
  byMail: OptionalKind[];
  /** On devices with push turned on. */
  byPush: OptionalKind[];
  pace: Pace;
}

export async function getPreferences(reader: Reader): Promise<Preferences> {
  const [settings, schedule] = await Promise.all([
    db.notificationSetting.findMany({ where: { userId: reader.userId } }),
    db.mailSchedule.findUnique({ where: { userId: reader.userId }, select: { pace: true } }),
  ]);
  const chosen = new Map(settings.map((setting) => [setting.kind, setting]));
  const isOn = (kind: OptionalKind) => !optionalKinds[kind].isOffByDefault;
  return {
    onPage: optionalKindNames.filter((kind) => chosen.get(kind)?.onPage ?? true),
    byMail: optionalKindNames.filter((kind) => chosen.get(kind)?.byMail ?? isOn(kind)),
    byPush: optionalKindNames.filter((kind) => chosen.get(kind)?.byPush ?? isOn(kind)),
    pace: (schedule?.pace as Pace | undefined) ?? "each",
  };
}

/**
 * Stores a whole form. Only `shown` kinds change, so a kind added since the form was loaded keeps its setting. Emails
 * held for a digest are sent soon if the actor doesn't want a digest anymore, and dropped if they want no email.
 */
export async function savePreferences(
  reader: Reader,
  {
    shown,
    onPage,
    byMail,
    byPush,
    pace,
  }: Omit<Preferences, "byPush"> & {
    shown: OptionalKind[];
    /** Undefined if push isn't configured, so the form doesn't offer it. */
    byPush?: OptionalKind[];
  },
): Promise<void> {
  const rows = shown.map((kind) => ({
    kind,
    on_page: onPage.includes(kind),
    by_mail: byMail.includes(kind),
    by_push: byPush?.includes(kind) ?? null,
  }));
  await transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO notification_settings AS s (user_id, kind, on_page, by_mail, by_push)
      SELECT DISTINCT ON (kind) ${reader.userId}::uuid, kind, on_page, by_mail, by_push
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS n (kind text, on_page boolean, by_mail boolean, by_push boolean)
       ORDER BY kind
      ON CONFLICT (user_id, kind) DO UPDATE SET on_page = excluded.on_page, by_mail = excluded.by_mail,
        by_push = coalesce(excluded.by_push, s.by_push)`;
    const { userId } = reader;
    await tx.mailSchedule.upsert({
      where: { userId },
      create: { userId, pace },
      update: { pace },
      select: { userId: true },
    });
  });
}

/** An email that can be turned off: a kind's own, or the digest. */
export type OptionalMail = OptionalKind | "digest";

export function isOptionalMail(kind: string): kind is OptionalMail {
  return kind === "digest" || isOptionalKind(kind);
}

/** The default email settings of an optional kind; null for any other kind. */
export function mailDefaultsOf(kind: string): { byMail: boolean; isDigested: boolean } | null {
  if (!isOptionalKind(kind)) return null;
  const { isOffByDefault, isNeverDigested } = optionalKinds[kind];
  return { byMail: !isOffByDefault, isDigested: !isNeverDigested };
}

/** The stored preferences for a kind of email; null if the account is gone. */
async function findChoice(
  userId: string,
  mail: OptionalMail,
): Promise<{ email: string; byMail: boolean; pace: Pace } | null> {
  const [choice] = await db.$queryRaw<{ email: string; byMail: boolean; pace: Pace }[]>`
    SELECT u.email, coalesce(s.by_mail, ${mailDefaultsOf(mail)?.byMail ?? true}) AS "byMail", coalesce(m.pace, 'each') AS pace
      FROM users u
      LEFT JOIN notification_settings s ON s.user_id = u.id AND s.kind = ${mail}
      LEFT JOIN mail_schedules m ON m.user_id = u.id
     WHERE u.id = ${userId}::uuid`;
  return choice ?? null;
}

/** Checked just before sending: the reader may have turned the email off since it was queued. */
export async function isStillWanted(userId: string | null, kind: string): Promise<boolean> {
  if (userId === null || !isOptionalMail(kind)) return true;
  const choice = await findChoice(userId, kind);
  if (!choice?.byMail) return false;
  const isPaced = mailDefaultsOf(kind)?.isDigested ?? true;
  return !isPaced || choice.pace !== "none";
}

/** Null if the account is gone. */
async function wantsMail(
  reader: Reader,
  mail: OptionalMail,
): Promise<Pick<Subscription, "email" | "byMail"> | null> {
  const choice = await findChoice(reader.userId, mail);
  return (
    choice && { email: choice.email, byMail: mail === "digest" ? choice.pace === "daily" : choice.byMail }
  );
}

/**
 * Turns one kind of email, or the digest, on or off. Turning the digest off does nothing if another frequency has been
 * chosen since. 'not-found': the account is gone.
 */
export async function setMailPreference(
  reader: Reader,
  mail: OptionalMail,
  wants: boolean,
): Promise<Outcome<"not-found">> {
  const { userId } = reader;
  const changed =
    mail === "digest"
      ? await db.$executeRaw`
          INSERT INTO mail_schedules AS m (user_id, pace)
          SELECT id, ${wants ? "daily" : "none"} FROM users WHERE id = ${userId}::uuid
          ON CONFLICT (user_id) DO UPDATE
            SET pace = CASE WHEN ${wants} OR m.pace = 'daily' THEN excluded.pace ELSE m.pace END`
      : await db.$executeRaw`
          INSERT INTO notification_settings (user_id, kind, by_mail)
          SELECT id, ${mail}, ${wants} FROM users WHERE id = ${userId}::uuid
          ON CONFLICT (user_id, kind) DO UPDATE SET by_mail = excluded.by_mail`;
  return changed > 0 ? { ok: true } : { ok: false, refused: "not-found" };
}

/** Continues "Emails about …". */
export const aboutOf = (kind: string) => (isOptionalKind(kind) ? optionalKinds[kind].about : "what's new");

const links = signed("unsubscribe");

/** A link that turns off a kind of email without signing in. Null for a required kind, or if there's no account. */
export function unsubscribeLink(userId: string | null, kind: string): string | null {
  if (userId === null || !isOptionalMail(kind)) return null;
  return new URL(sitePaths.unsubscribe(links.tokenOf(`${userId}.${kind}`)), env.APP_URL).href;
}

/** What the token of such a link names; null unless we signed it. */
function readToken(token: string): { userId: string; kind: OptionalMail } | null {
  const [userId = "", kind = ""] = links.read(token)?.split(".") ?? [];
  return isOptionalMail(kind) ? { userId, kind } : null;
}

export interface Subscription {
  userId: string;
  /** The account's address. */
  email: string;
  byMail: boolean;
  /** Continues "Emails about …". */
  about: string;
  /** Continues "We email you when …". */
  when: string;
}

/** Null if the token is invalid or the account is gone. */
export async function findSubscription(token: string): Promise<Subscription | null> {
  const subject = readToken(token);
  const wanted = subject && (await wantsMail(subject, subject.kind));
  if (!wanted) return null;
  const when =
    subject.kind === "digest" ? "there's something new, once a day" : optionalKinds[subject.kind].when;
  return { userId: subject.userId, ...wanted, about: aboutOf(subject.kind), when };
}

/** 'not-found': the token is invalid or the account is gone. */
export async function changeSubscription(token: string, byMail: boolean): Promise<Outcome<"not-found">> {
  const subject = readToken(token);
  return subject ? setMailPreference(subject, subject.kind, byMail) : { ok: false, refused: "not-found" };
}
