import { z } from "zod";
import { parseId } from "./ids";
import { normalized, tidyLine, tidyText } from "./lines";
import { longestLink, safeLink } from "./links";

export const unsafeLinkWords = "Please enter a web address that starts with https://";

const text = (limit: number, missing: string | undefined, tidy: (typed: string) => string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : "Please enter a single value here") })
    .overwrite(tidy)
    // Later checks, such as the one for forbidden names, may take much longer than this one.
    .max(limit, { error: `Please use at most ${limit} characters`, abort: true });

/** See `tidyText`. A line break is sent as two characters but counted as one. */
export const textField = (limit: number, missing?: string) => text(limit, missing, tidyText);

/** A single visible line, normalized by `tidyLine`. Its NFC form can be one character longer. */
export const lineField = (limit: number, missing: string) =>
  text(limit, missing, (typed) => tidyLine(normalized(tidyText(typed)))).min(1, missing);

/** Empty if there's no link. 'example.com' becomes 'https://example.com/'. */
export const linkField = z
  .string({ error: unsafeLinkWords })
  .overwrite((typed) => typed.trim())
  .max(longestLink, { error: `Please use at most ${longestLink} characters`, abort: true })
  .default("")
  .refine((typed) => safeLink(typed) !== null, unsafeLinkWords)
  .transform((typed) => safeLink(typed) ?? "");

/** Text that the page itself puts into its form, such as where to return to. It isn't shown as something a person wrote. */
export const hiddenField = (limit: number, error?: string) =>
  z.string({ error }).max(limit, error).meta({ isHidden: true });

export const idField = (error: string) =>
  z.string({ error }).meta({ isHidden: true }).transform(parseId).pipe(z.string({ error }));

/** A form with only a button. What it's about is in the URL, or there's only one thing it can do. */
export const buttonSchema = z.object({});
