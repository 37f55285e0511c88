const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, for one waiter per turn and in order. No matter how many bodies
 * arrive together, they delay other requests no more than a single body would.
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
