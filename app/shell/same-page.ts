import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Whether a step through the history changes nothing but the part after the #: then nothing is read again. */
export function isSamePage({ currentUrl: from, nextUrl: to }: ShouldRevalidateFunctionArgs): boolean {
  return from.hash !== to.hash && from.pathname === to.pathname && from.search === to.search;
}
