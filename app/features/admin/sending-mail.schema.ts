import { z } from "zod";
import { canonicalEmail } from "~/features/accounts/email-address";
import { idField } from "~/fields.schema";

/** PostgreSQL stores no NUL, and a subject is one line. */
const textOf = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => !text.includes("\0"), { error: "contains a character that cannot be stored" });

/** The body of POST /api/send-notification-email. */
export const notificationEmailSchema = z.object({
  to: z
    .string()
    .trim()
    .transform(canonicalEmail)
    .pipe(z.string({ error: "is not an email address" })),
  subject: textOf(200).refine((text) => !/\p{Cc}/u.test(text), { error: "is more than one line" }),
  message: textOf(5_000),
  type: z.enum(["contributor_status", "admin_notification"]),
  userId: idField("is not an id").optional(),
});
