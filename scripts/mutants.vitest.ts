import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import shared from "../vitest.config.ts";

const tests = (process.env.MUTANT_TESTS ?? "").split(",");

/**
 * The configuration that `mutants.ts` runs tests with. Stryker accepts only one project, so this one takes the place of
 * ours.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: shared.plugins,
  resolve: shared.resolve,
  test: {
    include: tests,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    globalSetup: [
      "tests/support/database.ts",
      ...(tests.some((test) => test.startsWith("tests/routes/")) ? ["tests/support/build.ts"] : []),
    ],
    setupFiles: "tests/support/setup.ts",
  },
});
