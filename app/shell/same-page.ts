import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Whether a history step changes only the URL's fragment, so that nothing needs to be reloaded. */
export function isSamePage({ currentUrl: from, nextUrl: to }: ShouldRevalidateFunctionArgs): boolean {
  return from.hash !== to.hash && from.pathname === to.pathname && from.search === to.search;
}
