import { capitalized, cut } from "~/graphemes";
import { normalized, withoutInvisible } from "~/lines";

/** The limit of most file systems. */
const mostBytes = 255;
/** The limit of our tables and forms. */
const mostCharacters = 200;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Shortens a name with its suffix to what file systems and our tables allow, without splitting a character. */
export function fittedName(name: string, characters = mostCharacters): string {
  if (name.length <= characters && bytesOf(name) <= mostBytes) return name;
  const suffix = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = cut(name.slice(0, name.length - suffix.length), characters - suffix.length);
  while (bytesOf(stem + suffix) > mostBytes) stem = cut(stem, stem.length - 1);
  return stem.trimEnd() + suffix;
}

/** A path on Windows. In other paths, a backslash may be part of a name. */
const windowsPath = /^(?:[a-z]:|\.{1,2})?\\/i;

/** The last part of a path as its sender typed it, without anything that could confuse a header or a page. */
export function plainName(name: string): string {
  const last = name.split(windowsPath.test(name) ? /[/\\]/ : "/").at(-1) ?? "";
  return fittedName(withoutInvisible(normalized(last).replace(/\p{Cc}|[\u2028\u2029]/gu, "")).trim());
}

/** Turns a file's name into a title of at most `most` characters: 'first-light_2.jpg' becomes 'First light 2'. */
export function titleOfFile(name: string, most = mostCharacters): string {
  const stem = name
    .replace(/\.[^.\s]{1,16}$/, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return cut(capitalized(stem), most).trimEnd();
}

/** A name for a file in a ZIP that every system can unpack. */
export function packedName(before: string, name: string, suffix: string): string {
  const stem = name.replace(/\.[^.]*$/, "").replace(/[<>:"|?*/\\\p{Cc}]/gu, "_") || "file";
  return fittedName(`${before}${stem}.${suffix}`, mostBytes);
}
