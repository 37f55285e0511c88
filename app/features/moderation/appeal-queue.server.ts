import type { Actor } from "~/features/accounts/actor";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";
import { byTime, type Count, countRows, everyRow, type Page, pageOf } from "~/platform/paging.server";
import { type AppealKind, type AppealState, appealKindWords, appealStateWords } from "./appeal";
import type { AppealFilter } from "./appeal-filter";

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
