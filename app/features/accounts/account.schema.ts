import { z } from "zod";
import { useItsButtons } from "~/failure-words";
import { hiddenField } from "~/fields.schema";
import { normalized, tidyLine } from "~/lines";
import { forbiddenNameWords, passwordLength, passwordTooShort } from "./account-words";
import { appearances } from "./actor";
import { canonicalEmail, longestEmail } from "./email-address";
import { isForbiddenName, longestName } from "./person-name";

export const emailField = z
  .string({ error: "Please enter your email address" })
  .trim()
  .min(1)
  .transform((typed, context) => {
    const canonical = canonicalEmail(typed);
    if (canonical) return canonical;
    context.addIssue({
      code: "custom",
      message:
        typed.length > longestEmail
          ? "Please enter a shorter email address"
          : "Please enter a valid email address",
    });
    return z.NEVER;
  });

const newPassword = z
  .string({ error: passwordTooShort })
  .overwrite((typed) => normalized(typed))
  .min(passwordLength.min, passwordTooShort)
  .max(passwordLength.max, `Password must be at most ${passwordLength.max} characters`);

const timeZone = hiddenField(64).optional();

/** A password that the person already has, exactly as typed. Its length is counted the same way as a new password's. */
export const knownPassword = (missing = "Please enter your password") =>
  z
    .string({ error: missing })
    .min(1, missing)
    .refine((typed) => normalized(typed).length <= 200, "Password must be at most 200 characters");

export const signInSchema = z.object({
  email: emailField,
  password: knownPassword(),
  redirectTo: hiddenField(2000).optional(),
});

export const fullName = z
  .string({ error: "Please enter your full name" })
  .overwrite(tidyLine)
  .max(longestName, `Please use at most ${longestName} characters`)
  .regex(/[\p{L}\p{N}]/u, "Please enter your full name");

const newName = fullName.refine((name) => !isForbiddenName(name), forbiddenNameWords);

export const signUpSchema = z.object({
  fullName: newName,
  email: emailField,
  password: newPassword,
  timeZone,
  redirectTo: hiddenField(2000).optional(),
});

export const recoverSchema = z.object({ email: emailField });

export const timeZoneSchema = z.object({ timeZone: z.string().min(1).max(64) });

export const newPasswordSchema = z.object({ password: newPassword });

/** For the owner of an address whose existing account was never confirmed. They get a new account. */
export const afreshSchema = z.object({ fullName: newName, password: newPassword });

export const changePasswordSchema = z.object({
  oldPassword: knownPassword("Please enter your current password"),
  password: newPassword,
});

/**
 * `fullName` rather than `newName`, so that members who already have a forbidden name can save the form. `rename`
 * refuses new ones.
 */
export const nameSchema = z.object({ fullName });

export const changeAddressSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("change"),
      email: emailField,
      password: knownPassword(),
    }),
    z.object({ intent: z.literal("cancel") }),
  ],
  { error: useItsButtons },
);

export const confirmAddressSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("resend") }),
    z.object({
      intent: z.literal("correct"),
      email: emailField,
      password: knownPassword(),
    }),
  ],
  { error: useItsButtons },
);

const checkbox = z.literal("on").optional();

export const privacySchema = z.object({
  showsOnline: checkbox,
  readReceipts: checkbox,
  appearsInSearch: checkbox,
});

export const appearanceSchema = z.object({
  appearance: z.enum(appearances, { error: "Please choose one" }),
  savesData: checkbox,
});
