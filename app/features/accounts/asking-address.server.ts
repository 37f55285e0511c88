import { takeFromLimit } from "~/platform/rate-limit.server";
import type { Actor } from "./actor";
import { checkOwnPassword, type PasswordCheck } from "./asking-password.server";
import type { Client } from "./devices.server";
import { canonicalEmail } from "./email-address";
import { throttle } from "./throttling.server";

export type AddressCheck =
  /** The new address, canonical, and the account as it was checked. */
  | { ok: true; email: string; account: { email: string; passwordHash: string } }
  | Exclude<PasswordCheck, { ok: true }>
  | { ok: false; refused: "same" };

/**
 * What a new address needs before anything is written: the password, another address than now, and the limits of
 * account, address and network. Guesses share the limit of a changed password.
 * @throws for an invalid address, which the form has ruled out
 */
export async function checkNewAddress(
  actor: Pick<Actor, "userId" | "sessionId">,
  input: { email: string; password: string },
  client: Client,
): Promise<AddressCheck> {
  const email = canonicalEmail(input.email);
  if (!email) throw new Error("not an e-mail address");
  const { userId, sessionId } = actor;
  const by = { userId, address: client.address };
  const account = await checkOwnPassword({ ...by, sessionId }, input.password);
  if (!account.ok) return account;
  if (email === canonicalEmail(account.email)) return { ok: false, refused: "same" };
  const waitSeconds =
    (await takeFromLimit("change-address", userId, by)) || (await throttle("change-address", email, by));
  return waitSeconds > 0 ? { ok: false, refused: "too-many", waitSeconds } : { ok: true, email, account };
}
