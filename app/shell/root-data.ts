import { useRouteLoaderData } from "@remix-run/react";
import type { ToastMessage } from "~/ui/toast";

/** What every page knows: who is there, what to announce, and how to treat the connection. */
export interface RootData {
  person: { userId: string; name: string; avatarUrl: string | null; isAdmin: boolean } | null;
  /** In how many conversations something waits to be read; the one that is open does not count. */
  unread: number;
  toast: ToastMessage | null;
  /** How script hears over a carrier what is new; absent where the product's own streams are what there is. */
  live?: string;
  savesData: boolean;
  formToken: string | null;
  /** The request's id, which finds a failure in the log. */
  reference: string;
}

/** 0 for guests, and where nothing is known. */
export function useUnread(): number {
  return useRootData()?.unread ?? 0;
}

/** Undefined where the root loader failed, or did not run because an action threw. */
export function useRootData(): RootData | undefined {
  return (useRouteLoaderData("root") as RootData | null | undefined) ?? undefined;
}
