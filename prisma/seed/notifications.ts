import type { Kind } from "~/features/notifications/kinds";
import { paths } from "~/paths";
import { matchId } from "./connections.ts";
import { conversationId } from "./conversations.ts";
import { addressOf } from "./growth.ts";
import { briefId, idOf, personId, type Rows } from "./rows.ts";
import type { News, World } from "./world.ts";

/**
 * The product's kind for each kind of news in the data. Likes are left out, because the product doesn't announce them.
 */
const kinds: Record<string, Kind> = {
  application: "application",
  "invitation-answered": "application",
  withdrawn: "application-withdrawn",
  "invitation-declined": "application-withdrawn",
  match: "match",
  held: "match",
  message: "message",
  search: "saved-search",
  reward: "referral",
  invitation: "invitation",
  "project-edited": "project-changed",
  accepted: "application-accepted",
  declined: "application-declined",
  expiry: "project-expiring",
};

/** Adds notifications for the demo logins. */
export function addNotifications(rows: Rows, world: World): void {
  for (const [reader, all] of Object.entries(world.notifications))
    for (const news of all) {
      const kind = kinds[news.kind];
      if (!kind) continue;
      const [about] = news.about ?? [];
      rows.add("notifications", {
        id: idOf("notification", reader, news.text),
        user_id: personId(reader),
        kind,
        title: news.text,
        href: addressFor(rows, world, reader, news),
        event_key: keyOf(world, reader, news),
        about_id: about ? personId(about) : null,
        read_at: news.read ? rows.at(news.daysAgo / 2) : null,
        created_at: rows.at(news.daysAgo),
      });
    }
}

function matchWith(world: World, reader: string, about: string): string {
  const isCreator = world.creators.some(({ key }) => key === reader);
  return isCreator ? matchId(reader, about) : matchId(about, reader);
}

function addressFor(rows: Rows, world: World, reader: string, { kind, about = [], project }: News): string {
  const [person = ""] = about;
  if (kind === "match") return paths.match(matchWith(world, reader, person));
  if (kind === "held") return paths.matches();
  if (kind === "reward") return paths.invitePeople();
  if (kind === "message") {
    const talk = world.conversations.find(
      ({ participants, kind: how }) =>
        how === "direct" && participants.includes(reader) && participants.includes(person),
    );
    return paths.conversation(conversationId(talk?.key ?? ""));
  }
  if (kind === "search") {
    const search = world.savedSearches.find(({ by }) => by === reader);
    return search ? addressOf(rows, search) : paths.discover();
  }
  return paths.project(briefId(project ?? ""));
}

/**
 * The event key of a notification. For a match it's the product's key, because the product withdraws the notification
 * of a held match once it's made.
 */
function keyOf(world: World, reader: string, { kind, about: [person = ""] = [], text }: News): string {
  const isAboutMatch = kind === "match" || kind === "held";
  return isAboutMatch
    ? `${kind}:${matchWith(world, reader, person)}:${personId(reader)}`
    : `seed:${idOf("notification", reader, text)}`;
}
