import { z } from "zod";
import { parseId } from "./ids";

/** An id in a form, as stored. */
export const idField = (error: string) => z.string({ error }).transform(parseId).pipe(z.string({ error }));
