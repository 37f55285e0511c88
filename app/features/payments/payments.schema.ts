import { z } from "zod";
import { tidyText } from "~/lines";

const priceId = z.string().trim().max(255).meta({ isHidden: true }).default("");

export const checkoutSchema = z.object({ priceId });

export const renewalSchema = z.object({ intent: z.enum(["cancel", "renew"]) });

/**
 * `dueCents` and `at` are the amount and the moment that the page showed. Both are missing if the change takes effect
 * with the next period.
 */
export const changeSchema = z.object({
  priceId,
  dueCents: z.coerce.number().int().optional(),
  at: z.iso.datetime().meta({ isHidden: true }).optional(),
});

/** `cents` is the amount that the page showed, also in `refundDecisionSchema`. */
export const refundSchema = z.object({
  cents: z.coerce.number().int().default(0),
  reason: z.string().overwrite(tidyText).max(2000, "Please use at most 2,000 characters").default(""),
});

export const refundDecisionSchema = z.object({
  decision: z.enum(["approve", "decline"], "Please approve or decline"),
  cents: z.coerce.number().int().default(0),
  note: z.string().overwrite(tidyText).max(2000, "Please use at most 2,000 characters").default(""),
  isAbuse: z.literal("on").optional(),
});
