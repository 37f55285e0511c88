import type { Client } from "~/features/accounts/devices.server";
import type { ClientSession } from "~/features/accounts/opening-session.server";
import { hashPassword } from "~/features/accounts/password.server";
import { findWeakness } from "~/features/accounts/password-strength.server";
import { findRecovery, vacateAddress } from "~/features/accounts/recovering.server";
import { publishEndedSessions } from "~/features/accounts/sessions.server";
import { createAccount, type NewAccount, prepareAccount } from "~/features/accounts/signing-up.server";
import { startFreePlan } from "~/features/plans/starting.server";
import { recordReferral } from "~/features/referrals/recording.server";
import { isUniqueViolation, type Transaction, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import { claimDraft, findInviteOfDraft, logRole } from "./drafting.server";
import { failureOf } from "./saving.server";

export type JoinOutcome =
  | ({ ok: true; claimedDraft: boolean } & ClientSession)
  | { ok: false; refused: "email-taken" | "failed" }
  | { ok: false; refused: "weak-password"; reason: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Creates an account with its profile, plan and first session from the visitor's draft, if any, all or nothing. Of
 * concurrent sign-ups with one address, one succeeds. Refused: 'failed' for unexpected errors.
 * @param invite the code of the link that brought the visitor here; else the draft's
 */
export async function join(
  input: { fullName: string; email: string; password: string; timeZone?: string },
  draftId: string | null,
  client: Client,
  invite: string | null = null,
): Promise<JoinOutcome> {
  const account = await prepareAccount(input, client);
  if (!account.ok) return account;
  try {
    const joined = await transaction(async (tx) => {
      const newcomer = { ...account, timeZone: input.timeZone };
      const clientSession = await storeMember(tx, newcomer, input.fullName, client);
      if (!clientSession) return { ok: false as const, refused: "email-taken" as const };
      const { userId } = clientSession;
      const code = invite ?? (draftId && (await findInviteOfDraft(tx, draftId)));
      const role = draftId && (await claimDraft(tx, draftId, { userId, name: input.fullName }));
      if (code) await recordReferral(tx, { userId, email: account.email }, code, client.devices);
      return { ok: true as const, role, clientSession };
    });
    if (!joined.ok) return joined;
    const { userId } = joined.clientSession;
    logSecurity({ event: "signed-up", userId }, client.address);
    if (joined.role) logRole(userId, joined.role, client.address);
    return { ok: true, ...joined.clientSession, claimedDraft: Boolean(joined.role) };
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "email-taken" };
    return { ok: false, refused: failureOf(error) };
  }
}

/** Null as for `createAccount`. */
async function storeMember(
  tx: Transaction,
  account: NewAccount & { timeZone?: string },
  fullName: string,
  client: Client,
): Promise<ClientSession | null> {
  const clientSession = await createAccount(tx, account, client);
  if (!clientSession) return null;
  const { userId } = clientSession;
  await tx.profile.create({ data: { id: userId, fullName }, select: { id: true } });
  await startFreePlan(tx, { userId });
  return clientSession;
}

export type AfreshOutcome =
  | ({ ok: true } & ClientSession)
  | { ok: false; refused: "link-over" }
  | { ok: false; refused: "weak-password"; reason: string };

/**
 * With a recovery link to an address that no one has confirmed: closes the account that has it, and creates one that has
 * nothing of the other, confirmed and signed in. Of two requests with one link, one succeeds.
 */
export async function joinAfresh(
  token: string,
  input: { fullName: string; password: string },
  client: Client,
): Promise<AfreshOutcome> {
  const found = await findRecovery(token);
  if (!found) return { ok: false, refused: "link-over" };
  const reason = await findWeakness(input.password, { name: input.fullName, email: found.email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    const vacated = await vacateAddress(tx, token);
    if (!vacated) return null;
    const { email, isHeld } = vacated;
    const account = { email, passwordHash, isHeld, isConfirmed: true as const };
    const clientSession = await storeMember(tx, account, input.fullName, client);
    if (!clientSession) throw new Error("an address that was vacated is kept for someone else");
    return { ...vacated, clientSession };
  });
  if (!done) return { ok: false, refused: "link-over" };
  const { formerId, clientSession, ended } = done;
  logSecurity({ event: "recovery-used", userId: formerId }, client.address);
  logSecurity({ event: "signed-up", userId: clientSession.userId }, client.address);
  await publishEndedSessions(formerId, ended);
  return { ok: true, ...clientSession };
}
