import { z } from "zod";
import { parseId } from "./ids";
import { longestLink, safeLink } from "./links";

export const unsafeLinkWords = "Please enter a web address that starts with https://";

/** Trimmed. A line break is sent as two characters but counted as one. */
export const textField = (limit: number, missing?: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : "Please enter one text here") })
    .overwrite((typed) => typed.replace(/\r\n?/g, "\n").trim())
    .max(limit, `Please use at most ${limit} characters`);

/** One line, not empty, in NFC (which can make one character two). */
export const lineField = (limit: number, missing: string) =>
  textField(limit, missing)
    .overwrite((typed) => typed.replace(/\s+/g, " ").normalize("NFC"))
    .max(limit, `Please use at most ${limit} characters`)
    .min(1, missing);

/** Empty for none. 'example.com' becomes 'https://example.com/'. */
export const linkField = z
  .string({ error: unsafeLinkWords })
  .overwrite((typed) => typed.trim())
  .max(longestLink, `Please use at most ${longestLink} characters`)
  .default("")
  .refine((typed) => safeLink(typed) !== null, unsafeLinkWords)
  .transform((typed) => safeLink(typed) ?? "");

export const idField = (error: string) => z.string({ error }).transform(parseId).pipe(z.string({ error }));
