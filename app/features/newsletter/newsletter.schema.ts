import { z } from "zod";
import { canonicalEmail } from "~/features/accounts/email-address";
import { textField } from "~/fields.schema";

export const newsletterSchema = z.object({
  email: z
    .string()
    .trim()
    .default("")
    .transform((typed, context) => {
      const email = typed === "" ? "" : canonicalEmail(typed);
      if (email !== null) return email;
      context.addIssue({ code: "custom", message: "Invalid email format" });
      return z.NEVER;
    }),
  /** Hidden from people; what fills it in is a robot. */
  website: z.string().max(2_000).optional(),
});

export const removalSchema = z.object({ reason: textField(500).default("") });

/** The token in the address says whose. */
export const subscriptionLinkSchema = z.object({});
