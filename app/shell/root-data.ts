import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import type { ToastMessage } from "~/ui/toast";

/** Optional fields are absent from pages that have no value for them, because every page contains this. */
export interface RootData {
  person: {
    userId: string;
    name: string;
    avatarUrl: string | null;
    isAdmin: boolean;
    isContributor: boolean;
    isUnconfirmed?: true;
  } | null;
  /** Unread conversations, except the open one. */
  unread: number;
  /** Unread notifications, except those that led to this page. */
  notifications: number;
  /** Likes and new matches in Discover; at most 10 of each. */
  waiting: { likes: number; matches: number };
  toast?: ToastMessage;
  timeZone?: string;
  /** When the data was loaded, in milliseconds since 1970. */
  now: number;
  /** How to reach the relay; undefined if the app's own streams are used. */
  live?: string;
  /** Undefined means that the device decides. */
  scheme?: "light" | "dark";
  savesData: boolean;
  formToken?: string;
  /** Identifies the account in its forms. Null for guests, so that public pages don't have one. */
  formMark: string | null;
  /** Identifies a failure in the log. */
  reference: string;
}

interface LiveCounts {
  since?: RootData;
  unread?: number;
  notifications?: number;
}

/** Counts from a live page. They apply to the root data loaded at `since`. */
let liveCounts: LiveCounts = {};
const listeners = new Set<() => void>();
const getLiveCounts = () => liveCounts;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Unread conversations and notifications; 0 for guests and while unknown. */
export function useUnread(): { unread: number; notifications: number } {
  const root = useRootData();
  const live = useSyncExternalStore(subscribe, getLiveCounts, getLiveCounts);
  const { unread = 0, notifications = 0 } = root ?? {};
  if (!root || root !== live.since) return { unread, notifications };
  return { unread: live.unread ?? unread, notifications: live.notifications ?? notifications };
}

/** Passes a live page's counts to the navigation. Undefined if there are none. */
export function useReportUnread(unread: number | undefined, notifications: number | undefined): void {
  const root = useRootData();
  useEffect(() => {
    if (unread === undefined && notifications === undefined) return;
    liveCounts = { since: root, unread, notifications };
    for (const listener of listeners) listener();
  }, [root, unread, notifications]);
}

/** A page that fails during navigation still belongs to the same person. */
let lastKnown: RootData | undefined;

/** The data of a session that has ended since it was loaded, and what it would be for a guest. */
let ended: { root: RootData; asGuest: RootData } | undefined;
const getEnded = () => ended;

/** For a page that says that the session has ended: the page around it becomes a guest's. */
export function useEndedSession(hasEnded: boolean): void {
  const root = useRootData();
  useEffect(() => {
    if (!hasEnded || !root?.person) return;
    ended = { root, asGuest: { ...root, person: null } };
    for (const listener of listeners) listener();
  }, [hasEnded, root]);
}

/** Undefined if the root loader failed or an action threw, and there was no page before. */
export function useRootData(): RootData | undefined {
  const root = (useRouteLoaderData("root") as RootData | null | undefined) ?? undefined;
  const past = useSyncExternalStore(subscribe, getEnded, getEnded);
  if (import.meta.env.SSR) return root;
  lastKnown = root ?? lastKnown;
  return lastKnown && lastKnown === past?.root ? past.asGuest : lastKnown;
}

/** Only the URL's fragment changes, as when a dialog closes. A form's redirect has changed data and may carry a toast. */
export function isSamePage({
  formMethod,
  currentUrl: from,
  nextUrl: to,
}: ShouldRevalidateFunctionArgs): boolean {
  return !formMethod && from.hash !== to.hash && from.pathname === to.pathname && from.search === to.search;
}
