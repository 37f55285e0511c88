import { createHmac, timingSafeEqual } from "node:crypto";
import { parseId } from "~/ids";
import { env } from "~/platform/env.server";

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
  return `${text}.${sign(text)}`;
}

/** Null if it was not ours, or is too old. */
export function readAppealToken(token: string, now = Date.now()): AppealLink | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, end);
  const [given, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(sign(text))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [user, suspension, until] = text.split(".");
  const [userId, suspensionId] = [parseId(user), parseId(suspension)];
  return userId && suspensionId && Number(until) > now ? { userId, suspensionId } : null;
}

const sign = (text: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`appeal:${text}`).digest("base64url");
