const waiting: (() => void)[] = [];

/**
 * Ends in a later turn of the event loop: of all who wait, one in each, in order. However many bodies arrive at once,
 * they take no more of the time between other requests' steps than one.
 */
export function turnForChunk(): Promise<void> {
  return new Promise((done) => {
    if (waiting.push(done) === 1) setImmediate(callNext);
  });
}

function callNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(callNext);
}
