import { vi } from "vitest";

/**
 * Resolves with what `check` returns, once it no longer throws. It waits long enough for any machine, as no test promises
 * how long something takes.
 */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
