import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "~/paths";

let isSaid = false;

/** Tells the server the browser's time zone where it knows none, and then reads the page's times anew. */
export function useKnownTimeZone(known: string | null): void {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (known || isSaid) return;
    isSaid = true;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    fetch(paths.browserTimeZone(), { method: "POST", body: new URLSearchParams({ timeZone }) }).then(
      (reply) => reply.ok && revalidate(),
      () => {
        isSaid = false;
      },
    );
  }, [known]);
}
