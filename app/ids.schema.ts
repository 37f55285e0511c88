import { z } from "zod";
import { parseId } from "./ids";

export const idField = (error: string) => z.string({ error }).transform(parseId).pipe(z.string({ error }));
