/** Sent between open pages, never stored: "typing", "who is here?" and the answer "here". */
export const presenceSignals = ["typing", "hello", "here"] as const;
/** Sent by the server only: the other person has read the newest message, `seq`. */
export const seenSignal = "seen";
export type PresenceSignal = (typeof presenceSignals)[number];

export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…`;
}
