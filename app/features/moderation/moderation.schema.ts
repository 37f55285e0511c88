import { z } from "zod";
import { idField } from "~/ids.schema";

export const unblockSchema = z.object({
  personId: idField("That person cannot be found"),
});
