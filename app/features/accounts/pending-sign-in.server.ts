import { isSigned, keysFor, sign } from "~/platform/secrets.server";
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
const keys = keysFor("matchcut pending sign-in");

/** For a browser that knew the account's password. */
export function newPendingSignIn(
  account: Pick<Account, "id" | "passwordHash">,
  now = Date.now(),
): PendingSignIn {
  const until = now + goodFor;
  return { userId: account.id, until, proof: sign(provenBy(account, until), keys) };
}

/** Its account, open or closed; null once the ten minutes are over or the password has changed. */
export async function findPendingAccount(
  pending: PendingSignIn | null,
  now = Date.now(),
): Promise<Account | null> {
  if (!pending || pending.until < now) return null;
  const account = await findAccountOf(pending.userId);
  return account && isSigned(provenBy(account, pending.until), pending.proof, keys) ? account : null;
}

function provenBy({ id, passwordHash }: Pick<Account, "id" | "passwordHash">, until: number): string {
  return `${id}:${until}:${passwordHash}`;
}
