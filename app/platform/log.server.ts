import pino from "pino";
import { env } from "./env.server";

/**
 * Writes one JSON line per event. Log IDs, kinds, counts and durations, but never names, addresses, message texts,
 * cookies or tokens. Errors are logged by name, code and stack, without query values.
 */
export const log = pino({
  level: env.APP_MODE === "test" ? "fatal" : env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: {
    err: (error: unknown) => {
      if (!(error instanceof Error)) return { name: `thrown ${error === null ? "null" : typeof error}` };
      const code = "code" in error ? String(error.code) : undefined;
      return {
        name: error.name,
        code,
        stack: error.stack
          ?.split("\n")
          .filter((line) => line.startsWith("    at "))
          .slice(0, 8),
      };
    },
  },
});
