import { mostSize, quotaSize } from "~/features/media/media";
import { matchlessAskDays, matchlessDays, moneyBackDays } from "~/features/payments/refunds";
import { type PlanName, postDays, type Tier } from "~/features/plans/plan";
import { dollars } from "~/ui/money";
import type { FigureName } from "./figures";
import { count } from "./plan-choice";

/** The value of every placeholder in texts, for all four plans: "5 active posts", "$24.99", "14". */
export function figuresOf(tiers: readonly Tier[]): Record<FigureName, string> {
  const of = (name: PlanName): Tier => {
    const tier = tiers.find((one) => one.name === name);
    if (!tier) throw new Error(`there's no plan called ${name}`);
    return tier;
  };
  const [free, payPerPost, pro, agency] = [of("free"), of("pay_per_post"), of("pro"), of("agency")];
  return {
    ...limitsOf("free", free),
    ...limitsOf("payPerPost", payPerPost),
    ...limitsOf("pro", pro),
    ...limitsOf("agency", agency),
    "payPerPost.price": price(payPerPost.onceCents),
    "pro.monthly": price(pro.monthlyCents),
    "pro.yearly": price(pro.yearlyCents),
    "agency.monthly": price(agency.monthlyCents),
    "agency.yearly": price(agency.yearlyCents),
    "free.days": String(postDays.free),
    "payPerPost.days": String(postDays.pay_per_post),
    "moneyBack.days": String(moneyBackDays),
    "matchless.days": String(matchlessDays),
    "matchless.until": String(matchlessDays + matchlessAskDays),
    "files.video": mostSize.video,
    "files.picture": mostSize.image,
    "files.sound": mostSize.audio,
    "files.total": quotaSize,
  };
}

const price = (cents: number | null) => (cents === null ? "no price" : dollars(cents));

function limitsOf<Plan extends string>(plan: Plan, tier: Tier) {
  const limits = {
    [`${plan}.posts`]: inText(count(tier.postLimit, "active post")),
    [`${plan}.matches`]: inText(count(tier.matchLimit, "match", "matches")),
    [`${plan}.messages`]: inText(count(tier.messageLimit, "message")),
    [`${plan}.swipes`]: inText(count(tier.swipesPerDay, "swipe")),
    [`${plan}.saved`]: inText(count(tier.savedContributorsLimit, "saved contributor")),
  };
  return limits as Record<`${Plan}.${"posts" | "matches" | "messages" | "swipes" | "saved"}`, string>;
}

/** The figure within a sentence: "Unlimited" becomes "unlimited". */
const inText = (words: string) => words.replace(/^U/, "u");
