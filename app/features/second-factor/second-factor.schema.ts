import { z } from "zod";
import { useItsButtons } from "~/failure-words";
import { knownPassword } from "~/features/accounts/account.schema";
import { idField, lineField } from "~/fields.schema";
import { readCode } from "./code";

const missingCode = "Please enter a code";

const code = z
  .string({ error: missingCode })
  .trim()
  .min(1, missingCode)
  .max(64, { error: "That's not a code", abort: true })
  .refine(
    (typed) => readCode(typed) !== null,
    "Enter the six digits from your authenticator app, or a 16-character recovery code",
  );

const password = knownPassword();

const buttons = { error: useItsButtons };

export const setUpSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("start"), password }),
    z.object({ intent: z.literal("finish"), code }),
    z.object({ intent: z.literal("cancel") }),
  ],
  buttons,
);

export const factorSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("codes"), code }),
    z.object({ intent: z.literal("off"), password, code }),
    z.object({ intent: z.literal("remove"), passkeyId: idField("We can't find that passkey") }),
  ],
  buttons,
);

/** A response from the browser's WebAuthn API, which script turns into JSON. */
const credential = z.string(buttons).min(1, useItsButtons).max(16_000, "That's not a passkey");

export const proofSchema = z.discriminatedUnion(
  "by",
  [z.object({ by: z.literal("code"), code }), z.object({ by: z.literal("passkey"), credential })],
  buttons,
);

export type Proof = z.output<typeof proofSchema>;

/** What a signed-in person proves their identity with. A password is accepted only if they have no second factor. */
export const identitySchema = z.discriminatedUnion(
  "by",
  [...proofSchema.options, z.object({ by: z.literal("password"), password })],
  buttons,
);

export const passkeySignInSchema = z.object({ credential });

export const challengeSchema = z.object({ purpose: z.enum(["sign-in", "second-step", "confirm"]) });

export const addPasskeySchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("start"),
      name: lineField(60, "Please enter a name"),
      password,
    }),
    z.object({ intent: z.literal("finish"), credential }),
  ],
  buttons,
);
