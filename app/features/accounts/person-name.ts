/**
 * A name as it is stored: on one line, and without the signs that turn the direction of writing round, which would
 * reach into the sentence that the name stands in.
 */
export function tidyName(raw: string): string {
  return raw
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
