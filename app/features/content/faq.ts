/** The keys are the values of `?topic=`. */
export const faqTopics = {
  general: "General",
  "using-product": "Using the product",
  pricing: "Pricing & Billing",
  account: "Account",
  technical: "Technical",
  privacy: "Privacy & Security",
} as const;

export type FaqTopic = keyof typeof faqTopics;

export const isFaqTopic = (text: string | null): text is FaqTopic =>
  text !== null && Object.hasOwn(faqTopics, text);
