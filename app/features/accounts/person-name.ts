/**
 * Normalizes a name for storage: one line, without bidirectional control characters, which would affect the sentence
 * around the name.
 */
export function tidyName(raw: string): string {
  return raw
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
