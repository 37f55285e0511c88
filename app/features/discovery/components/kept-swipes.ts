import { readQueue, writeQueue } from "~/ui/local-storage";
import type { Choice } from "./use-drag";

/** A swipe that app/offline sends later. With the key, it counts once per person, even if it's sent twice. */
export interface KeptSwipe {
  targetId: string;
  key: string;
  choice: Choice;
}

/** Why a swipe wasn't stored. `decided` means that the person had already been swiped. */
export type RefusedSwipe = "swipe-limit" | "not-found" | "not-approved" | "hidden" | "decided";

const nameFor = (personId: string) => `unsent:${personId}:deck`;

/** Oldest first. */
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
