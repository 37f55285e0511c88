import { z } from "zod";

export const deletionSchema = z.object({
  password: z
    .string({ error: "Please enter your password" })
    .min(1, "Please enter your password")
    .max(200, "Password must be at most 200 characters"),
});

/** The form has only its button. */
export const exportSchema = z.object({});

export const switchSchema = z.object({
  to: z.enum(["creator", "contributor"], { error: "Please use the page's own button" }),
});
