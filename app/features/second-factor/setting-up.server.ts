import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { checkOwnPassword, type PasswordCheck } from "~/features/accounts/asking-password.server";
import { requireFactor } from "~/features/accounts/flagging-factor.server";
import { publishEndedSessions } from "~/features/accounts/sessions.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { inGroups, readCode } from "./code";
import { replaceCodes } from "./recovery-codes.server";
import { seal, unseal } from "./sealing.server";
import { keyUri, newSecret, qrOf, stepOf } from "./totp.server";

type Owner = Pick<Actor, "userId" | "sessionId" | "address">;

/** From the password to the first code. */
const setUpWithin = 900_000;

const openSetup = ({ userId, sessionId }: Owner, now: number) => ({
  userId,
  sessionId,
  confirmedAt: null,
  startedAt: { gt: new Date(now - setUpWithin) },
});

/** Orders changes of a person's factor, and those against a sign-in. */
async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}

export type StartOutcome =
  | { ok: true; codes?: undefined }
  | Exclude<PasswordCheck, { ok: true }>
  | { ok: false; refused: "on" | "address" };

/**
 * Makes a secret, which this session alone may see and confirm, for 15 minutes. Replaces an unconfirmed one. Refused:
 * 'on'; 'address' until the address is confirmed: a stranger may have signed up with it.
 */
export async function startSetup(
  actor: Owner & Pick<Actor, "isConfirmed">,
  password: string,
): Promise<StartOutcome> {
  if (!actor.isConfirmed) return { ok: false, refused: "address" };
  const checked = await checkOwnPassword(actor, password);
  if (!checked.ok) return checked;
  const { userId, sessionId } = actor;
  return transaction(async (tx) => {
    await lockAccount(tx, userId);
    const found = await tx.authenticatorApp.findUnique({ where: { userId }, select: { confirmedAt: true } });
    if (found?.confirmedAt) return { ok: false as const, refused: "on" as const };
    const fresh = { secret: seal(newSecret(), userId), sessionId, startedAt: new Date() };
    await tx.authenticatorApp.upsert({
      where: { userId },
      create: { userId, ...fresh },
      update: fresh,
      select: { userId: true },
    });
    return { ok: true as const };
  });
}

export interface SetupView {
  /** For typing, in groups of four. */
  secret: string;
  /** For an app on the same device. */
  uri: string;
  qr: { size: number; path: string };
}

/** What this session is setting up; null if nothing. */
export async function findSetup(actor: Owner, now = Date.now()): Promise<SetupView | null> {
  const app = await db.authenticatorApp.findFirst({
    where: openSetup(actor, now),
    select: { secret: true, user: { select: { email: true } } },
  });
  const secret = app && unseal(app.secret, actor.userId);
  if (!secret) return null;
  const uri = keyUri(secret, app.user.email);
  return { secret: inGroups(secret, " "), uri, qr: qrOf(uri) };
}

export async function cancelSetup(actor: Owner): Promise<void> {
  await db.authenticatorApp.deleteMany({ where: { userId: actor.userId, confirmedAt: null } });
}

export type FinishOutcome =
  /** `codes` are the recovery codes, which can be shown only now. */
  | { ok: true; codes: string[] }
  /** 'over': not started here, or too long ago. */
  | { ok: false; refused: "wrong" | "over" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Turns the second factor on with a first code of the app: makes recovery codes, ends the actor's other sessions and
 * mails them.
 */
export async function finishSetup(actor: Owner, typed: string, now = Date.now()): Promise<FinishOutcome> {
  const { userId, address } = actor;
  const subject = `${userId} set-up`;
  const waitSeconds = await takeFromLimit("second-factor-pair", subject, { userId, address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const app = await db.authenticatorApp.findFirst({
    where: openSetup(actor, now),
    select: { secret: true, user: { select: { email: true } } },
  });
  const secret = app && unseal(app.secret, userId);
  if (!secret) return { ok: false, refused: "over" };
  const entered = readCode(typed);
  const lastStep = entered?.kind === "app" ? stepOf(secret, entered.code, now) : null;
  if (lastStep === null) return { ok: false, refused: "wrong" };
  const done = await transaction(async (tx) => {
    await lockAccount(tx, userId);
    // Of two requests, and of one that was started again meanwhile, one finds this secret unconfirmed.
    const { count } = await tx.authenticatorApp.updateMany({
      where: { ...openSetup(actor, now), secret: app.secret },
      data: { confirmedAt: new Date(now), lastStep, sessionId: null },
    });
    if (count !== 1) return { ok: false as const, refused: "over" as const };
    const ended = await requireFactor(tx, actor);
    await queueMail(tx, {
      userId,
      to: app.user.email,
      kind: "second-factor-on",
      subject: "Your Matchcut account has a second factor",
      lines: [
        "From now on, signing in takes your password and a code of your app. Every other device was signed out.",
        "If this was not you, choose a new password now, and write to us.",
      ],
      action: { label: "Second factor", href: paths.secondFactor() },
      eventKey: `second-factor-on:${randomUUID()}`,
    });
    return { ok: true as const, ended, codes: await replaceCodes(tx, userId) };
  });
  if (!done.ok) return done;
  logSecurity({ event: "second-factor-on", userId }, address);
  await publishEndedSessions(userId, done.ended);
  return { ok: true, codes: done.codes };
}
