import { vi } from "vitest";

/**
 * Repeats `check` until it stops throwing, and resolves with its result. It waits long enough for any machine, because
 * no test promises how long something takes.
 */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
