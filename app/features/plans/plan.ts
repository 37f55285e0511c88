export type PlanName = "free" | "pay_per_post" | "pro" | "agency";
export type UsageKind = "swipe" | "message" | "post" | "save" | "match";

export const planLabels: Record<PlanName, string> = {
  free: "Free",
  pay_per_post: "Pay-Per-Post",
  pro: "Pro",
  agency: "Agency",
};

/** From this limit on there is none. */
export const unlimited = 999_999;

export interface UsageView {
  kind: UsageKind;
  used: number;
  /** Null where the plan sets none. */
  limit: number | null;
  /** When it starts anew, in words. */
  resets: string;
}

export interface PlanView {
  plan: PlanName;
  /** ISO 8601. */
  periodEnd: string;
  usage: UsageView[];
}

/** When a use of this kind is possible again on this plan: every limit says so. */
export function resetWords(kind: UsageKind, plan: PlanName): string {
  switch (kind) {
    case "swipe":
      return "Your swipes start anew at midnight.";
    case "message":
      if (plan === "pro") return "Your messages start anew with your next billing month.";
      return plan === "pay_per_post"
        ? "They start anew with your next post purchase."
        : "On the Free plan this is a total that does not start anew.";
    case "match":
      return plan === "free"
        ? "On the Free plan this is a total that does not start anew."
        : "The limit grows with your active posts.";
    case "save":
      return "Remove somebody from your favorites to make room.";
    case "post":
      return "A post that is completed, cancelled or expired makes room.";
  }
}

/** What a use is called beside its bar. */
export const usageLabels: Record<UsageKind, string> = {
  swipe: "Swipes today",
  message: "Messages",
  match: "Matches",
  save: "Saved contributors",
  post: "Active posts",
};

/** 'Pro' for the monthly plans, 'Free Tier' for the others. */
export function planBadge(plan: PlanName): "Pro" | "Free Tier" {
  return plan === "pro" || plan === "agency" ? "Pro" : "Free Tier";
}

const endsSoon = 5;

/** The whole days until a plan ends, begun ones included; null while there are five or more, and once it is over. */
export function daysLeft(periodEnd: string, now: Date): number | null {
  const days = Math.ceil((Date.parse(periodEnd) - now.getTime()) / 86_400_000);
  return days > 0 && days < endsSoon ? days : null;
}
