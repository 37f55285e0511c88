import { parseId } from "~/ids";
import { isSigned, sign } from "~/platform/secrets.server";

/** Long enough to find the words. */
const goodFor = 30 * 60_000;

/** What a token of a suspended person's link stands for. */
export interface AppealLink {
  userId: string;
  suspensionId: string;
}

/** For a person who has just proved to know the password of a suspended account. Opens no session. */
export function appealTokenFor({ userId, suspensionId }: AppealLink, now = Date.now()): string {
  const text = [userId, suspensionId, now + goodFor].join(".");
  return `${text}.${sign(`appeal:${text}`)}`;
}

/** Null if it was not ours, or is too old. */
export function readAppealToken(token: string, now = Date.now()): AppealLink | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, end);
  if (!isSigned(`appeal:${text}`, token.slice(end + 1))) return null;
  const [user, suspension, until] = text.split(".");
  const [userId, suspensionId] = [parseId(user), parseId(suspension)];
  return userId && suspensionId && Number(until) > now ? { userId, suspensionId } : null;
}
