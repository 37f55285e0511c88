import { z } from "zod";
import { canonicalEmail } from "~/features/accounts/email-address";

export const inviteSchema = z.object({
  email: z
    .string({ error: "Please enter an email address" })
    .trim()
    .min(1)
    .transform((typed, context) => {
      const email = canonicalEmail(typed);
      if (email !== null) return email;
      context.addIssue({ code: "custom", message: "Please enter a valid email address" });
      return z.NEVER;
    }),
});
