import { paths } from "~/paths";

/** Sent between open pages, never stored: "typing", "who is here?" and the answer "here". */
export const presenceSignals = ["typing", "hello", "here"] as const;
/** From the server alone: the other person has read the message `seq`, the newest. */
export const seenSignal = "seen";
export type PresenceSignal = (typeof presenceSignals)[number];

/** Best effort. */
export function sendPresence(conversationId: string, signal: PresenceSignal): void {
  fetch(paths.conversationPresence(conversationId), {
    method: "POST",
    body: new URLSearchParams({ presence: signal }),
  }).catch(() => {});
}

export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…`;
}
