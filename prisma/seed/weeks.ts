import type { Person } from "./account.ts";
import type { Collection } from "./collection.ts";

/**
 * Profile views since a person joined, fewer on weekends. The page counts Likes, applications and replies from their
 * own rows.
 */
export function addWeeks(
  all: Collection,
  person: Person,
  { joined, visits }: { joined: number; visits: number },
): void {
  const { faker } = all;
  for (let days = joined - 1; days >= 0; days -= 1) {
    const at = all.daysAgo(days);
    const isWeekend = at.getUTCDay() % 6 === 0;
    const most = Math.max(1, Math.round((visits * (joined - days / 2)) / joined / (isWeekend ? 3 : 1)));
    all.add("member_days", {
      member_id: person.id,
      day: at.toISOString().slice(0, 10),
      views: faker.number.int(most),
      guest_views: faker.number.int(Math.ceil(most / 2)),
    });
  }
}
