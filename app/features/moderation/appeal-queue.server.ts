import { adminPaths } from "~/admin-paths";
import type { Actor, Admin } from "~/features/accounts/actor";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { adminList, choice, timeOrder } from "~/platform/admin-list.server";
import { db, Prisma } from "~/platform/db.server";
import { byTime, countRows, pageOf } from "~/platform/paging.server";
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
  /** Who made the decision; null if their account doesn't exist anymore. */
  against: { name: string; isYou: boolean } | null;
  reason: string;
  reasonDetails: string;
  answer: string;
  decided: { at: string; by: string } | null;
  /** This admin made the decision, so another one has to decide the appeal. */
  needsAnother: boolean;
  /** The decision isn't in force anymore, so the appeal can only be closed. */
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

const readAppeals = (adminId: string, which: Prisma.Sql) => db.$queryRaw<Row[]>`
  SELECT a.id, a.kind, a.state, a.user_id, p.full_name AS name, a.words, a.created_at, a.case_id, a.against_id, a.answer,
         a.decided_at, (SELECT d.full_name FROM profiles d WHERE d.id = a.against_id) AS against,
         (SELECT d.full_name FROM profiles d WHERE d.id = a.decided_by_id) AS decided_by,
         coalesce(w.reason, s.reason, c.decision_reason) AS reason,
         coalesce(w.words, s.words, c.decision_words) AS reason_words,
         EXISTS (SELECT FROM other_admins(${adminId}::uuid, a.user_id)) AS others,
         EXISTS (SELECT FROM appealed_decision(a)) AS in_force
    FROM appeals a
    LEFT JOIN profiles p ON p.id = a.user_id
    LEFT JOIN warnings w ON a.kind = 'warning' AND w.id = a.decision_id
    LEFT JOIN suspensions s ON a.kind = 'suspension' AND s.id = a.decision_id
    LEFT JOIN report_cases c ON a.kind = 'hiding' AND c.id = a.decision_id AND c.decisions = a.round
   WHERE ${which}`;

interface Wanted {
  reader: Pick<Actor, "userId">;
  /** Null for appeals by anyone. */
  people: string[] | null;
  state: AppealState;
}

/** Leaves out appeals by the admin who reads the list. */
const rulesOf = ({ reader, people, state }: Wanted) =>
  Prisma.join(
    [
      Prisma.sql`a.user_id <> ${reader.userId}::uuid AND a.state = ${state}`,
      ...(people ? [Prisma.sql`a.user_id = ANY (${people}::uuid[])`] : []),
    ],
    " AND ",
  );

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
    const page = pageOf(rows, size, ({ created_at, id }) => cursor({ at: created_at, id }));
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

/** Null if there is none, or if it's the admin's own. */
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
