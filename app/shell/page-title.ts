import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";

/**
 * The `meta` of a page with an error boundary of its own. A page that is not found has the same title as any absent
 * address.
 */
export function pageTitle(title: string): MetaFunction {
  return ({ error }) => [{ title: `${isNotFound(error) ? "Page not found" : title} · Matchcut` }];
}

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
