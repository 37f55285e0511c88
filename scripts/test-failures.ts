import { relative } from "node:path";

export interface VitestFile {
  name: string;
  status: string;
  /** The error that kept the file from running. */
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
}

export interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      projectName: string;
      status: string;
      results: { duration: number; error?: { message?: string } }[];
    }[];
  }[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of colors begin with a control character
const colors = /\u001b\[[\d;]*m/g;

/** Only the error's first line, which says what was expected, because the end of a log may have no room for more. */
const line = (what: string, why = "") =>
  `failed: ${what}: ${why.replace(colors, "").split("\n")[0]?.slice(0, 200) ?? ""}`;

/** One line for each failed test, or for a file that couldn't run. */
export function vitestFailures(files: VitestFile[]): string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(".", name);
    const failed = assertionResults.filter((assertion) => assertion.status === "failed");
    if (status === "failed" && failed.length === 0) return [line(file, message)];
    return failed.map(({ fullName, failureMessages }) => line(`${file}: ${fullName}`, failureMessages?.[0]));
  });
}

/** One line for each failed journey. */
export function journeyFailures(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) =>
          line(`${file}, ${projectName}: ${title}`, results.at(-1)?.error?.message),
        ),
    ),
    ...journeyFailures(inner),
  ]);
}
