import { useLocation } from "@remix-run/react";

/**
 * The query of the list that the admin came from. A case's page passes it on in its links and forms, so that the admin
 * can return there.
 */
export function useList(): { list?: string } {
  const list = new URLSearchParams(useLocation().search).get("list");
  return list ? { list } : {};
}
