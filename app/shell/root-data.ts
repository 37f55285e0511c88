import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import type { ToastMessage } from "~/ui/toast";

export interface RootData {
  person: {
    userId: string;
    name: string;
    avatarUrl: string | null;
    isAdmin: boolean;
    isContributor: boolean;
  } | null;
  /** Not counting the open conversation. */
  unread: number;
  toast: ToastMessage | null;
  /** Null while unknown. */
  timeZone: string | null;
  /** When loaded, in milliseconds since 1970. */
  now: number;
  /** How to reach the relay; undefined if the app's own streams are used. */
  live?: string;
  savesData: boolean;
  formToken: string | null;
  /** Finds a failure in the log. */
  reference: string;
}

/** From a live page; valid for the root data `since`. */
let liveUnread: { since?: RootData; unread: number } = { unread: 0 };
const listeners = new Set<() => void>();
const getLiveUnread = () => liveUnread;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** 0 for guests, and while unknown. */
export function useUnread(): number {
  const root = useRootData();
  const { since, unread } = useSyncExternalStore(subscribe, getLiveUnread, getLiveUnread);
  return root ? (root === since ? unread : root.unread) : 0;
}

/** Passes a live page's count to the navigation; undefined while there is none. */
export function useReportUnread(unread: number | undefined): void {
  const root = useRootData();
  useEffect(() => {
    if (unread === undefined) return;
    liveUnread = { since: root, unread };
    for (const listener of listeners) listener();
  }, [root, unread]);
}

/** A page that fails during navigation still belongs to the same person. */
let lastKnown: RootData | undefined;

/** Undefined if the root loader failed, or an action threw, without an earlier page. */
export function useRootData(): RootData | undefined {
  const root = (useRouteLoaderData("root") as RootData | null | undefined) ?? undefined;
  if (import.meta.env.SSR) return root;
  lastKnown = root ?? lastKnown;
  return lastKnown;
}
