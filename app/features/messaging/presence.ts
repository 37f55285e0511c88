import { paths } from "~/paths";

/** What passes between open pages and is stored nowhere: "typing", "who is here?" and its answer "here". */
export const presenceSignals = ["typing", "hello", "here"] as const;
export type PresenceSignal = (typeof presenceSignals)[number];

/** Tells the others of a conversation; nobody waits for it, and a line that breaks loses it. */
export function sendPresence(conversationId: string, signal: PresenceSignal): void {
  fetch(paths.conversationPresence(conversationId), {
    method: "POST",
    body: new URLSearchParams({ presence: signal }),
  }).catch(() => {});
}

/** Who types, in words; empty for nobody. */
export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…`;
}
