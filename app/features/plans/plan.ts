export type PlanName = "free" | "pay_per_post" | "pro" | "agency";
export type UsageKind = "swipe" | "message" | "post" | "save" | "match";

export const planLabels: Record<PlanName, string> = {
  free: "Free",
  pay_per_post: "Pay-Per-Post",
  pro: "Pro",
  agency: "Agency",
};

/** And above. */
export const unlimited = 999_999;

/** How long a post stays open; on other plans until its owner closes it. */
export const postDays = { free: 14, pay_per_post: 30 } as const satisfies Partial<Record<PlanName, number>>;

export interface UsageView {
  kind: UsageKind;
  used: number;
  /** Null if unlimited. */
  limit: number | null;
  /** As a sentence. */
  resets: string;
}

export interface PlanView {
  plan: PlanName;
  /** ISO 8601. */
  periodEnd: string;
  usage: UsageView[];
}

const neverResets = "On the Free plan this is a total that does not reset.";

/** When or how this use becomes possible again. `timeZone` is the member's own. */
export function resetWords(kind: UsageKind, plan: PlanName, timeZone: string): string {
  switch (kind) {
    case "swipe":
      return `Your swipes reset at midnight ${zoneWords(timeZone)}.`;
    case "message":
      if (plan === "pro") return "Your messages reset with your next billing month.";
      return plan === "pay_per_post" ? "They reset with your next post purchase." : neverResets;
    case "match":
      return plan === "free" ? neverResets : "The limit grows with your active posts.";
    case "save":
      return "To make room, open the profile of somebody you saved and remove them from your favorites.";
    case "post":
      return "A post that is completed, canceled or expired makes room.";
  }
}

/** 'UTC', 'New York time'. */
function zoneWords(timeZone: string): string {
  if (timeZone === "UTC") return timeZone;
  return `${(timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")} time`;
}

export const usageLabels: Record<UsageKind, string> = {
  swipe: "Swipes today",
  message: "Messages",
  match: "Matches",
  save: "Saved contributors",
  post: "Active posts",
};

export function planBadge(plan: PlanName): "Pro" | "Free Tier" {
  return plan === "pro" || plan === "agency" ? "Pro" : "Free Tier";
}

const endsSoon = 5;

/**
 * From today to the end date, both in UTC as shown; 0 on the day itself. Null while five or more are left, and once
 * ended.
 */
export function daysLeft(periodEnd: string, now: Date): number | null {
  const end = new Date(periodEnd);
  const days = dayNumber(end) - dayNumber(now);
  return end > now && days < endsSoon ? days : null;
}

const dayNumber = (at: Date) => Math.floor(at.getTime() / 86_400_000);
