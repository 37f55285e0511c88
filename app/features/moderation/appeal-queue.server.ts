import { adminPaths } from "~/admin-paths";
import type { Actor, Admin } from "~/features/accounts/actor";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { adminList, choice, timeOrder } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { byTime, countRows, pageOf, placeOf } from "~/platform/paging.server";
import { type AppealKind, type AppealState, appealKindWords, appealStateWords } from "./appeal";

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
  /** The admin who made the decision; null if their account doesn't exist anymore. */
  against: { name: string; isYou: boolean } | null;
  reason: string;
  reasonDetails: string;
  answer: string;
  decided: { at: string; by: string } | null;
  /** The reader made the decision and another admin is available, who has to decide the appeal instead. */
  needsAnother: boolean;
  /** The decision isn't in force anymore, so the appeal can only be closed. */
  isOver: boolean;
}

type Row = Pick<QueuedAppeal, "id" | "kind" | "state" | "personId" | "words" | "caseId" | "answer"> & {
  at: Date;
  name: string | null;
  againstId: string | null;
  against: string | null;
  reason: string | null;
  reasonDetails: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  hasOthers: boolean;
  isInForce: boolean;
};

const readAppeals = (adminId: string, which: Prisma.Sql) => db.$queryRaw<Row[]>`
  SELECT a.id, a.kind, a.state, a.user_id AS "personId", p.full_name AS name, a.words, a.created_at AS at,
         a.case_id AS "caseId", a.against_id AS "againstId", a.answer, a.decided_at AS "decidedAt",
         (SELECT d.full_name FROM profiles d WHERE d.id = a.against_id) AS against,
         (SELECT d.full_name FROM profiles d WHERE d.id = a.decided_by_id) AS "decidedBy",
         coalesce(w.reason, s.reason, c.decision_reason) AS reason,
         coalesce(w.words, s.words, c.decision_words) AS "reasonDetails",
         EXISTS (SELECT FROM other_admins(${adminId}::uuid, a.user_id)) AS "hasOthers",
         EXISTS (SELECT FROM appealed_decision(a)) AS "isInForce"
    FROM appeals a
    LEFT JOIN profiles p ON p.id = a.user_id
    LEFT JOIN warnings w ON a.kind = 'warning' AND w.id = a.decision_id
    LEFT JOIN suspensions s ON a.kind = 'suspension' AND s.id = a.decision_id
    LEFT JOIN report_cases c ON a.kind = 'hiding' AND c.id = a.decision_id AND c.decisions = a.round
   WHERE ${which}`;

interface Wanted {
  reader: Pick<Actor, "userId">;
  /** IDs of the people who appealed; null for everyone. */
  people: string[] | null;
  state: AppealState;
}

/** Leaves out the reader's own appeals, because admins may not decide about themselves. */
const rulesOf = ({ reader, people, state }: Wanted) =>
  allOf([
    Prisma.sql`a.user_id <> ${reader.userId}::uuid AND a.state = ${state}`,
    people && Prisma.sql`a.user_id = ANY (${people}::uuid[])`,
  ]);

const order = { at: "a.created_at", id: "a.id" };

export const appealList = adminList({
  path: adminPaths.appeals(),
  labels: {
    ...{ label: "Appeals", button: "Show appeals", clear: "Show all waiting", pager: "More appeals" },
  },
  words: ["appeal", "appeals"],
  filters: {
    q: searchPeople("Person"),
    state: choice("State", appealStateWords, "open"),
    sort: timeOrder("oldest"),
  },
  clear: ({ q }) => q !== "" && {},
  empty: ({ q, state }, isFirst) =>
    q || state !== "open" || !isFirst ? "No matching appeals" : "No appeals are waiting",
  pageSize: 15,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = byTime(order, wanted.sort, after);
    const { userId } = wanted.reader;
    const rows = await readAppeals(
      userId,
      Prisma.sql`${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`,
    );
    const page = pageOf(rows, size, ({ at, id }) => cursor({ at, id }));
    return { ...page, rows: page.rows.map((row) => queuedAppealOf(row, userId)) };
  },
  count(wanted) {
    const { orderBy } = byTime(order, wanted.sort, null);
    return countRows(Prisma.sql`SELECT FROM appeals a WHERE ${rulesOf(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-appeals",
    columns: {
      ID: ({ id }) => id,
      Decision: ({ kind }) => appealKindWords[kind],
      Person: ({ name }) => name,
      "Person ID": ({ personId }) => personId,
      State: ({ state }) => appealStateWords[state],
      Appeal: ({ words }) => words,
      Reason: ({ reason }) => reason,
      "Decision by": ({ against }) => against?.name ?? "",
      "Sent (UTC)": ({ at }) => at,
      "Appeal decided (UTC)": ({ decided }) => decided?.at ?? "",
      "Appeal decided by": ({ decided }) => decided?.by ?? "",
      "Our message": ({ answer }) => answer,
    },
  },
});

/** An appeal's position among the open ones that this admin may decide. */
export const placeOfAppeal = (reader: Actor, appealId: string) =>
  placeOf(
    appealId,
    Prisma.sql`
      SELECT a.id, a.state = 'open' AS waits FROM appeals a
       WHERE (${rulesOf({ reader, people: null, state: "open" })}
         AND (a.against_id IS DISTINCT FROM ${reader.userId}::uuid
           OR NOT EXISTS (SELECT FROM other_admins(${reader.userId}::uuid, a.user_id)))) OR a.id = ${appealId}::uuid
       ${byTime(order, "oldest", null).orderBy}`,
  );

/** Null if there's no such appeal, or if it's the admin's own. */
export async function findAppeal(
  admin: Pick<Admin, "userId">,
  appealId: string,
): Promise<QueuedAppeal | null> {
  if (!isId(appealId)) return null;
  const isOthers = Prisma.sql`a.user_id <> ${admin.userId}::uuid AND a.id = ${appealId}::uuid`;
  const [row] = await readAppeals(admin.userId, isOthers);
  return row ? queuedAppealOf(row, admin.userId) : null;
}

function queuedAppealOf(row: Row, adminId: string): QueuedAppeal {
  const { name, at, againstId, against, decidedAt, decidedBy, hasOthers, isInForce, ...appeal } = row;
  const isYou = againstId === adminId;
  return {
    ...appeal,
    name: name || unknownPerson,
    at: at.toISOString(),
    against: againstId ? { name: against || unknownPerson, isYou } : null,
    reason: reasonWords(appeal.reason),
    reasonDetails: appeal.reasonDetails ?? "",
    decided: decidedAt && { at: decidedAt.toISOString(), by: decidedBy || unknownPerson },
    needsAnother: isYou && hasOthers,
    isOver: !isInForce,
  };
}
