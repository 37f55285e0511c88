import { addUse, type Person } from "./account.ts";
import type { AttachedFile, Attachment } from "./attachments.ts";
import type { Collection } from "./collection.ts";

/** Counts toward the creator's plan. */
export function addMatch(all: Collection, creator: Person, contributor: Person, at: Date): void {
  const id = all.faker.string.uuid();
  const earlier = new Date(at.getTime() - 5 * 3_600_000);
  all.add("swipes", { actor_id: contributor.id, target_id: creator.id, liked: true, created_at: earlier });
  all.add("swipes", { actor_id: creator.id, target_id: contributor.id, liked: true, created_at: at });
  const pair = { creator_id: creator.id, contributor_id: contributor.id };
  all.add("matches", { id, ...pair, source: "swipe", created_at: at });
  addUse(all, creator.id, "match", contributor.id, at);
}

/** The match of an accepted application. It doesn't count toward a plan, and no one has written in its conversation. */
export function addApplicationMatch(all: Collection, creator: Person, contributor: Person, at: Date): void {
  const { faker } = all;
  const pair = { creator_id: creator.id, contributor_id: contributor.id };
  all.add("matches", { id: faker.string.uuid(), ...pair, source: "application", created_at: at });
  const id = faker.string.uuid();
  const people = [creator.id, contributor.id].sort();
  const times = { created_at: at, updated_at: at };
  all.add("conversations", {
    id,
    direct_key: people.join(":"),
    created_by: creator.id,
    last_seq: 0,
    ...times,
  });
  for (const personId of people) {
    all.add("conversation_participants", {
      id: faker.string.uuid(),
      conversation_id: id,
      user_id: personId,
      state: "active",
      ...{ last_read_seq: 0, last_seq: 0, mailed_seq: 0 },
      ...{ active_at: at, joined_at: at },
    });
  }
}

/** Each Like puts its sender on top of the liked person's deck. */
export function addLikes(all: Collection, liked: Person, likers: Person[]): void {
  for (const [index, liker] of likers.entries()) {
    const at = all.daysAgo(all.faker.number.float({ min: 0.2, max: 60 }));
    all.add("swipes", { actor_id: liker.id, target_id: liked.id, liked: true, created_at: at });
    all.add("deck_cards", {
      viewer_id: liked.id,
      person_id: liker.id,
      position: -1_000_000 + index,
      likes_you: true,
    });
  }
}

export type Line = string | { text: string; file: AttachedFile };

/**
 * `reader` hasn't opened the last message, which `partner` wrote. The creator's messages count toward their plan.
 * @returns the files attached to messages, to be stored later
 */
export function addConversation(
  all: Collection,
  [reader, partner]: [Person, Person],
  creator: Person,
  lines: readonly Line[],
): Attachment[] {
  const { faker } = all;
  const id = faker.string.uuid();
  const attachments: Attachment[] = [];
  const last = lines.length;
  const timeOf = (seq: number) => all.daysAgo((last - seq) * 0.35 + 0.1);
  const pair = [reader.id, partner.id].sort();
  all.add("conversations", {
    id,
    direct_key: pair.join(":"),
    created_by: reader.id,
    last_seq: last,
    created_at: timeOf(1),
    updated_at: timeOf(last),
  });
  for (const [person, read] of [
    [reader, last - 1],
    [partner, last],
  ] as const) {
    all.add("conversation_participants", {
      id: faker.string.uuid(),
      conversation_id: id,
      user_id: person.id,
      state: "active",
      last_read_seq: read,
      last_seq: last,
      mailed_seq: last,
      active_at: timeOf(last),
      joined_at: timeOf(1),
    });
  }
  for (const [index, line] of lines.entries()) {
    const seq = index + 1;
    const sender = (last - seq) % 2 === 0 ? partner : reader;
    const messageId = faker.string.uuid();
    all.add("messages", {
      id: messageId,
      conversation_id: id,
      seq,
      sender_id: sender.id,
      content: typeof line === "string" ? line : line.text,
      created_at: timeOf(seq),
    });
    if (typeof line !== "string") attachments.push({ messageId, ownerId: sender.id, file: line.file });
    if (sender === creator) addUse(all, sender.id, "message", id, timeOf(seq), messageId);
  }
  return attachments;
}
