import type { Actor } from "~/features/accounts/actor";
import { holdMedia } from "~/features/media/removing.server";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { keyedHash } from "~/platform/security-log.server";
import { blockPerson } from "./blocking.server";
import { findReportable, type Reportable, type ThingRef } from "./finding-reportable.server";
import { type ReportReason, reportReasons, type ThingKind } from "./report";
import { mediaIn } from "./reported-media.server";

export interface NewReport {
  reason: ReportReason;
  details: string;
  /** Also block the person who answers for it; not for guests. */
  block: boolean;
}

export type ReportOutcome =
  | { ok: true }
  | { ok: false; refused: "not-found" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Stores a report with the thing as it is now, in the open case about it. Sending it again changes nothing while the
 * case is open; a later one opens another case.
 * @param actor null for a guest, whose `address` then counts
 */
export async function reportThing(
  actor: Actor | null,
  address: string,
  ref: ThingRef,
  report: NewReport,
): Promise<ReportOutcome> {
  const thing = await findReportable(actor, ref);
  if (!thing) return { ok: false, refused: "not-found" };
  const waitSeconds = actor
    ? await takeFromLimit("report", actor.userId, { userId: actor.userId, address })
    : await takeFromLimit("guest-report", networkOf(address), { address });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const guestKey = actor ? null : keyedHash(networkOf(address));
  await transaction((tx) => storeReport(tx, { reporterId: actor?.userId ?? null, guestKey }, thing, report));
  if (actor && report.block) await blockPerson(actor, thing.reportedId);
  return { ok: true };
}

/** One of the two says who reports. */
interface Reporter {
  reporterId: string | null;
  /** A guest's network, or the system's own key for what it holds. */
  guestKey: string | null;
}

/** Once a reporter and open case, which it opens if there is none. */
export async function storeReport(
  tx: Transaction,
  { reporterId, guestKey }: Reporter,
  { kind, subjectId, reportedId, snapshot }: Reportable,
  { reason, details }: Pick<NewReport, "reason" | "details">,
): Promise<void> {
  const { urgency } = reportReasons[reason];
  // Locks the open case, so that no decision comes in between.
  const [open] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO report_cases (kind, subject_id, reported_id, urgency, reasons)
    VALUES (${kind}, ${subjectId}::uuid, ${reportedId}::uuid, ${urgency}, ARRAY[${reason}::text])
    ON CONFLICT (kind, subject_id) WHERE state = 'open' DO UPDATE SET kind = EXCLUDED.kind
    RETURNING id`;
  const stored = await tx.$executeRaw`
    INSERT INTO reports (case_id, reporter_id, guest_key, reported_id, reason, details, snapshot, media_ids)
    VALUES (${open?.id}::uuid, ${reporterId}::uuid, ${guestKey}, ${reportedId}::uuid, ${reason}, ${details},
            ${JSON.stringify(snapshot)}::jsonb, ${mediaIn(snapshot)}::uuid[])
    ON CONFLICT DO NOTHING`;
  if (stored === 0) return;
  // The trigger `reports_release_media` lets them go.
  await holdMedia(tx, mediaIn(snapshot));
  await tx.$executeRaw`
    UPDATE report_cases
       SET urgency = least(urgency, ${urgency}), report_count = report_count + 1, latest_at = now(),
           reasons = CASE WHEN ${reason} = ANY (reasons) THEN reasons ELSE reasons || ${reason}::text END
     WHERE id = ${open?.id}::uuid`;
}

/** What the form shows; null where `findReportable` finds nothing. */
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
  // A conversation's title would name someone whose account may be suspended.
  return { kind, title: kind === "conversation" ? "" : snapshot.title, isReported: own !== null };
}
