import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { Refusal } from "~/http/form.server";

/**
 * The `meta` of a page with an error boundary of its own. A page that is not found has the same title as any absent
 * address, and one for admins alone does not say what it would be.
 */
export function pageTitle(title: string): MetaFunction {
  return ({ error }) => [
    {
      title: `${isNotFound(error) ? "Page not found" : isForAdmins(error) ? "Access Denied" : title} · Matchcut`,
    },
  ];
}

function isForAdmins(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.data as Partial<Refusal> | null)?.kind === "admins-only";
}

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
