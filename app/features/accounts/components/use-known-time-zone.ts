import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "~/paths";

let isSent = false;

/** Sends the browser's time zone to the server if the server doesn't know the actor's yet. */
export function useKnownTimeZone(known: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (known || isSent) return;
    isSent = true;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    fetch(paths.browserTimeZone(), { method: "POST", body: new URLSearchParams({ timeZone }) }).then(
      (reply) => reply.ok && revalidate(),
      () => {
        isSent = false;
      },
    );
  });
}
