import { createHash } from "node:crypto";
import { deckQuery, noFilter } from "~/features/discovery/deck-filter";
import { filterQuery } from "~/features/projects/project-filter";
import { paths } from "~/paths";
import { idOf, personId, type Rows } from "./rows.ts";
import type { SavedSearch, World } from "./world.ts";

const hash = (text: string) => createHash("sha256").update(text).digest();
/** A hash in the text format of PostgreSQL's bytea. */
const hashOf = (text: string) => `\\x${hash(text).toString("hex")}`;

/** How long each reward lasts, in days; `boostDays` in the app. */
const priorityDays = 30;

/** Adds invitations in each state, saved searches, and the views of the demo logins' profiles. */
export function addGrowth(rows: Rows, world: World): void {
  for (const [inviter, { joined, waiting }] of Object.entries(world.referrals)) {
    rows.add("referral_codes", { user_id: personId(inviter), code: personId(inviter).slice(0, 8) });
    for (const { masked, daysAgo } of waiting) {
      const id = idOf("mailed invitation", inviter, masked);
      rows.add("mailed_invitations", {
        id,
        inviter_id: personId(inviter),
        address_hash: hashOf(id),
        masked,
        code: hash(id).toString("hex").slice(0, 12),
        created_at: rows.at(daysAgo),
      });
    }
    for (const { who, daysAgo, rewardedDaysAgo } of joined)
      rows.add("referrals", {
        id: idOf("referral", inviter, who),
        referrer_id: personId(inviter),
        invitee_id: personId(who),
        address_hash: hashOf(who),
        created_at: rows.at(daysAgo),
        rewarded_at: rows.at(rewardedDaysAgo),
      });
    // Each further reward extends the boost.
    const since = Math.max(...joined.map(({ rewardedDaysAgo }) => rewardedDaysAgo));
    rows.add("boosts", {
      id: idOf("boost", inviter),
      user_id: personId(inviter),
      reason: "referrer",
      starts_at: rows.at(since),
      ends_at: rows.at(since - priorityDays * joined.length),
    });
  }
  for (const search of world.savedSearches)
    rows.add("saved_searches", {
      id: searchId(search),
      user_id: personId(search.by),
      kind: search.kind,
      name: search.name,
      query: new URL(addressOf(rows, search), "http://x").search,
      pace: search.pace,
      next_at: rows.at(-3),
      created_at: rows.at(search.createdDaysAgo),
    });
  addViews(rows, world);
}

const searchId = ({ by, name }: SavedSearch) => idOf("search", by, name);

/** The page with the results. */
export function addressOf(rows: Rows, { kind, filter }: SavedSearch): string {
  const serviceId = filter.service ? rows.idIn("services", filter.service) : null;
  if (kind === "projects") {
    const any = { status: null, toolId: null, budgetTypeId: null, pays: null };
    return paths.projects(filterQuery({ ...any, q: filter.words ?? "", serviceId }));
  }
  const { level = null, availability = null, place = "" } = filter;
  return paths.discover(deckQuery({ ...noFilter, serviceId, level, availability, place }));
}

/** Runs after the commit that lists people, so that only people who join later are new to the searches. */
export const beginSearches = "UPDATE saved_searches SET seen_to = now()";

/** Views on the busiest day. */
const mostViews = 9;

/** Views have grown since people joined, and there are fewer on weekends. */
function addViews(rows: Rows, { creators, contributors }: World): void {
  for (const { key, login, joinedDaysAgo } of [...creators, ...contributors]) {
    if (!login) continue;
    for (let days = Math.floor(joinedDaysAgo); days >= 0; days -= 1) {
      const isWeekend = rows.at(days).getUTCDay() % 6 === 0;
      const most = (mostViews * (1 - days / joinedDaysAgo / 2)) / (isWeekend ? 3 : 1);
      const [one = 0, other = 0] = hash(`${key} ${days}`);
      rows.add("member_days", {
        member_id: personId(key),
        day: rows.dateAt(days),
        views: Math.round((most * one) / 255),
        guest_views: Math.round((most * other) / 510),
      });
    }
  }
}
