/** How long a file of tests took, from its first test to the end of its last. */
export interface FileTime {
  file: string;
  seconds: number;
}

/** What Playwright's JSON report holds of a file, or of a group of tests in it. */
export interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

/** The time of each file of journeys, over all its projects. */
export function journeyTimes(suites: PlaywrightSuite[]): FileTime[] {
  return suites.map((suite) => ({ file: suite.file, seconds: millisecondsOf(suite) / 1000 }));
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

/** The files that take longest, as lines; two of them run at a time. */
export function slowest(times: readonly FileTime[], count = 12): string[] {
  return [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `      ${Math.round(seconds)} s  ${file}`);
}
