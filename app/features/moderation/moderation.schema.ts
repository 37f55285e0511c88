import { z } from "zod";

export const unblockSchema = z.object({
  personId: z.uuid("That person cannot be found"),
});
