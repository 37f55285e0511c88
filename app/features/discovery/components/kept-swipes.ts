import { readQueue, writeQueue } from "~/ui/local-storage";
import type { Choice } from "./use-drag";

/** A swipe made offline, which app/offline sends. The key makes a resend count once. */
export interface KeptSwipe {
  targetId: string;
  key: string;
  choice: Choice;
}

/** Why a swipe wasn't stored. `decided` means that the person had already been swiped. */
export type RefusedSwipe = "swipe-limit" | "not-found" | "not-approved" | "hidden" | "decided";

const nameFor = (personId: string) => `unsent:${personId}:deck`;

/** In the order in which they were made. */
export const keptSwipes = (personId: string) => readQueue<KeptSwipe>(nameFor(personId));

export function keepSwipe(personId: string, swipe: KeptSwipe): void {
  const others = keptSwipes(personId).filter(({ targetId }) => targetId !== swipe.targetId);
  writeQueue(nameFor(personId), [...others, swipe]);
}

/** Removes the latest swipe, so it isn't sent; undefined if there is none. */
export function takeSwipeBack(personId: string): KeptSwipe | undefined {
  const kept = keptSwipes(personId);
  const last = kept.pop();
  if (last) writeQueue(nameFor(personId), kept);
  return last;
}
