import { z } from "zod";
import { canonicalEmail } from "~/features/accounts/email-address";
import { hiddenField, textField } from "~/fields.schema";

export const alreadySubscribed = {
  title: "Already subscribed",
  text: "This email is already subscribed to our newsletter.",
};

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
  /** The honeypot. */
  f7: hiddenField(2_000).optional(),
});

export const removalSchema = z.object({ reason: textField(500).default("") });
