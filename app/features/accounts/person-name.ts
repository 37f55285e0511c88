/** One line, without bidirectional control characters, which would reorder the surrounding sentence. */
export function tidyName(raw: string): string {
  return raw
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
