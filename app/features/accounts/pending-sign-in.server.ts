import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";
import { type Account, findAccountOf } from "./finding.server";

/** Between the password and the second factor. Opens nothing by itself. */
export interface PendingSignIn {
  userId: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Of the password that was right. */
  proof: string;
}

const goodFor = 600_000;
const key = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "matchcut pending sign-in", 32));

/** For a browser that knew the account's password. */
export function newPendingSignIn(
  account: Pick<Account, "id" | "passwordHash">,
  now = Date.now(),
): PendingSignIn {
  const until = now + goodFor;
  return { userId: account.id, until, proof: proofOf(account, until) };
}

/** Its account, open or closed; null once the ten minutes are over or the password has changed. */
export async function findPendingAccount(
  pending: PendingSignIn | null,
  now = Date.now(),
): Promise<Account | null> {
  if (!pending || pending.until < now) return null;
  const account = await findAccountOf(pending.userId);
  return account && isSame(pending.proof, proofOf(account, pending.until)) ? account : null;
}

function proofOf({ id, passwordHash }: Pick<Account, "id" | "passwordHash">, until: number): string {
  return createHmac("sha256", key).update(`${id}:${until}:${passwordHash}`).digest("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
