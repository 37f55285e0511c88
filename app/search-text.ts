import { cut } from "./graphemes";

/** A search uses this many characters of what was typed. */
export const longestSearch = 100;
/** The limit in admin lists, where people also search for email addresses. */
export const longestAdminSearch = 320;

/** PostgreSQL can't store NUL, and a lone surrogate isn't a character. */
const asLine = (typed: string) => typed.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, " ").trim();

/** What's searched for: the beginning of what was typed, on a single line. */
export const searchText = (typed: string, most = longestSearch) => cut(asLine(typed), most).trim();

/** Says that only the beginning was searched for. Empty if it was the whole text. */
export const searchNote = (typed: string, most = longestSearch) =>
  asLine(typed).length > most ? `We searched for the first ${most} characters.` : "";
