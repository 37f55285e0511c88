import { z } from "zod";
import { idField } from "~/fields.schema";

const most = 50;

export const tendMailSchema = z.object({
  act: z.enum(["retry", "stop"], { error: "Please choose what to do" }),
  mail: z
    .array(idField("That email cannot be found"), { error: "Please choose at least one email" })
    .min(1, "Please choose at least one email")
    .max(most, `Please choose at most ${most} emails`),
});

export const tendJobsSchema = z.object({
  act: z.enum(["retry", "drop"], { error: "Please choose what to do" }),
  job: z
    .array(z.string().regex(/^[1-9]\d{0,17}$/, "That job cannot be found"), {
      error: "Please choose at least one job",
    })
    .min(1, "Please choose at least one job")
    .max(most, `Please choose at most ${most} jobs`),
});
