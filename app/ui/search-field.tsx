import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { longestSearch, searchNote } from "~/search-text";
import { Field } from "./form";

/**
 * What to tell people whose search was too long to be used in full; otherwise ''. Reads what they typed from the URL.
 */
export function useSearchNote(name: string, limit = longestSearch): string {
  return searchNote(new URLSearchParams(useLocation().search).get(name) ?? "", limit);
}

/**
 * A search field for a GET form. It accepts any length, because cutting off pasted text would go unnoticed. The next
 * page says how much was used.
 */
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
