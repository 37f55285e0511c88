import { wholePrice } from "~/features/catalog/amount";
import { reasonText } from "~/features/profiles/review-reasons";
import { amountRow, priceOf } from "./amounts.ts";
import { emailOf } from "./logins.ts";
import type { Media } from "./media.ts";
import { idOf, personId, type Rows } from "./rows.ts";
import type { Amount, Contributor, Creator, Plan, World } from "./world.ts";

/** How many days a plan's period lasts. */
const periodDays: Record<Plan, number> = { free: 14, pay_per_post: 30, pro: 30, agency: 30 };

/** Adds everyone with their plan, their links and their work. */
export function addPeople(
  rows: Rows,
  { creators, contributors }: World,
  { media, passwordHash }: { media: Media; passwordHash: string },
): void {
  for (const person of [...creators, ...contributors]) {
    const avatarUrl = person.portrait ? media.portrait(person.portrait) : null;
    const { plan, joinedDaysAgo } = person;
    const planStart =
      person.side === "creator" ? person.planPeriodStartedDaysAgo : Math.min(joinedDaysAgo, periodDays.free);
    rows.addPerson({
      id: personId(person.key),
      email: emailOf(person),
      password_hash: passwordHash,
      full_name: person.name,
      avatar_url: avatarUrl,
      user_type: person.side,
      is_admin: person.isAdmin ?? false,
      plan,
      plan_start: rows.at(planStart),
      plan_end: rows.at(planStart - periodDays[plan]),
      joined_at: rows.at(joinedDaysAgo),
      completed_at: rows.at(joinedDaysAgo - 0.01),
      bio: person.bio,
      current_project: person.currentProject,
      location: person.place,
      experience_level: person.experience,
      availability: person.availability,
      style_description: person.styleDescription,
      other_tools: person.otherTools,
      projects_good_at: person.goodAt,
      services: person.services,
      tools: person.tools,
      visual_styles: person.styles,
      ...(person.side === "creator" ? creatorColumns(person) : contributorColumns(rows, person)),
    });
    rows.add("user_usage", {
      user_id: personId(person.key),
      swipe_count_today: person.side === "creator" ? (person.usage?.swipesToday ?? 0) : 0,
      last_swipe_reset: rows.dateAt(0),
      message_period_start: rows.at(planStart),
    });
    for (const [key, url] of Object.entries(person.links ?? {}))
      rows.add("profile_links", { profile_id: personId(person.key), key, url });
    addSamples(rows, media, person);
  }
}

/** Processes of an older version read the price as text. */
function priceColumns(amount: Amount | null) {
  const price = priceOf(amount);
  return { ...amountRow(price), price_range: wholePrice(price, 200) };
}

const creatorColumns = ({ budget, contentTypes, tones }: Creator) => ({
  ...priceColumns(budget),
  content_types: contentTypes,
  brand_tones: tones,
});

function contributorColumns(rows: Rows, person: Contributor) {
  const { status, joinedDaysAgo, approvedDaysAgo = joinedDaysAgo, rejection } = person;
  return {
    ...priceColumns(person.price),
    turnaround_time: person.turnaround,
    portfolio_url: person.portfolio,
    status,
    reviewed_at: rows.at(approvedDaysAgo),
    rejection_reason: rejection ? reasonText({ pick: rejection.reasons, reason: rejection.note }) : null,
  };
}

export const sampleId = (personKey: string, position: number) => idOf("sample", personKey, String(position));

/** Adds a person's samples. The first one is the cover. */
function addSamples(rows: Rows, media: Media, person: Contributor | Creator): void {
  const { key } = person;
  for (const [index, sample] of (person.samples ?? []).entries()) {
    const { picture, title, role, alt, service, daysAgo, hiddenDaysAgo } = sample;
    const hiddenAt = hiddenDaysAgo === undefined ? null : rows.at(hiddenDaysAgo);
    const kind = media.kindOf(picture);
    const at = rows.at(daysAgo);
    const still = media.picture(key, picture, { title, at });
    rows.add("work_samples", {
      id: sampleId(key, index + 1),
      profile_id: personId(key),
      position: index + 1,
      kind,
      media_id:
        kind === "video"
          ? media.video(key, picture, { title, at })
          : kind === "audio"
            ? media.sound(key, picture, { title, at })
            : still,
      still_id: kind === "image" ? null : still,
      title,
      part: role,
      alt,
      service_id: rows.idIn("services", service),
      made_on: rows.dateAt(daysAgo),
      is_cover: index === 0,
      created_at: at,
      removed_at: hiddenAt,
      hidden_at: hiddenAt,
    });
  }
}
