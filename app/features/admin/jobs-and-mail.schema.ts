import { z } from "zod";
import { canonicalEmail } from "~/features/accounts/email-address";
import { idField } from "~/fields.schema";
import { tidyText } from "~/lines";

const most = 50;

export const tendMailSchema = z.object({
  act: z.enum(["retry", "stop"], { error: "Please choose what to do" }),
  mail: z
    .array(idField("We can't find that email"), { error: "Please choose at least one email" })
    .min(1, "Please choose at least one email")
    .max(most, `Please choose at most ${most} emails`),
});

export const tendJobsSchema = z.object({
  act: z.enum(["retry", "drop"], { error: "Please choose what to do" }),
  job: z
    .array(
      z
        .string()
        .regex(/^[1-9]\d{0,17}$/, "We can't find that job")
        .meta({ isHidden: true }),
      {
        error: "Please choose at least one job",
      },
    )
    .min(1, "Please choose at least one job")
    .max(most, `Please choose at most ${most} jobs`),
});

/** Refuses what PostgreSQL can't store: NUL and, in JSON, half of a surrogate pair. */
const textOf = (longest: number) =>
  z
    .string()
    .overwrite(tidyText)
    .min(1)
    .max(longest)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), {
      error: "contains a character we can't save",
    });

/** The body of POST /api/send-notification-email. */
export const notificationEmailSchema = z.object({
  to: z
    .string()
    .trim()
    .transform(canonicalEmail)
    .pipe(z.string({ error: "isn't an email address" })),
  subject: textOf(200).refine((text) => !/\p{Cc}/u.test(text), { error: "must be one line" }),
  message: textOf(5_000),
  type: z.enum(["contributor_status", "admin_notification"]),
  userId: idField("isn't an ID").optional(),
});
