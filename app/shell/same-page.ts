import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Only the URL's fragment changes. */
export function isSamePage({ currentUrl: from, nextUrl: to }: ShouldRevalidateFunctionArgs): boolean {
  return from.hash !== to.hash && from.pathname === to.pathname && from.search === to.search;
}
