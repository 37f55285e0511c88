import { findActor } from "~/features/accounts/sessions.server";
import { listConversations, unreadTotals } from "~/features/messaging/inbox.server";
import { getThread } from "~/features/messaging/threads.server";
import { closeDatabase } from "~/platform/db.server";
import { actorOf, buffersOf, explain, statementsOf } from "../statements.ts";
import { type Filled, sizes } from "./filling.ts";

/** Each statement's buffers by name, and the plans for the record. */
export interface Touched {
  buffers: Record<string, number>;
  plans: Record<string, unknown>;
}

export interface MessageBuffers {
  newest: { short: Touched; long: Touched };
  /** The long one from its middle; the short one from where a full page is left. */
  farBack: { short: Touched; long: Touched };
  list: { few: Touched; many: Touched };
  /** Any page's reader, and their unread count. */
  reader: { few: Touched; many: Touched };
}

async function touchedBy(work: () => Promise<unknown>): Promise<Touched> {
  const touched: Touched = { buffers: {}, plans: {} };
  for (const statement of await statementsOf(work)) {
    const name = statement.name ?? "without a name";
    const plan = await explain(statement);
    touched.buffers[name] = (touched.buffers[name] ?? 0) + buffersOf(plan);
    touched.plans[name] = plan;
  }
  return touched;
}

const filled: Filled = JSON.parse(process.argv[2] ?? "");
const reader = actorOf(filled.reader.id, "contributor");
const open = (conversationId: string, before: number | null) =>
  touchedBy(() => getThread(reader, conversationId, before));
const list = (personId: string) =>
  touchedBy(async () => {
    const actor = actorOf(personId, "contributor");
    await listConversations(actor);
    await unreadTotals(actor);
  });
const tokenOf = ({ cookie }: { cookie: string }): string =>
  JSON.parse(Buffer.from(decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)), "base64").toString());
const find = (participant: { cookie: string }) => touchedBy(() => findActor(tokenOf(participant)));

const measured: MessageBuffers = {
  newest: { short: await open(filled.short, null), long: await open(filled.long, null) },
  farBack: {
    short: await open(filled.short, sizes.short / 2 + 1),
    long: await open(filled.long, sizes.long / 2 + 1),
  },
  list: { few: await list(filled.few.id), many: await list(filled.many.id) },
  reader: { few: await find(filled.few), many: await find(filled.many) },
};
await new Promise((sent) => process.send?.(measured, sent));
await closeDatabase();
process.disconnect();
