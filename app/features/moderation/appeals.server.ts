import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/admins.server";
import { liftSuspension, takeWarningBack } from "~/features/accounts/suspending.server";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { byTime, type Count, countRows, everyRow, type Page, pageOf } from "~/platform/paging.server";
import { type AppealKind, type AppealState, appealKindWords, appealStateWords } from "./appeal";
import type { AppealFilter } from "./appeal-filter";
import { closeByAppeal } from "./deciding.server";
import { type ThingKind, thingWords } from "./report";

/** A decision about someone, as they read it. */
export interface Appealable {
  kind: AppealKind;
  decisionId: string;
  /** Of something hidden: 'message'. */
  thing: string | null;
  reason: string;
  words: string;
  /** ISO 8601. */
  at: string;
  /** Of a suspension; null for good. */
  until: string | null;
  /** Closed is none whose decision is in force. */
  appeal: { words: string; at: string; state: Exclude<AppealState, "closed">; answer: string } | null;
}

type DecisionRow = {
  round: number;
  case_id: string | null;
  by_id: string | null;
  thing: ThingKind | null;
  reason: string | null;
  words: string;
  at: Date;
  until: Date | null;
  appeal: Appealable["appeal"];
};

async function findDecision(
  personId: string,
  kind: AppealKind,
  decisionId: string,
): Promise<DecisionRow | null> {
  if (!isId(personId) || !isId(decisionId)) return null;
  const [row] = await db.$queryRaw<DecisionRow[]>`
    SELECT d.*, (SELECT json_build_object('words', a.words, 'at', a.created_at, 'state', a.state, 'answer', a.answer)
                   FROM appeals a WHERE a.kind = d.kind AND a.decision_id = ${decisionId}::uuid AND a.round = d.round) AS appeal
      FROM decisions_in_force(${personId}::uuid, ${decisionId}::uuid) d WHERE d.kind = ${kind}`;
  return row ?? null;
}

/** Null if there is none, it is someone else's, or it is over. */
export async function findAppealable(
  { userId }: { userId: string },
  kind: AppealKind,
  decisionId: string,
): Promise<Appealable | null> {
  const row = await findDecision(userId, kind, decisionId);
  if (!row) return null;
  return {
    kind,
    decisionId,
    thing: row.thing && thingWords[row.thing],
    reason: reasonWords(row.reason),
    words: row.words,
    at: row.at.toISOString(),
    until: row.until?.toISOString() ?? null,
    appeal: row.appeal && { ...row.appeal, at: new Date(row.appeal.at).toISOString() },
  };
}

type AppealOutcome = { ok: true } | { ok: false; refused: "not-found" | "appealed" };

/**
 * Appeals against a decision about oneself, once; the same again changes nothing. It then waits for an admin.
 * @param person a session's, or whom a suspended person's link names
 */
export async function appeal(
  person: { userId: string },
  kind: AppealKind,
  decisionId: string,
  words: string,
): Promise<AppealOutcome> {
  const found = await findDecision(person.userId, kind, decisionId);
  if (!found) return { ok: false, refused: "not-found" };
  const stored = await db.$executeRaw`
    INSERT INTO appeals (user_id, kind, decision_id, round, case_id, against_id, words)
    VALUES (${person.userId}::uuid, ${kind}, ${decisionId}::uuid, ${found.round}, ${found.case_id}::uuid,
            ${found.by_id}::uuid, ${words})
    ON CONFLICT (kind, decision_id, round) DO NOTHING`;
  if (stored === 1) return { ok: true };
  const first = found.appeal ?? (await findDecision(person.userId, kind, decisionId))?.appeal;
  return first?.words === words ? { ok: true } : { ok: false, refused: "appealed" };
}

type AnswerOutcome =
  | { ok: true }
  | {
      ok: false;
      /**
       * 'own': the admin's. 'decided': another admin was first. 'another': the admin who took the decision leaves it to
       * others. 'over': the decision is no longer in force, so the appeal can only be closed. 'in-force': it cannot.
       */
      refused: "not-found" | "own" | "decided" | "another" | "over" | "in-force";
    };

type Answer = "grant" | "refuse" | "close";

const states = { grant: "granted", refuse: "refused", close: "closed" } as const;

interface Appeal {
  id: string;
  user_id: string;
  kind: AppealKind;
  decision_id: string;
  round: number;
  case_id: string | null;
  against_id: string | null;
  state: AppealState;
  decided_by_id: string | null;
  others: boolean;
}

/**
 * Grants an appeal, which undoes the decision, or refuses it; or closes one whose decision is over. The person is told and
 * mailed. Of two admins at once, one is refused with 'decided'. Who took the decision may decide only if no other admin
 * could.
 */
export async function answerAppeal(
  admin: Pick<Actor, "userId" | "address">,
  appealId: string,
  { outcome, answer }: { outcome: Answer; answer: string },
): Promise<AnswerOutcome> {
  if (!isId(appealId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<AnswerOutcome> => {
    const [found] = await tx.$queryRaw<Appeal[]>`
      SELECT a.id, a.user_id, a.kind, a.decision_id, a.round, a.case_id, a.against_id, a.state, a.decided_by_id,
             EXISTS (SELECT FROM other_admins(${admin.userId}::uuid, a.user_id)) AS others
        FROM appeals a WHERE a.id = ${appealId}::uuid FOR UPDATE OF a`;
    if (!found) return { ok: false, refused: "not-found" };
    if (found.user_id === admin.userId) return { ok: false, refused: "own" };
    const state = states[outcome];
    // A double click is one decision.
    if (found.state === state && found.decided_by_id === admin.userId) return { ok: true };
    if (found.state !== "open") return { ok: false, refused: "decided" };
    if (found.against_id === admin.userId && found.others) return { ok: false, refused: "another" };
    if ((await lockDecision(tx, found)) === (outcome === "close"))
      return { ok: false, refused: outcome === "close" ? "in-force" : "over" };
    const became = outcome === "grant" ? await undo(tx, admin, found) : outcomes[found.kind][outcome];
    await tx.appeal.update({
      where: { id: found.id },
      data: { state, answer, decidedAt: new Date(), decidedById: admin.userId },
      select: { id: true },
    });
    await recordAct(tx, admin, `appeal.${outcome}`, found.user_id, {
      reason: answer,
      before: { appeal: "open" },
      after: { appeal: state },
      ...(found.case_id && { caseId: found.case_id }),
      thing: `${found.kind} ${found.decision_id}`,
    });
    await tell(tx, found, { outcome, became, answer });
    return { ok: true };
  });
}

/** Returns whether it is in force, and keeps that so. The case first, as elsewhere: another order could deadlock. */
async function lockDecision(tx: Transaction, appeal: Appeal): Promise<boolean> {
  const { id, kind, decision_id, case_id, user_id } = appeal;
  if (case_id) await tx.$executeRaw`SELECT 1 FROM report_cases WHERE id = ${case_id}::uuid FOR UPDATE`;
  if (kind === "warning")
    await tx.$executeRaw`SELECT 1 FROM warnings WHERE id = ${decision_id}::uuid FOR UPDATE`;
  if (kind === "suspension")
    await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${user_id}::uuid FOR NO KEY UPDATE`;
  const [row] = await tx.$queryRaw<{ in_force: boolean }[]>`
    SELECT EXISTS (SELECT FROM appealed_decision(a)) AS in_force FROM appeals a WHERE a.id = ${id}::uuid`;
  return row?.in_force ?? false;
}

/** Of a decision in force. Returns what became of it, in words. */
async function undo(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  appeal: Appeal,
): Promise<string> {
  const { kind, decision_id, case_id, user_id } = appeal;
  const isThere = case_id === null || (await closeByAppeal(tx, admin, case_id, kind));
  if (kind === "warning") await takeWarningBack(tx, decision_id, { evenRead: true });
  if (kind === "suspension" && (await liftSuspension(tx, admin, user_id)).ok)
    await queueHeldRelease(tx, user_id);
  return isThere ? outcomes[kind].grant : gone;
}

const gone =
  "We have taken the decision back. What we had hidden is no longer there, so that nobody sees it.";

/** Whatever has ended the decision. */
const over =
  "The decision that you objected to is no longer in force, so we have closed your appeal. If we have taken another " +
  "decision since, you can appeal against that one once.";

const outcomes: Record<AppealKind, Record<Answer, string>> = {
  warning: {
    grant: "We have taken the warning back.",
    refuse: "The warning stays.",
    close: over,
  },
  hiding: {
    grant: "We show again what we had hidden.",
    refuse: "What we have hidden stays hidden.",
    close: over,
  },
  suspension: {
    grant: "We have lifted the suspension. You can sign in again, and everything of yours is back.",
    refuse: "Your account stays suspended, as we told you.",
    close: over,
  },
};

const titles: Record<Answer, string> = {
  grant: "We have granted your appeal",
  refuse: "We have not granted your appeal",
  close: "We have closed your appeal",
};

async function tell(
  tx: Transaction,
  { id, user_id }: Appeal,
  { outcome, became, answer }: { outcome: Answer; became: string; answer: string },
): Promise<void> {
  const title = titles[outcome];
  const eventKey = `appeal:${id}`;
  const body = [became, answer].filter(Boolean).join(" ");
  await notify(tx, { userId: user_id, kind: "report", title, body, eventKey });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: user_id }, select: { email: true } });
  await queueMail(tx, {
    userId: user_id,
    to: email,
    kind: "appeal",
    subject: title,
    lines: [
      became,
      ...(answer ? [answer] : []),
      ...(outcome === "refuse" ? ["This is final: we look at a decision again once."] : []),
    ],
    ...(outcome === "grant" && { action: { label: "Open Matchcut", href: paths.dashboard() } }),
    eventKey,
  });
}

export interface QueuedAppeal {
  id: string;
  kind: AppealKind;
  state: AppealState;
  personId: string;
  name: string;
  words: string;
  /** ISO 8601. */
  at: string;
  caseId: string | null;
  /** Who took the decision; null if they are gone. */
  against: { name: string; isYou: boolean } | null;
  /** Of the decision, as far as it is still there. */
  reason: string;
  reasonDetails: string;
  answer: string;
  decided: { at: string; by: string } | null;
  /** Another admin has to decide, because this one took the decision. */
  needsAnother: boolean;
  /** The decision is no longer in force, so that the appeal can only be closed. */
  isOver: boolean;
}

type Row = {
  id: string;
  kind: AppealKind;
  state: AppealState;
  user_id: string;
  name: string | null;
  words: string;
  created_at: Date;
  case_id: string | null;
  against_id: string | null;
  against: string | null;
  reason: string | null;
  reason_words: string | null;
  answer: string;
  decided_at: Date | null;
  decided_by: string | null;
  others: boolean;
  in_force: boolean;
};

const columns = (adminId: string) => Prisma.sql`
  a.id, a.kind, a.state, a.user_id, p.full_name AS name, a.words, a.created_at, a.case_id, a.against_id, a.answer,
  a.decided_at, (SELECT d.full_name FROM profiles d WHERE d.id = a.against_id) AS against,
  (SELECT d.full_name FROM profiles d WHERE d.id = a.decided_by_id) AS decided_by,
  coalesce(w.reason, s.reason, c.decision_reason) AS reason, coalesce(w.words, s.words, c.decision_words) AS reason_words,
  EXISTS (SELECT FROM other_admins(${adminId}::uuid, a.user_id)) AS others,
  EXISTS (SELECT FROM appealed_decision(a)) AS in_force
  FROM appeals a
  LEFT JOIN profiles p ON p.id = a.user_id
  LEFT JOIN warnings w ON a.kind = 'warning' AND w.id = a.decision_id
  LEFT JOIN suspensions s ON a.kind = 'suspension' AND s.id = a.decision_id
  LEFT JOIN report_cases c ON a.kind = 'hiding' AND c.id = a.decision_id AND c.decisions = a.round`;

const pageSize = 15;

interface Wanted extends Omit<AppealFilter, "q"> {
  /** Whose; null for everyone's. */
  people: readonly string[] | null;
}

/** About the admin is nothing. */
const rulesOf = (admin: Pick<Actor, "userId">, { state, people }: Wanted) =>
  Prisma.join(
    [
      Prisma.sql`a.user_id <> ${admin.userId}::uuid AND a.state = ${state}`,
      ...(people ? [Prisma.sql`a.user_id = ANY (${people}::uuid[])`] : []),
    ],
    " AND ",
  );

const orderOf = ({ sort }: Wanted, after: string | null) =>
  byTime({ at: "a.created_at", id: "a.id" }, sort, after);

async function readAppeals(
  admin: Pick<Actor, "userId">,
  wanted: Wanted,
  after: string | null,
  size: number,
): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = orderOf(wanted, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns(admin.userId)}
     WHERE ${rulesOf(admin, wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  return pageOf(rows, size, ({ created_at, id }) => cursor({ at: created_at, id }));
}

/** In a state, with their number, in two queries. `after` is the previous page's `next`. */
export async function listAppeals(
  admin: Pick<Actor, "userId">,
  wanted: Wanted,
  after: string | null,
): Promise<{ appeals: QueuedAppeal[]; next: string | null } & Count> {
  const [{ rows, next }, count] = await Promise.all([
    readAppeals(admin, wanted, after, pageSize),
    countRows(
      Prisma.sql`SELECT FROM appeals a WHERE ${rulesOf(admin, wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  ]);
  return { appeals: rows.map((row) => viewOf(row, admin.userId)), next, ...count };
}

export const appealColumns = [
  ...["Id", "Against", "Whose", "Person id", "State", "Words", "Reason", "Decided against by", "Since (UTC)"],
  ...["Answered (UTC)", "Answered by", "Answer"],
];

/** The rows of `appealColumns`, of all pages of a filter, read as they are taken. */
export async function* appealRows(admin: Pick<Actor, "userId">, wanted: Wanted): AsyncGenerator<string[]> {
  for await (const row of everyRow((after, size) => readAppeals(admin, wanted, after, size))) {
    const { id, kind, name, personId, state, words, reason, against, at, decided, answer } = viewOf(
      row,
      admin.userId,
    );
    const about = [id, appealKindWords[kind], name, personId, appealStateWords[state], words, reason];
    yield [...about, against?.name ?? "", at, decided?.at ?? "", decided?.by ?? "", answer];
  }
}

/** Null if there is none, or if it is the admin's own. */
export async function findAppeal(
  admin: Pick<Actor, "userId">,
  appealId: string,
): Promise<QueuedAppeal | null> {
  if (!isId(appealId)) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${columns(admin.userId)} WHERE a.user_id <> ${admin.userId}::uuid AND a.id = ${appealId}::uuid`;
  return row ? viewOf(row, admin.userId) : null;
}

function viewOf(row: Row, adminId: string): QueuedAppeal {
  const isYou = row.against_id === adminId;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    personId: row.user_id,
    name: row.name || unknownPerson,
    words: row.words,
    at: row.created_at.toISOString(),
    caseId: row.case_id,
    against: row.against_id ? { name: row.against || unknownPerson, isYou } : null,
    reason: reasonWords(row.reason),
    reasonDetails: row.reason_words ?? "",
    answer: row.answer,
    decided: row.decided_at && { at: row.decided_at.toISOString(), by: row.decided_by || unknownPerson },
    needsAnother: isYou && row.others,
    isOver: !row.in_force,
  };
}
