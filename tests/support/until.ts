import { vi } from "vitest";

/**
 * Resolves with what `check` returns once it stops throwing. Waits long enough for any machine, because no test
 * promises how long something takes.
 */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
