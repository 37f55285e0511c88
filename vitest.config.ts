import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { content } from "./scripts/content.ts";

/** A feature's components never reach the database, so their tests don't either. */
const withDatabase = [
  "app/features/*/*.test.{ts,tsx}",
  "app/{http,server,platform}/**/*.test.{ts,tsx}",
  "app/*.test.{ts,tsx}",
  "tests/!(e2e|routes|faults)/**/*.test.ts",
  "tests/!(demo).test.ts",
];
/**
 * These tests start their own database and processes. Each takes twenty seconds, so they begin before everything
 * else.
 */
const withOwnProcesses = ["tests/faults/**/*.test.ts", "tests/demo.test.ts"];

export default defineConfig({
  plugins: [content()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    pool: "forks",
    // Each file loads Prisma's WebAssembly again. Optimizing it in the background took a sixth of Node's time, and no
    // file runs long enough to benefit. With the default young generation, a tenth went into collecting garbage.
    execArgv: ["--liftoff-only", "--max-semi-space-size=32"],
    maxWorkers: 3,
    // No test promises how long something takes. These limits end a test that hangs, even on the busiest machine.
    testTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "features",
          isolate: false,
          include: withDatabase,
          globalSetup: "tests/support/database.ts",
          setupFiles: "tests/support/setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "routes",
          isolate: false,
          include: ["tests/routes/**/*.test.ts"],
          globalSetup: ["tests/support/database.ts", "tests/support/build.ts"],
          setupFiles: "tests/support/setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: withOwnProcesses,
          globalSetup: "tests/support/build.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "ui",
          isolate: false,
          include: ["app/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
          exclude: withDatabase,
        },
      },
    ],
  },
});
