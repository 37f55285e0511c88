import pino from "pino";
import { env } from "./env.server";

/** What the log says about an error. */
export function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { name: `thrown ${error === null ? "null" : typeof error}` };
  return {
    name: error.name,
    code: "code" in error ? String(error.code) : undefined,
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.startsWith("    at "))
      .slice(0, 8),
  };
}

/**
 * Writes one JSON line per event. Log IDs, kinds, counts and durations, but never names, addresses, message texts,
 * cookies or tokens. Errors are logged by name, code and stack, without query values.
 */
export const log = pino({
  level: env.APP_MODE === "test" ? "fatal" : env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggedError },
});
