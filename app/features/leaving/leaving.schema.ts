import { z } from "zod";
import { useItsButtons } from "~/failure-words";
import { knownPassword } from "~/features/accounts/account.schema";

export const deletionSchema = z.object({
  password: knownPassword(),
});

/** The form has only a button. */
export const exportSchema = z.object({});

export const switchSchema = z.object({
  to: z.enum(["creator", "contributor"], { error: useItsButtons }),
});
