import type { KeptSwipe, RefusedSwipe } from "~/features/discovery/components/kept-swipes";
import type { Outgoing, SendAnswer } from "~/features/messaging/components/use-outgoing";
import { asWritten, decisionIn, messageFields, postAs, swipeHeader } from "~/offline-words";
import { paths } from "~/paths";
import { readLocal, readQueue, storedNames, writeLocal, writeQueue } from "~/ui/local-storage";
import { noteButton, showNote } from "./connection-note";

/**
 * Sends what a person wrote or chose while offline, from any page that they're on now. An open conversation sends its
 * own messages. Anything that can't be sent yet stays stored. A refused message shows the reason on its page, which a
 * note links to, and another note explains refused swipes.
 */
export async function sendWaiting(personId: string): Promise<void> {
  const prefix = `unsent:${personId}:`;
  const names = storedNames().filter((name) => name.startsWith(prefix));
  const stillInDeck: string[] = [];
  const refusedIn: string[] = [];
  let sent = 0;
  for (const name of names) {
    const where = name.slice(prefix.length);
    if (name === refusedName(personId)) continue;
    if (where === "deck") sent += await sendSwipes(name, personId, stillInDeck);
    else if (location.pathname !== paths.conversation(where))
      sent += await sendMessages(name, where, personId, refusedIn);
  }
  if (sent > 0) dispatchEvent(new CustomEvent("waiting-sent", { detail: stillInDeck }));
  if (tellRefusedMessage(refusedIn) || tellRefused(personId) || sent === 0) return;
  const note = showNote("You're back online. We sent what was waiting here.");
  setTimeout(() => note?.remove(), 5_000);
}

/** Null if the message was neither accepted nor refused for good, so it stays stored. */
async function post(...request: Parameters<typeof postAs>): Promise<Response | null> {
  const answer = await postAs(...request).catch(() => null);
  return answer && answer.status < 500 && ![401, 429].includes(answer.status) ? answer : null;
}

/**
 * Sends messages in order. One that fails holds back those after it. Returns how many were sent.
 * @param refusedIn receives the conversation's ID for each message that was refused
 */
async function sendMessages(
  name: string,
  conversationId: string,
  personId: string,
  refusedIn: string[],
): Promise<number> {
  let sent = 0;
  for (;;) {
    const next = asWritten(readQueue<Outgoing>(name)).find(({ reason }) => reason === undefined);
    if (!next) return sent;
    const answer = await post(personId, paths.conversationNow(conversationId), messageFields(next));
    const told = answer && (await decisionIn<SendAnswer>(answer));
    if (!told) return sent;
    const items = readQueue<Outgoing>(name);
    const isNext = (item: Outgoing) => item.messageId === next.messageId;
    const refusal = "refused" in told && { reason: told.refused, isLasting: told.isLasting };
    writeQueue(
      name,
      items.flatMap((item) => (isNext(item) ? (refusal ? { ...item, ...refusal } : []) : item)),
    );
    if (refusal) refusedIn.push(conversationId);
    else sent += 1;
  }
}

/**
 * The server counts each swipe once, and none beyond the day's limit. Returns how many it decided, and which ones it
 * refused.
 * @param stillInDeck receives the IDs of the people whose swipes were beyond the limit
 */
async function sendSwipes(name: string, personId: string, stillInDeck: string[]): Promise<number> {
  let sent = 0;
  for (;;) {
    const [next] = readQueue<KeptSwipe>(name);
    if (!next) return sent;
    const answer = await post(personId, `${paths.swipe()}.data`, { ...next, inPage: "1" });
    const told = answer?.headers.get(swipeHeader) as RefusedSwipe | "stored" | null | undefined;
    // An invalid swipe never becomes valid. After any other refusal, such as for an unread warning, nothing is decided.
    if (!told && answer?.status !== 400) return sent;
    const waiting = readQueue<KeptSwipe>(name);
    // In the meantime, the person may have undone the swipe, or chosen again.
    const isNext = ({ targetId, choice }: KeptSwipe) => targetId === next.targetId && choice === next.choice;
    if (told) sent += 1;
    if (told === "swipe-limit") stillInDeck.push(next.targetId);
    if (told && told !== "stored" && waiting.some(isNext)) {
      const before = readLocal(refusedName(personId));
      writeLocal(refusedName(personId), { ...(before as object), [next.targetId]: told });
    }
    writeQueue(
      name,
      waiting.filter((swipe) => !isNext(swipe)),
    );
  }
}

/** Links to the conversation, which keeps the message. Returns false if none was refused. */
function tellRefusedMessage([conversationId, ...others]: string[]): boolean {
  if (conversationId === undefined) return false;
  const words = others.length > 0 ? `${others.length + 1} messages weren't sent.` : "A message wasn't sent.";
  const link = noteLink(paths.conversation(conversationId), "See why");
  showNote(words, dismissButton())?.firstElementChild?.append(" ", link);
  return true;
}

function noteLink(href: string, textContent: string): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), { href, textContent });
  link.style.color = "inherit";
  return link;
}

function dismissButton(act?: () => void): HTMLButtonElement {
  return Object.assign(noteButton("icon-link", "×", act), { ariaLabel: "Dismiss" });
}

/** The storage key for the reasons why offline swipes were refused. Each reason is stored with its swipe. */
const refusedName = (personId: string) => `unsent:${personId}:refused`;

const reasons: Record<RefusedSwipe, [one: string, many: string]> = {
  "swipe-limit": ["over your daily limit (still in your deck)", "over your daily limit (still in your deck)"],
  "not-found": ["for someone who isn't available anymore", "for people who aren't available anymore"],
  "not-approved": ["because your profile isn't approved", "because your profile isn't approved"],
  hidden: ["because your profile is hidden", "because your profile is hidden"],
  decided: ["for someone you'd already decided on", "for people you'd already decided on"],
};

/** Shows how many swipes were refused and why, on every page until it's dismissed. Returns false if none were. */
function tellRefused(personId: string): boolean {
  const all = Object.values((readLocal(refusedName(personId)) ?? {}) as Record<string, RefusedSwipe>);
  const told = (Object.keys(reasons) as RefusedSwipe[]).flatMap((reason) => {
    const count = all.filter((one) => one === reason).length;
    return count > 0 ? `${count} ${reasons[reason][count > 1 ? 1 : 0]}` : [];
  });
  if (told.length === 0) return false;
  const forget = () => writeLocal(refusedName(personId), undefined);
  const note = showNote(`Swipes that didn't count: ${told.join("; ")}.`, dismissButton(forget));
  if (all.includes("swipe-limit")) {
    const link = noteLink(paths.pricing(), "See Pricing Options");
    link.addEventListener("click", forget);
    note?.firstElementChild?.append(" ", link);
  }
  return true;
}
