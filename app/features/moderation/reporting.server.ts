import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor, Admin } from "~/features/accounts/actor";
import type { HoldReason } from "~/features/accounts/holding.server";
import { holdMedia } from "~/features/media/removing.server";
import type { ServableMedia } from "~/features/media/serving.server";
import type { AttachmentView } from "~/features/messaging/attachment";
import { unknownPerson } from "~/features/messaging/message";
import type { Outcome, Throttled } from "~/outcome";
import { db, type Prisma, readRows, type Transaction, transaction } from "~/platform/db.server";
import { type WithIsoTimes, withIsoTimes } from "~/platform/iso-times";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { keyedHash } from "~/platform/security-log.server";
import { blockPerson } from "./blocking.server";
import { findReportable, type Reportable, type ThingRef } from "./finding-reportable.server";
import {
  type CaseState,
  longestAllDetails,
  type ReportReason,
  reasonLabel,
  reportReasons,
  type Snapshot,
  systemKey,
  type ThingKind,
} from "./report";

/** The IDs of the media in a snapshot, which mustn't be deleted before its report. */
function mediaIn({ samples = [], messages = [] }: Snapshot): string[] {
  const media = [
    ...samples.flatMap(({ picture, file }) => [picture, file]),
    ...messages.map(({ attachment }) => attachment),
  ];
  return [...new Set(media.flatMap((one) => (one ? [one.mediaId] : [])))];
}

const text = `
SELECT m.* FROM servable_media m
 WHERE m.id = $1 AND EXISTS (SELECT FROM reports r WHERE r.media_ids @> ARRAY[m.id] AND r.reported_id <> $2)`;

/**
 * Media in a reported thing, for admins. Null for anyone else, if there's no such media, or if the only
 * reports are about the admin. The result doesn't reveal which.
 */
export async function findReportedMedia(
  viewer: Actor | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer?.isAdmin) return null;
  const [media] = await readRows<ServableMedia>("moderation-media", text, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}

interface NewReport {
  reason: ReportReason;
  details: string;
  /** Also blocks the reported person. Guests can't. */
  block: boolean;
}

/**
 * Stores a report, with a snapshot of the thing, in the open case about that thing. While that case is open, another
 * report by the same person adds its reason and details to the first one. Refused: 'not-found', 'too-many', 'too-long'
 * if the details don't fit next to those already sent.
 * @param actor null for a guest, who is identified by the network of `address`
 */
export async function reportThing(
  actor: Actor | null,
  address: string,
  ref: ThingRef,
  report: NewReport,
): Promise<Outcome<"not-found"> | Outcome<"too-long"> | Throttled> {
  const thing = await findReportable(actor, ref);
  if (!thing) return { ok: false, refused: "not-found" };
  const waitSeconds = actor
    ? await takeFromLimit("report", actor.userId, { userId: actor.userId, address })
    : await takeFromLimit("guest-report", networkOf(address), { address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const guestKey = actor ? null : keyedHash(networkOf(address));
  const stored = await transactionBy(actor, (tx) =>
    storeReport(tx, { reporterId: actor?.userId ?? null, guestKey }, thing, report),
  );
  if (!stored.ok) return stored;
  if (actor && report.block) await blockPerson(actor, thing.reportedId);
  return { ok: true };
}

/**
 * Stores at most one report per reporter in the open case, which it opens if there's none.
 * @param reporter has either an ID or a `guestKey`: for a guest, a hash of their network; for the system, `systemKey`
 * and what it holds
 */
export async function storeReport(
  tx: Transaction,
  { reporterId, guestKey }: { reporterId: string | null; guestKey: string | null },
  { kind, subjectId, reportedId, snapshot }: Reportable,
  { reason, details }: Pick<NewReport, "reason" | "details">,
): Promise<Outcome<"too-long">> {
  const { urgency } = reportReasons[reason];
  // The update changes nothing, but locks an open case, so that no admin decides it before the report is stored.
  const [open] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO report_cases (kind, subject_id, reported_id, urgency, reasons)
    VALUES (${kind}, ${subjectId}::uuid, ${reportedId}::uuid, ${urgency}, ARRAY[${reason}::text])
    ON CONFLICT (kind, subject_id) WHERE state = 'open' DO UPDATE SET kind = EXCLUDED.kind
    RETURNING id`;
  if (!open) throw new Error("a report has no open case");
  const before = await tx.report.findFirst({ where: { caseId: open.id, reporterId, guestKey } });
  if (before) {
    const all = before.details.includes(details)
      ? before.details
      : [before.details, details].filter(Boolean).join("\n\n");
    if (all.length > longestAllDetails) return { ok: false, refused: "too-long" };
    await tx.report.update({ where: { id: before.id }, data: { details: all } });
  } else {
    const mediaIds = mediaIn(snapshot);
    await tx.report.create({
      data: {
        caseId: open.id,
        reporterId,
        guestKey,
        reportedId,
        reason,
        details,
        snapshot: snapshot as unknown as Prisma.InputJsonObject,
        mediaIds,
      },
    });
    // When the report is deleted, the `reports_release_media` trigger releases the media.
    await holdMedia(tx, mediaIds);
  }
  await tx.$executeRaw`
    UPDATE report_cases
       SET urgency = least(urgency, ${urgency}), report_count = report_count + ${before ? 0 : 1}, latest_at = now(),
           reasons = CASE WHEN ${reason} = ANY (reasons) THEN reasons ELSE reasons || ${reason}::text END
     WHERE id = ${open.id}::uuid`;
  return { ok: true };
}

/** Shown only to admins, so that no one else learns which rule matched. */
const whyWords: Record<HoldReason, string> = {
  same: "Held automatically: the same first message to many people.",
  links: "Held automatically: many first messages with links.",
  "sign-ups":
    "Held automatically: one of many sign-ups from the same network. Their first messages to strangers are held for review.",
};

type HeldRow = {
  name: string | null;
  content: string | null;
  attachment: AttachmentView | null;
  at: Date | null;
  count: number | null;
};

/**
 * The job that reports a held message or account. Its case is about the author's profile, so that all of an author's
 * held messages are in one case. Idempotent. Does nothing for a message that isn't held anymore.
 */
export async function reportHeld({
  personId,
  messageId,
  why,
}: {
  personId: string;
  messageId: string | null;
  why: HoldReason;
}): Promise<void> {
  await transaction(async (tx) => {
    const guestKey = systemKey + (messageId ?? "sign-up");
    const snapshot = await snapshotOf(tx, personId, messageId);
    if (!snapshot || (await tx.report.count({ where: { guestKey, reportedId: personId } })) > 0) return;
    const thing = { kind: "profile" as const, subjectId: personId, reportedId: personId, snapshot };
    await storeReport(tx, { reporterId: null, guestKey }, thing, { reason: "spam", details: whyWords[why] });
  });
}

async function snapshotOf(
  tx: Transaction,
  personId: string,
  messageId: string | null,
): Promise<Snapshot | null> {
  const [row] = await tx.$queryRaw<HeldRow[]>`
    SELECT p.full_name AS name, m.content, (SELECT v.attachment FROM attachment_view(m.media_id) v) AS attachment, m.created_at AS at,
           (SELECT count(*)::int FROM conversation_participants o WHERE o.conversation_id = m.conversation_id AND o.is_held) AS count
      FROM profiles p LEFT JOIN messages m ON m.id = ${messageId}::uuid AND m.sender_id = p.id
     WHERE p.id = ${personId}::uuid`;
  if (!row) return null;
  const name = row.name || unknownPerson;
  if (messageId === null) return { title: name, name, facts: [] };
  if (row.content === null || !row.at || !row.count) return null;
  const { content, at, count, attachment } = row;
  return {
    title: `A first message from ${name}`,
    name,
    facts: [["To", count === 1 ? "1 person" : `${count} people`]],
    messages: [
      {
        ...{ seq: 1, sender: name, content, isDeleted: false, at: at.toISOString(), isMeant: true },
        file: attachment?.kind ?? null,
        ...(attachment && { attachment }),
      },
    ],
  };
}

/** What the report form shows. Null if `findReportable` finds nothing. */
export async function findReportForm(
  actor: Actor | null,
  ref: ThingRef,
): Promise<{ kind: ThingKind; title: string; isReported: boolean } | null> {
  const thing = await findReportable(actor, ref);
  if (!thing) return null;
  const { kind, subjectId, snapshot } = thing;
  const own =
    actor &&
    (await db.report.findFirst({
      where: { reporterId: actor.userId, case: { kind, subjectId, state: "open" } },
      select: { id: true },
    }));
  // The title of a conversation could contain the name of someone whose account is suspended.
  return { kind, title: kind === "conversation" ? "" : snapshot.title, isReported: own !== null };
}

/** A report about a person or by them, as listed for admins. */
type Row = {
  id: string;
  caseId: string;
  isAbout: boolean;
  kind: ThingKind;
  title: string;
  reason: string;
  state: CaseState;
  at: Date;
};

export type PersonReport = WithIsoTimes<Row>;

/** $1 is the person, $2 the admin. Each direction reads the end of one index range. */
const reportsText = `
  (SELECT r.id, r.case_id AS "caseId", true AS "isAbout", c.kind, r.snapshot->>'title' AS title, r.reason, c.state,
          r.created_at AS at
     FROM reports r JOIN report_cases c ON c.id = r.case_id
    WHERE r.reported_id = $1::uuid AND r.reported_id <> $2::uuid ORDER BY r.created_at DESC, r.id LIMIT 10)
  UNION ALL
  (SELECT r.id, r.case_id, false, c.kind, r.snapshot->>'title', r.reason, c.state, r.created_at
     FROM reports r JOIN report_cases c ON c.id = r.case_id
    WHERE r.reporter_id = $1::uuid AND r.reported_id <> $2::uuid ORDER BY r.created_at DESC, r.id LIMIT 10)`;

/**
 * The last ten reports about a person and the last ten by them, in one statement. Leaves out reports about the admin
 * who's reading, who must not learn who reported them.
 */
export async function listReportsOf(admin: Pick<Admin, "userId">, personId: string): Promise<PersonReport[]> {
  const rows = await readRows<Row>("moderation-person-reports", reportsText, [personId, admin.userId]);
  return rows.map((row) => ({ ...withIsoTimes(row), reason: reasonLabel(row.reason) }));
}
