import { randomInt } from "node:crypto";
import type { DirectorySort } from "~/features/directory/directory";
import { listContributors, listParts } from "~/features/directory/listing.server";
import { id, idOf, numbers, people, type Stage } from "./database.ts";
import { type Part, slowestLimits } from "./scale.ts";
import { byKey } from "./statements.ts";

/** A tenth of contributors offer the common service, and one in a thousand offers the rare one. */
const services = { common: 20, rare: 25 };

/**
 * Everyone is a contributor. Three in five have a picture of their work, one in fifty isn't searchable, one in a
 * thousand is suspended, and one has blocked a thousand others.
 */
function fill(size: number): Stage[] {
  const all = numbers(size);
  // All services except the two above, whose shares are set separately.
  const others = "(ARRAY[7, 8, 9, 11, 12, 13, 14, 17, 21, 22, 23, 24])";
  const offers = `(
    SELECT ${others}[1 + i % 12] AS id UNION SELECT ${others}[1 + (i * 5 + 3) % 12]
    UNION ALL SELECT ${services.common} WHERE i % 10 = 0 UNION ALL SELECT ${services.rare} WHERE i % 1000 = 7)`;
  const hasCover = "i * 7919 % 5 < 3";
  const steps = [
    ...people("contributor", size, {
      user_type: "'contributor'::user_type",
      bio: "repeat('Eight years of long-form work, cut early and often. ', 4)",
      location: "'Town ' || i % 900",
      amount_unit: "'hour'::amount_unit",
      amount_low: "(2000 + i % 60 * 100)::int",
      amount_high: "(2000 + i % 60 * 100)::int",
      amount_note: "''",
    }),
    "UPDATE users SET appears_in_search = false WHERE abs(hashtext(email)) % 50 = 0",
    "UPDATE users SET suspended_at = now() WHERE abs(hashtext(email)) % 1000 = 1",
    [
      `INSERT INTO contributor_services SELECT ${id("contributor")}, o.id FROM ${all} CROSS JOIN LATERAL ${offers} o`,
      `INSERT INTO contributor_visual_styles
       SELECT ${id("contributor")}, 1 + (i + k * 5) % 17 FROM ${all}, generate_series(0, 1) k`,
    ],
    `INSERT INTO media (id, owner_id, kind, file_key, ending, bytes, width, height, widths)
     SELECT ${id("media")}, ${id("contributor")}, 'image', 'media/' || i, '', 1000, 1440, 810, '{360,720,1440}'
       FROM ${all} WHERE ${hasCover}`,
    `INSERT INTO work_samples (id, profile_id, position, kind, media_id, title, is_cover)
     SELECT ${id("sample")}, ${id("contributor")}, 1, 'image', ${id("media")}, 'A still', true
       FROM ${all} WHERE ${hasCover}`,
    "ANALYZE profiles, contributor_services, contributor_visual_styles, work_samples",
    `INSERT INTO person_listings (profile_id, user_type, number, changed_at, terms, since, price, traits)
     SELECT one.id, own.user_type, one.i, now(), own.terms,
            array_fill(now(), ARRAY[cardinality(own.terms)]), own.price, own.traits
       FROM (SELECT ${id("contributor")} AS id, i FROM ${all} OFFSET 0) one
      CROSS JOIN LATERAL person_listing_of(one.id) own ORDER BY one.i`,
    `INSERT INTO blocks (blocker_id, blocked_id, created_at)
     SELECT ${id("contributor", "1")}, ${id("contributor")}, now() FROM ${numbers(1001, 2)}`,
  ];
  return [{ steps }];
}

function cases(size: number) {
  const blocker = { userId: idOf("contributor", 1) };
  const list = (
    page: string,
    service: number | null,
    sort: DirectorySort,
    after: () => string | null = () => null,
    viewer: typeof blocker | null = null,
  ) => ({ groups: [page], work: () => listContributors(viewer, service, sort, after()) });
  const work = () => `w${1 + randomInt(size)}`;
  const without = () => `n${1 + randomInt(size)}`;
  return [
    list("first page", null, "work"),
    list("later page, with work", null, "work", work),
    list("later page, without", null, "work", without),
    list("where work ends", null, "work", () => "w8"),
    list("newest first", null, "new"),
    list("newest first, later", null, "new", without),
    list("a service", services.common, "work"),
    list("a service, later", services.common, "work", work),
    list("a service, newest first", services.common, "new", without),
    list("a rare service", services.rare, "work"),
    list("a member who blocked a thousand", null, "work", work, blocker),
    { groups: ["the sitemap's parts"], work: listParts },
  ];
}

/**
 * Measures what each page of the public directory reads, by number of people. Guests cause these reads only every 15
 * seconds, because their pages are cached.
 */
export const part: Part = {
  name: "directory",
  of: "contributors",
  sizes: [20_000, 1_000_000],
  quickSizes: 1,
  rounds: { usual: 200, quick: 60 },
  fill,
  control: byKey("contributor", "id, full_name", "profiles"),
  cases,
  limits: slowestLimits("page of the directory", { ratio: 10, queries: 3 }),
  notes: ["Measured: the functions that the page's loader calls, alternating with the control."],
};
