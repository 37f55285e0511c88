import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { withFile } from "~/features/messaging/attachment";
import { deleteMessage, editMessage } from "~/features/messaging/changing.server";
import type { RefetchResponse } from "~/features/messaging/components/use-conversation";
import type { SendAnswer } from "~/features/messaging/components/use-outgoing";
import { readSince } from "~/features/messaging/following.server";
import { listConversations, unreadTotals } from "~/features/messaging/inbox.server";
import { lastingRefusals, limitIn, messageWords, refusalErrors } from "~/features/messaging/message";
import { changeSchema, messageSchema } from "~/features/messaging/message.schema";
import { sendMessage } from "~/features/messaging/sending.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, waitForActs } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { parseCount, parseId } from "~/ids";

/** Storing a message's file can take a minute. */
export const handle: RouteHandle = { isUpload: true };

/** Called by script: returns what changed after a given message. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuse(401, "You're signed out. Sign in again to continue.");
  const update = await fetchChanges(actor, args);
  return update ? answer<RefetchResponse>(200, update) : refuse(404, messageWords.gone);
}

/**
 * Called by script. Sends a message like the thread's form, or changes one of the sender's messages. Returns everything
 * that changed; after a sent message, that's the thread and the top of the list.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuse(401, "You're signed out. Sign in again to continue.");
  if (actor.isWarned)
    return refuse(
      403,
      "You have a warning from Matchcut. Reload this page and read it before you send this.",
    );
  const changed = parseCount(new URL(args.request.url).searchParams.get("change"));
  if (changed) return change(actor, args, changed);
  const form = await readForm(args, messageSchema);
  if (!form.ok) return refuse(400, messageWords.failed);
  const sent = await sendMessage(actor, parseId(args.params.conversationId) ?? "", withFile(form.value));
  if (sent.ok) {
    // Messages written offline may be sent from any page. Such a request doesn't name a last message, so the
    // conversation doesn't count as opened.
    const isOpened = new URL(args.request.url).searchParams.has("after");
    const [update, { conversations }] = await Promise.all([
      fetchThread(actor, args, isOpened),
      listConversations(actor, { pageSize: 1, isNarrow: true }),
    ]);
    if (!update) return refuse(404, messageWords.gone, { isLasting: true });
    return answer<SendAnswer>(200, { ...update, list: { conversations } });
  }
  // The first attempt may still succeed, so the client retries the same request.
  if (sent.refused === "file" && sent.why === "storing") return answer(503, { isStoring: true });
  const errors = refusalErrors(sent);
  const words = Object.values(errors).flat().join(". ");
  const isLasting = lastingRefusals.includes(sent.refused);
  const status = sent.refused === "too-many" ? 429 : isLasting ? 404 : 409;
  return refuse(status, words, { limit: limitIn(errors), isLasting });
}

const changeRefusals: Record<"empty" | "too-long" | "over" | "not-found", [number, string]> = {
  empty: [409, messageWords.empty],
  "too-long": [409, messageWords.tooLong],
  over: [409, messageWords.changeOver],
  "not-found": [404, messageWords.gone],
};

async function change(actor: Actor, args: ActionFunctionArgs, seq: number) {
  const form = await readForm(args, changeSchema);
  if (!form.ok) return refuse(400, messageWords.notChanged);
  const conversationId = parseId(args.params.conversationId) ?? "";
  const { intent, content } = form.value;
  const waitSeconds = await waitForActs(actor, "message-change");
  if (waitSeconds > 0) return refuse(429, `Please try again ${retryText(waitSeconds)}.`);
  const done = await (intent === "delete"
    ? deleteMessage(actor, conversationId, seq)
    : editMessage(actor, conversationId, seq, content));
  if (!done.ok) return refuse(...changeRefusals[done.refused]);
  const update = await fetchChanges(actor, args);
  return update ? answer<RefetchResponse>(200, update) : refuse(404, messageWords.gone);
}

async function fetchChanges(actor: Actor, args: LoaderFunctionArgs): Promise<RefetchResponse | null> {
  const [update, list, totals] = await Promise.all([
    fetchThread(actor, args),
    listConversations(actor, { pageSize: 10, isNarrow: true }),
    unreadTotals(actor, parseId(args.params.conversationId)),
  ]);
  return update && { ...update, list, ...totals };
}

function fetchThread(actor: Actor, { request, params }: LoaderFunctionArgs, isOpened = true) {
  const after = parseCount(new URL(request.url).searchParams.get("after")) ?? 0;
  return readSince(actor, parseId(params.conversationId) ?? "", after, isOpened);
}

const refuse = (
  status: number,
  refused: string,
  { limit = null, isLasting = false }: { limit?: string | null; isLasting?: boolean } = {},
) => answer<SendAnswer>(status, { refused, limit, isLasting });

function answer<Body>(status: number, body: Body): Response {
  return Response.json(body, { status });
}
