import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { longestSearch, searchNote } from "~/search-text";
import { Field } from "./form";

/**
 * The sentence that a page shows if its search was longer than the limit; otherwise, an empty string. The URL keeps
 * everything that was typed.
 */
export function useSearchNote(name: string, limit = longestSearch): string {
  return searchNote(new URLSearchParams(useLocation().search).get(name) ?? "", limit);
}

/** A text field in a GET form. It accepts any length, and the next page says how much of it was used. */
export function SearchField({ hint, ...rest }: Omit<ComponentProps<typeof Field>, "type" | "limit">) {
  const note = useSearchNote(rest.name);
  const both = note ? (
    <>
      <strong>{note}</strong> {hint}
    </>
  ) : (
    hint
  );
  return <Field {...rest} type="search" limit={longestSearch} hint={both} autoComplete="off" />;
}
