import { z } from "zod";
import { useItsButtons } from "~/failure-words";
import { knownPassword } from "~/features/accounts/account.schema";

export const deletionSchema = z.object({
  password: knownPassword(),
});

export const switchSchema = z.object({
  to: z.enum(["creator", "contributor"], { error: useItsButtons }),
});
