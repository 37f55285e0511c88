import { env } from "~/platform/env.server";
import { isSigned, sign } from "~/platform/secrets.server";
import { sitePaths } from "~/site-paths";
import { optionalKinds } from "./kinds";
import { isOptionalMail, type OptionalMail, setMailPreference, wantsMail } from "./preferences.server";

/** Works without signing in. Null for a required kind, or without an account. */
export function unsubscribeLink(userId: string | null, kind: string): string | null {
  if (userId === null || !isOptionalMail(kind)) return null;
  const subject = `${userId}.${kind}`;
  return new URL(sitePaths.unsubscribe(`${subject}.${sign(`unsubscribe:${subject}`)}`), env.APP_URL).href;
}

/** Null if we did not sign it. */
function readToken(token: string): { userId: string; kind: OptionalMail } | null {
  const [userId = "", kind = "", signature = ""] = token.split(".");
  if (!isSigned(`unsubscribe:${userId}.${kind}`, signature)) return null;
  return isOptionalMail(kind) ? { userId, kind } : null;
}

export interface Subscription {
  byMail: boolean;
  /** Continues "Emails about …". */
  about: string;
  /** Continues "We email you when …". */
  when: string;
}

/** Null if the token is invalid or the account is gone. */
export async function findSubscription(token: string): Promise<Subscription | null> {
  const subject = readToken(token);
  const byMail = subject && (await wantsMail(subject, subject.kind));
  if (!subject || byMail === null) return null;
  const { about, when } =
    subject.kind === "digest"
      ? { about: "what happened", when: "something has happened, once a day" }
      : optionalKinds[subject.kind];
  return { byMail, about, when };
}

/** 'not-found': the token is invalid or the account is gone. */
export async function changeSubscription(
  token: string,
  byMail: boolean,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  const subject = readToken(token);
  return subject ? setMailPreference(subject, subject.kind, byMail) : { ok: false, refused: "not-found" };
}
