import { useLocation } from "@remix-run/react";

/** The query of the list that led to a case's page, which the page's own links and forms keep. */
export function useList(): { list?: string } {
  const list = new URLSearchParams(useLocation().search).get("list");
  return list ? { list } : {};
}
