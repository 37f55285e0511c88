import { z } from "zod";
import { tidyName } from "./person-name";

const email = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(254, "Please enter a shorter email address")
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Please enter a valid email address");

const newPassword = z
  .string({ error: "Password must be at least 6 characters" })
  .min(6, "Password must be at least 6 characters")
  .max(200, "Password must be at most 200 characters");

const timeZone = z.string().max(64).optional();

export const signInSchema = z.object({
  email: email("Please enter your email address"),
  password: z
    .string({ error: "Please enter your password" })
    .min(1, "Please enter your password")
    .max(200, "Password must be at most 200 characters"),
  redirectTo: z.string().max(2000).optional(),
});

export const signUpSchema = z.object({
  fullName: z
    .string({ error: "Please enter your full name" })
    .overwrite(tidyName)
    .min(1, "Please enter your full name")
    .max(100, "Please use at most 100 characters")
    .regex(/[\p{L}\p{N}]/u, "Please enter your full name"),
  email: email("Please enter your email address"),
  password: newPassword,
  timeZone,
  redirectTo: z.string().max(2000).optional(),
});

export const recoverSchema = z.object({ email: email("Please enter your email address") });

export const newPasswordSchema = z.object({ password: newPassword });
