import { announce } from "~/features/notifications/announcing.server";
import type { MailWords } from "~/features/notifications/mailing.server";
import { unlinked } from "~/lines";
import { jobDb, type Transaction, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { addressOf, findNew, type SavedFilter, type SearchResult } from "./kinds.server";
import { resultWords, type SearchPace } from "./saved-search";
import { nextTime, paceDays, readStored } from "./saving.server";

/** The email lists this many results and counts the rest. */
const mostItems = 20;
const hour = 3_600_000;

type DueSearch = {
  id: string;
  userId: string;
  mayTell: boolean;
  kind: string;
  name: string;
  query: string;
  pace: SearchPace;
  /** Text, because a Date would lose the microseconds. */
  seenTo: string;
  nextAt: Date;
  createdAt: Date;
  timeZone: string;
};

/**
 * The job that notifies the owners of due searches of new results. It may run often and concurrently, and may be
 * killed: each search stores its results, its notification and its next time in one transaction.
 */
export async function tellSearches(now = new Date()): Promise<void> {
  for (;;) {
    let dueId: string | undefined;
    try {
      const isMore = await transaction(async (tx) => {
        const search = await takeDue(tx, now);
        dueId = search?.id;
        if (search) await runSearch(tx, search, now);
        return search !== undefined;
      }, jobDb);
      if (!isMore) return;
    } catch (error) {
      if (!dueId) throw error;
      // A failure must not hold up the other searches.
      log.error({ err: error, searchId: dueId }, "couldn't notify the owner of a saved search");
      await jobDb.savedSearch.updateMany({
        where: { id: dueId },
        data: { retryAt: new Date(now.getTime() + hour) },
      });
    }
  }
}

/** Finds the search that has been due longest. Skips those that other jobs have locked. */
async function takeDue(tx: Transaction, now: Date): Promise<DueSearch | undefined> {
  const [search] = await tx.$queryRaw<DueSearch[]>`
    SELECT s.id, s.user_id AS "userId", s.kind, s.name, s.query, s.pace, s.seen_to::text AS "seenTo",
           s.next_at AS "nextAt", s.created_at AS "createdAt", coalesce(u.time_zone, 'UTC') AS "timeZone", u.confirmed_at IS NOT NULL AND is_open(u) AS "mayTell"
      FROM saved_searches s JOIN users u ON u.id = s.user_id
     WHERE s.pace <> 'off' AND s.next_at <= ${now} AND (s.retry_at IS NULL OR s.retry_at <= ${now})
     ORDER BY s.next_at, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED`;
  return search;
}

async function runSearch(tx: Transaction, search: DueSearch, now: Date): Promise<void> {
  const { nextAt: from, createdAt: since, pace, timeZone } = search;
  const nextAt = await nextTime(tx, { from, since, days: paceDays[pace], timeZone }, now);
  const saved = await readStored(search.kind, search.query);
  // Doesn't move `seenTo`, so owners who can't be notified now, for example because their account is closed, get these
  // results later.
  if (!saved || !search.mayTell) {
    await tx.savedSearch.update({
      where: { id: search.id },
      data: { nextAt, retryAt: null },
      select: { id: true },
    });
    return;
  }
  const { results, isMore } = await findNew(search, saved, search.seenTo);
  const fresh = await remember(tx, search.id, results);
  if (fresh.length > 0) await notifyOwner(tx, search, saved, { results: fresh, isMore });
  // Moves `seenTo` to a minute ago, because a row from the last minute may not be committed yet. Results that are found
  // again aren't announced again.
  await tx.$executeRaw`
    UPDATE saved_searches
       SET next_at = ${nextAt}, retry_at = NULL, seen_to = greatest(seen_to, now() - interval '1 minute')
     WHERE id = ${search.id}::uuid`;
}

/** Stores the results and returns those that are new to this search. */
async function remember(
  tx: Transaction,
  searchId: string,
  results: readonly SearchResult[],
): Promise<SearchResult[]> {
  const added = await tx.savedSearchResult.createManyAndReturn({
    data: results.map(({ id }) => ({ searchId, resultId: id })),
    skipDuplicates: true,
    select: { resultId: true },
  });
  const ids = new Set(added.map(({ resultId }) => resultId));
  return results.filter(({ id }) => ids.has(id));
}

/**
 * Notifies the owner on the site and by email, depending on their settings. Results are named only in the email's text,
 * because that's deleted after a few days.
 */
async function notifyOwner(
  tx: Transaction,
  search: DueSearch,
  saved: SavedFilter,
  { results, isMore }: { results: readonly SearchResult[]; isMore: boolean },
): Promise<void> {
  const { userId, name } = search;
  const title = `${resultWords(saved.kind, results.length, isMore)} for “${name}”`;
  const href = addressOf(saved);
  const eventKey = `saved-search:${search.id}:${search.nextAt.toISOString()}`;
  const mail = searchMail({ title, name, href }, results, isMore);
  await announce(tx, { userId, kind: "saved-search", title, body: "", href, eventKey, mail });
}

export function searchMail(
  { title, name, href }: { title: string; name: string; href: string },
  results: readonly Pick<SearchResult, "text" | "href">[],
  isMore: boolean,
): MailWords {
  const more = results.length - mostItems;
  return {
    kind: "saved-search",
    subject: title,
    lines: [`Here's what's new for your saved search “${unlinked(name)}”:`],
    items: [
      ...results.slice(0, mostItems).map(({ text, href: to }) => ({ text, href: to })),
      ...(more > 0 ? [{ text: `Plus ${more}${isMore ? "+" : ""} more.`, href: null }] : []),
    ],
    action: { label: "Open this search", href },
  };
}
