import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import type { ToastMessage } from "~/ui/toast";

/** What every page knows: who is there, what to announce, and how to treat the connection. */
export interface RootData {
  person: { userId: string; name: string; avatarUrl: string | null; isAdmin: boolean } | null;
  /** In how many conversations something waits to be read; the one that is open does not count. */
  unread: number;
  toast: ToastMessage | null;
  /** The person's, once it is known. */
  timeZone: string | null;
  /** When these data were read, in milliseconds since 1970. */
  now: number;
  /** How script hears over a relay what is new; absent where the product's own streams are what there is. */
  live?: string;
  savesData: boolean;
  formToken: string | null;
  /** The request's id, which finds a failure in the log. */
  reference: string;
}

/** What a live page has learnt of `unread` since these data came. */
let learnt: { since?: RootData; unread: number } = { unread: 0 };
const learners = new Set<() => void>();
const getLearnt = () => learnt;

function learn(tell: () => void): () => void {
  learners.add(tell);
  return () => learners.delete(tell);
}

/** 0 for guests, and where nothing is known. */
export function useUnread(): number {
  const root = useRootData();
  const { since, unread } = useSyncExternalStore(learn, getLearnt, getLearnt);
  return root ? (root === since ? unread : root.unread) : 0;
}

/** Tells the navigation what a live page has learnt; undefined where it has learnt nothing since it was loaded. */
export function useLearntUnread(unread: number | undefined): void {
  const root = useRootData();
  useEffect(() => {
    if (unread === undefined) return;
    learnt = { since: root, unread };
    for (const tell of learners) tell();
  }, [root, unread]);
}

/** The last root data of this browser's page: what failed on the way to another page is still this person's. */
let lastKnown: RootData | undefined;

/** Undefined where the root loader failed, or did not run because an action threw, and no page came before. */
export function useRootData(): RootData | undefined {
  const root = (useRouteLoaderData("root") as RootData | null | undefined) ?? undefined;
  if (import.meta.env.SSR) return root;
  lastKnown = root ?? lastKnown;
  return lastKnown;
}
