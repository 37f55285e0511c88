/**
 * Returns a function that runs work, at most `most` at a time. Other work waits, in order. If the caller passes `by`,
 * the person the work is for, people take turns: at most `mostEach` run for one person, and the person whose last turn
 * was longest ago is next.
 */
export function takingTurns(
  most: number,
  mostEach = most,
): <Result>(work: () => Promise<Result>, by?: string) => Promise<Result> {
  let turn = 0;
  let running = 0;
  const runningFor = new Map<string, number>();
  /** When each person whose work is waiting or running last had a turn. */
  const lastTurns = new Map<string, number>();
  const waiting: { by: string; begin: () => void }[] = [];

  function beginNext(): void {
    while (running < most) {
      let next = -1;
      for (const [index, { by }] of waiting.entries()) {
        if ((runningFor.get(by) ?? 0) >= mostEach) continue;
        const before = waiting[next];
        if (!before || (lastTurns.get(by) ?? 0) < (lastTurns.get(before.by) ?? 0)) next = index;
      }
      const [chosen] = next < 0 ? [] : waiting.splice(next, 1);
      if (!chosen) return;
      turn += 1;
      running += 1;
      runningFor.set(chosen.by, (runningFor.get(chosen.by) ?? 0) + 1);
      lastTurns.set(chosen.by, turn);
      chosen.begin();
    }
  }

  function end(by: string): void {
    running -= 1;
    runningFor.set(by, (runningFor.get(by) ?? 0) - 1);
    beginNext();
    if (running > 0) return;
    runningFor.clear();
    lastTurns.clear();
  }

  return async (work, by = "") => {
    await new Promise<void>((begin) => {
      waiting.push({ by, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      end(by);
    }
  };
}
