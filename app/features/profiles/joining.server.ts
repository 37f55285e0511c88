import { createAccount, prepareAccount } from "~/features/accounts/signing-up.server";
import { isUniqueViolation, transaction } from "~/platform/db.server";
import { claimDraft } from "./drafting.server";
import { failureOf } from "./saving.server";

export type JoinOutcome =
  | { ok: true; userId: string; claimedDraft: boolean }
  | { ok: false; refused: "email-taken" | "failed" }
  | { ok: false; refused: "weak-password"; reason: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Makes an account with its profile, and turns the visitor's draft into that profile, all or nothing.
 * However many sign-ups of one address arrive together, one makes the account. 'failed' for what nobody expected.
 * @param draftId the draft from the visitor's signed cookie, if any
 * @param address the network address of who asks
 */
export async function join(
  input: { fullName: string; email: string; password: string; timeZone?: string },
  draftId: string | null,
  address: string,
): Promise<JoinOutcome> {
  const account = await prepareAccount(input, address);
  if (!account.ok) return account;
  try {
    return await transaction(async (tx) => {
      const userId = await createAccount(tx, { ...account, timeZone: input.timeZone });
      await tx.profile.create({ data: { id: userId, fullName: input.fullName } });
      const claimedDraft =
        draftId !== null && (await claimDraft(tx, draftId, { userId, name: input.fullName }));
      return { ok: true, userId, claimedDraft };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "email-taken" };
    return { ok: false, refused: failureOf(error) };
  }
}
