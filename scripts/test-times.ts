import type { PlaywrightSuite } from "./test-failures.ts";

/** The time from the start of a file's first test to the end of its last. */
export interface FileTime {
  file: string;
  seconds: number;
}

export function journeyTimes(suites: PlaywrightSuite[]): FileTime[] {
  return suites.map((suite) => ({ file: suite.file, seconds: millisecondsOf(suite) / 1000 }));
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

/**
 * The files that took longest, one per line. Two files run at a time, so the times add up to more than the run took.
 */
export function slowest(times: readonly FileTime[], count = 12): string[] {
  return [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `      ${Math.round(seconds)} s  ${file}`);
}
