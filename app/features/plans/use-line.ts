import type { UsageKind } from "./plan";

export interface UseLine {
  id: string;
  kind: UsageKind;
  /** 1, or a negative number if uses were given back. */
  amount: number;
  /** For a line that resets all uses: the reason. Null for other lines. */
  reset: "purchase" | "month" | "admin" | null;
  /** ISO 8601. */
  at: string;
  /** The other person's name, if the member may see them. */
  name: string | null;
  /** The title of the member's project. */
  title: string | null;
  isToGroup: boolean;
}

/**
 * The line in words, such as 'Message to Noor', 'Saved someone (credited back)' or '3 messages reset when you bought a
 * post'.
 */
export function lineWords(line: UseLine): string {
  const { kind, amount, reset } = line;
  if (reset) return `${-amount} ${nouns[kind][amount === -1 ? 0 : 1]} reset ${resetBy[reset]}`;
  return amount < 0 ? `${wordsOf(line)} (credited back)` : wordsOf(line);
}

const resetBy = {
  purchase: "when you bought a post",
  month: "for a new billing month",
  admin: "by our team",
} as const;

const nouns: Record<UsageKind, [one: string, more: string]> = {
  swipe: ["swipe", "swipes"],
  message: ["message", "messages"],
  match: ["match", "matches"],
  save: ["favorite", "favorites"],
  post: ["post", "posts"],
};

function wordsOf({ kind, name, title, isToGroup }: UseLine): string {
  const person = name || "someone";
  switch (kind) {
    case "swipe":
      return `Liked or passed on ${person}`;
    case "message":
      return `Message to ${isToGroup ? "a group" : person}`;
    case "match":
      return `Match with ${person}`;
    case "save":
      return `Saved ${person}`;
    case "post":
      return title ? `Posted ${title}` : "Posted a project that no longer exists";
  }
}
