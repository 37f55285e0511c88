import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { checkOwnPassword } from "~/features/accounts/asking-password.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import { type CodeOutcome, takeCode } from "./checking.server";
import { endFactor } from "./dropping.server";
import { countCodesLeft, replaceCodes } from "./recovery-codes.server";

type Owner = Pick<Actor, "userId" | "sessionId" | "address">;

export interface FactorView {
  /** ISO 8601; null while it is off. */
  since: string | null;
  codesLeft: number;
}

export async function getFactor(actor: Pick<Actor, "userId">): Promise<FactorView> {
  const { userId } = actor;
  const [app, codesLeft] = await Promise.all([
    db.authenticatorApp.findUnique({ where: { userId }, select: { confirmedAt: true } }),
    countCodesLeft(userId),
  ]);
  return { since: app?.confirmedAt?.toISOString() ?? null, codesLeft };
}

/** Locks the account's row. Null if the second factor is off. */
async function lockFactor(tx: Transaction, userId: string): Promise<{ email: string } | null> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid AND second_factor FOR NO KEY UPDATE`;
  return row ?? null;
}

type Refused = Exclude<CodeOutcome, { ok: true }> | { ok: false; refused: "off" };

export type NewCodesOutcome = { ok: true; codes: string[] } | Refused;

/** After a code, which may be a recovery code. The earlier ones no longer work. Refused: 'off'. */
export async function makeNewCodes(actor: Owner, typed: string, now = Date.now()): Promise<NewCodesOutcome> {
  const { userId } = actor;
  const checked = await takeCode(userId, typed, actor, now);
  if (!checked.ok) return checked;
  const done = await transaction(async (tx) => {
    const owner = await lockFactor(tx, userId);
    if (!owner) return { ok: false as const, refused: "off" as const };
    const codes = await replaceCodes(tx, userId);
    await queueMail(tx, {
      userId,
      to: owner.email,
      kind: "recovery-codes-made",
      subject: "Your Matchcut account has new recovery codes",
      lines: [
        "The earlier recovery codes no longer work.",
        "If this was not you, change your password now, and make new codes.",
      ],
      action: { label: "Second factor", href: paths.secondFactor() },
      eventKey: `recovery-codes-made:${randomUUID()}`,
    });
    return { ok: true as const, codes };
  });
  if (done.ok) logSecurity({ event: "recovery-codes-made", userId }, actor.address);
  return done;
}

export type TurnOffOutcome =
  | { ok: true; codes?: undefined }
  | Refused
  | { ok: false; refused: "wrong-password" };

/** The password alone opens the account again; recovery codes are gone. Refused: 'off' if it is off already. */
export async function turnOff(
  actor: Owner,
  input: { password: string; code: string },
  now = Date.now(),
): Promise<TurnOffOutcome> {
  const { userId } = actor;
  const known = await checkOwnPassword(actor, input.password);
  if (!known.ok) return known.refused === "wrong" ? { ok: false, refused: "wrong-password" } : known;
  const checked = await takeCode(userId, input.code, actor, now);
  if (!checked.ok) return checked;
  const done = await transaction(async (tx) => {
    const owner = await endFactor(tx, userId);
    if (!owner) return { ok: false as const, refused: "off" as const };
    await queueMail(tx, {
      userId,
      to: owner.email,
      kind: "second-factor-off",
      subject: "Your Matchcut account no longer has a second factor",
      lines: [
        "From now on, your password alone opens your account.",
        "If this was not you, choose a new password now, and set up a second factor again.",
      ],
      action: { label: "Second factor", href: paths.secondFactor() },
      eventKey: `second-factor-off:${randomUUID()}`,
    });
    return { ok: true as const };
  });
  if (done.ok) logSecurity({ event: "second-factor-off", userId }, actor.address);
  return done;
}
