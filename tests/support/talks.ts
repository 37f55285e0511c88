import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { type ConversationView, listConversations } from "~/features/messaging/inbox.server";
import { writeTo } from "~/features/messaging/sending.server";
import { openConversation } from "~/features/messaging/starting.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { makeContributor, makeCreator, type Person } from "./people";

export const say = (content: string) => ({ messageId: randomUUID(), content });

/** The person's conversations: requests first, then the others. */
export async function listAll(person: Actor): Promise<ConversationView[]> {
  const lists = [await listConversations(person, { folder: "requests" }), await listConversations(person)];
  return lists.flatMap(({ conversations }) => conversations);
}

export async function openTalk(one: Actor, other: Pick<Actor, "userId">): Promise<string> {
  const opened = await transaction((tx) => openConversation(tx, one, other.userId));
  if (!opened.ok) throw new Error(opened.refused);
  return opened.conversationId;
}

export interface Pair {
  creator: Person;
  contributor: Person;
}

/**
 * Two people who have matched. They live far apart and have different availabilities, so a test notices a page that
 * mixes them up.
 */
export async function makePair(names: { creator?: string; contributor?: string } = {}): Promise<Pair> {
  const creator = await makeCreator({ name: names.creator ?? "Cleo Field", services: ["Writer"] });
  const contributor = await makeContributor({
    ...{ name: names.contributor ?? "Rafa Moor", services: ["Writer"] },
    ...{ timeZone: "Pacific/Auckland", availability: "limited" },
  });
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  return { creator, contributor };
}

export interface Talk extends Pair {
  conversationId: string;
  place: string;
}

/** Creates a conversation, which begins with the contributor's message to the creator. */
export async function makeTalk(first = "Hello", names: Parameters<typeof makePair>[0] = {}): Promise<Talk> {
  const pair = await makePair(names);
  const sent = await writeTo(pair.contributor, pair.creator.userId, say(first));
  if (!sent.ok) throw new Error(sent.refused);
  return { ...pair, conversationId: sent.conversationId, place: paths.conversation(sent.conversationId) };
}
