import type { Media } from "./media.ts";
import { addUse, idOf, personId, type Rows } from "./rows.ts";
import type { Conversation, World } from "./world.ts";

export const conversationId = (key: string) => idOf("conversation", key);

export const messageId = (conversation: string, seq: number) => idOf("message", conversation, String(seq));

const directKey = (people: readonly string[]) => people.map(personId).sort().join(":");

/** Adds conversations with their messages, and the empty conversations that accepted applications opened. */
export function addConversations(rows: Rows, world: World, media: Media): void {
  for (const conversation of world.conversations) addConversation(rows, world, conversation, media);
  const written = new Set(world.conversations.map(({ participants }) => directKey(participants)));
  for (const { creator, contributor, daysAgo, source } of world.matches) {
    const participants = [creator, contributor];
    if (source !== "application" || written.has(directKey(participants))) continue;
    const empty: Conversation = {
      key: participants.join("+"),
      kind: "direct",
      participants,
      opens: { daysAgo },
      counted: false,
      unreadFor: [],
      messages: [],
    };
    addConversation(rows, world, empty, media);
  }
}

function addConversation(rows: Rows, world: World, talk: Conversation, media: Media): void {
  const { key, kind, participants, messages, opens } = talk;
  const [by = ""] = participants;
  const id = conversationId(key);
  const last = messages.length;
  const openedAt = rows.at(opens.daysAgo);
  const latestDaysAgo = messages.at(-1)?.daysAgo ?? opens.daysAgo;
  const latestAt = rows.at(latestDaysAgo);
  rows.add("conversations", {
    id,
    title: talk.name ?? null,
    direct_key: kind === "group" ? null : directKey(participants),
    created_by: personId(by),
    last_seq: last,
    created_at: openedAt,
    updated_at: latestAt,
  });
  for (const person of participants)
    rows.add("conversation_participants", {
      id: idOf("participant", key, person),
      conversation_id: id,
      user_id: personId(person),
      state: kind === "request" && person !== by ? "requested" : "active",
      last_read_seq: talk.unreadFor.includes(person) ? last - 1 : last,
      last_read_at: rows.at(Math.max(0, latestDaysAgo - 2 / 1440)),
      last_seq: last,
      mailed_seq: last,
      written_seq: messages.findLastIndex(({ from }) => from === person) + 1,
      active_at: latestAt,
      joined_at: openedAt,
    });
  for (const [index, { from, daysAgo, text, file }] of messages.entries()) {
    const at = rows.at(daysAgo);
    const message = messageId(key, index + 1);
    rows.add("messages", {
      id: message,
      conversation_id: id,
      seq: index + 1,
      sender_id: personId(from),
      content: text,
      media_id: file ? media.attachment(from, file, at) : null,
      created_at: at,
    });
    if (talk.counted && world.creators.some((creator) => creator.key === from))
      addUse(rows, from, "message", id, { at, key: message });
  }
}
