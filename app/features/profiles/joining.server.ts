import type { Client } from "~/features/accounts/devices.server";
import type { ClientSession } from "~/features/accounts/opening-session.server";
import { createAccount, prepareAccount } from "~/features/accounts/signing-up.server";
import { startFreePlan } from "~/features/plans/starting.server";
import { recordReferral } from "~/features/referrals/recording.server";
import { isUniqueViolation, transaction } from "~/platform/db.server";
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
      const clientSession = await createAccount(tx, { ...account, timeZone: input.timeZone }, client);
      if (!clientSession) return { ok: false as const, refused: "email-taken" as const };
      const { userId } = clientSession;
      await tx.profile.create({ data: { id: userId, fullName: input.fullName } });
      await startFreePlan(tx, { userId, email: account.email });
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
