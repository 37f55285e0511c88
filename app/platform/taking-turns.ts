interface Turn {
  tag: number;
  begin: () => void;
}

/**
 * Returns a function that runs work, at most `most` at a time. Waiting work runs in order, or is queued fairly when the
 * caller passes an owner and a size (self-clocked fair queueing, which favors small work).
 */
export function takingTurns(
  most: number,
): <Result>(work: () => Promise<Result>, by?: string, size?: number) => Promise<Result> {
  let running = 0;
  /** The turn of the work that started last. */
  let clock = 0;
  const waiting: Turn[] = [];
  const lastTags = new Map<string, number>();
  return async (work, by = "", size = 1) => {
    const tag = Math.max(clock, lastTags.get(by) ?? 0) + size;
    lastTags.set(by, tag);
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push({ tag, begin }));
    clock = Math.max(clock, tag);
    try {
      return await work();
    } finally {
      waiting.sort((one, other) => one.tag - other.tag);
      const next = waiting.shift();
      if (next) next.begin();
      else {
        running -= 1;
        lastTags.clear();
      }
    }
  };
}
