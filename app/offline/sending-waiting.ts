import type { KeptSwipe, RefusedSwipe } from "~/features/discovery/components/kept-swipes";
import type { Outgoing, SendAnswer } from "~/features/messaging/components/use-outgoing";
import { asWritten, decisionIn, personHeader, swipeHeader } from "~/offline-words";
import { paths } from "~/paths";
import { readLocal, storedPrefix, writeLocal } from "~/ui/local-storage";
import { noteButton, showNote } from "./connection-note";

/** In ms. If a message was stored after all, resending it doesn't store it twice. */
const requestTimeout = 20_000;
/** Longer, because the server stores a large file before it responds. */
const fileTimeout = 180_000;

/**
 * Sends what a person wrote or chose without a connection, from whichever page they're on now. An open conversation
 * sends its own messages. Anything that can't be sent stays. A refused message shows the reason on its page; a note
 * explains refused swipes.
 */
export async function sendWaiting(personId: string): Promise<void> {
  const prefix = `unsent:${personId}:`;
  const names = Object.keys(localStorage).filter((name) => name.startsWith(storedPrefix + prefix));
  const stillInDeck: string[] = [];
  let sent = 0;
  for (const name of names.map((stored) => stored.slice(storedPrefix.length))) {
    const where = name.slice(prefix.length);
    if (name === refusedName(personId)) continue;
    if (where === "deck") sent += await sendSwipes(name, personId, stillInDeck);
    else if (location.pathname !== paths.conversation(where))
      sent += await sendMessages(name, where, personId);
  }
  if (sent > 0) dispatchEvent(new CustomEvent("waiting-sent", { detail: stillInDeck }));
  if (tellRefused(personId) || sent === 0) return;
  const note = showNote("You're back online. We sent what was waiting here.");
  setTimeout(() => note?.remove(), 5_000);
}

async function post(
  path: string,
  fields: Record<string, string>,
  personId: string,
): Promise<Response | null> {
  const request = {
    method: "POST",
    body: new URLSearchParams(fields),
    // The server refuses it if another person has signed in meanwhile.
    headers: { [personHeader]: personId },
    signal: AbortSignal.timeout(fields.upload ? fileTimeout : requestTimeout),
  };
  const answer = await fetch(path, request).catch(() => null);
  return answer && answer.status < 500 && ![401, 429].includes(answer.status) ? answer : null;
}

/** Reads the current state, because in the meantime the person may have signed out or another tab added something. */
function storedAt<Item>(name: string): Item[] {
  const items = readLocal(name);
  return Array.isArray(items) ? items : [];
}

const storeAt = (name: string, items: readonly unknown[]) =>
  writeLocal(name, items.length > 0 ? items : undefined);

/** Sends messages in order; one that fails holds back those after it. Returns how many were sent. */
async function sendMessages(name: string, conversationId: string, personId: string): Promise<number> {
  let sent = 0;
  for (;;) {
    const next = asWritten(storedAt<Outgoing>(name)).find(({ reason }) => reason === undefined);
    if (!next) return sent;
    const { messageId, content, upload } = next;
    const fields = { messageId, content, ...(upload && { upload: upload.uploadId }) };
    const answer = await post(paths.conversationNow(conversationId), fields, personId);
    const told = answer && (await decisionIn<SendAnswer>(answer));
    if (!told) return sent;
    const items = storedAt<Outgoing>(name);
    const isNext = (item: Outgoing) => item.messageId === messageId;
    if ("refused" in told)
      storeAt(
        name,
        items.map((item) => (isNext(item) ? { ...item, reason: told.refused } : item)),
      );
    else {
      storeAt(
        name,
        items.filter((item) => !isNext(item)),
      );
      sent += 1;
    }
  }
}

/**
 * The server counts each swipe once, and none beyond the day's limit. Returns how many it decided, and those that it
 * refused.
 * @param stillInDeck receives the ids of the people whose swipes were beyond the limit
 */
async function sendSwipes(name: string, personId: string, stillInDeck: string[]): Promise<number> {
  let sent = 0;
  for (;;) {
    const [next] = storedAt<KeptSwipe>(name);
    if (!next) return sent;
    const answer = await post(`${paths.swipe()}.data`, { ...next, inPage: "1" }, personId);
    const told = answer?.headers.get(swipeHeader) as RefusedSwipe | "stored" | null | undefined;
    // An invalid swipe never becomes valid. Other refusals decide nothing: a warning to read first, for example.
    if (!told && answer?.status !== 400) return sent;
    const waiting = storedAt<KeptSwipe>(name);
    if (told) sent += 1;
    if (told === "swipe-limit") stillInDeck.push(next.targetId);
    if (told && told !== "stored" && waiting.some(({ key }) => key === next.key)) {
      const before = readLocal(refusedName(personId));
      writeLocal(refusedName(personId), { ...(before as object), [next.key]: told });
    }
    storeAt(
      name,
      waiting.filter(({ key }) => key !== next.key),
    );
  }
}

/** The storage key for why swipes made offline were refused, by swipe. */
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
  const dismiss = noteButton("icon-link", "×", forget);
  dismiss.ariaLabel = "Dismiss";
  const note = showNote(`Swipes that didn't count: ${told.join("; ")}.`, dismiss);
  if (all.includes("swipe-limit")) {
    const link = Object.assign(document.createElement("a"), {
      href: paths.pricing(),
      textContent: "See Pricing Options",
    });
    link.style.color = "inherit";
    link.addEventListener("click", forget);
    note?.firstElementChild?.append(" ", link);
  }
  return true;
}
