import { useRouteLoaderData } from "@remix-run/react";
import type { ToastMessage } from "~/ui/toast";

/** What every page knows: who is there, what to announce, and how to treat the connection. */
export interface RootData {
  person: { userId: string; name: string; avatarUrl: string | null; isAdmin: boolean } | null;
  toast: ToastMessage | null;
  savesData: boolean;
  formToken: string | null;
  /** The request's id, which finds a failure in the log. */
  reference: string;
}

/** In how many conversations something waits to be read; 0 on pages that do not ask. */
export function useUnread(): number {
  return (useRouteLoaderData("routes/_app") as { unread: number } | null | undefined)?.unread ?? 0;
}

/** Undefined where the root loader failed, or did not run because an action threw. */
export function useRootData(): RootData | undefined {
  return (useRouteLoaderData("root") as RootData | null | undefined) ?? undefined;
}
