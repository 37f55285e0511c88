import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** One small change to a file: `replacement` takes the place of the text from `start` to `end`. */
interface Mutant {
  start: number;
  end: number;
  replacement: string;
}

const folder = ".data/mutants";
/** Hashes a text to a number. Different texts are spread evenly. */
const number = (text: string) =>
  Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 12), 16);

/**
 * Matches the beginning of a condition in SQL. Leaves out the AND of BETWEEN, the events of a trigger, and CASE with a
 * value.
 */
const condition =
  /(?<!BETWEEN \S+ |ROW |INSERT |CREATE |DELETE |UPDATE |TRUNCATE )\b(?:WHERE|AND|OR|HAVING|WHEN)\s+(?!'|\w+ THEN)/g;

/**
 * Negates each of a statement's conditions, one at a time. NOT binds tighter than AND, so it negates only that
 * condition.
 */
function negations(text: string): Mutant[] {
  const code = text.replace(/(--|\/\/|^ *\/?\*).*$/gm, (comment) => " ".repeat(comment.length));
  return [...code.matchAll(condition)].map(({ 0: found, index }) => {
    const at = index + found.length;
    return { start: at, end: at, replacement: "NOT " };
  });
}

const isSql = (text: string) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/.test(text);

/** A logger that's off, because Stryker would write a line for each file. */
const silent = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], { get: () => () => false });

/** The parts of Babel's path that this uses. Stryker's types leave it empty. */
interface Path {
  isStringLiteral(): boolean;
  isTemplateLiteral(): boolean;
  getFunctionParent(): unknown;
  toString(): string;
}

/**
 * Why Stryker shouldn't change this string; undefined if it may. Text outside of functions is constant, so a test could
 * only repeat it. SQL is changed by `negations`.
 */
function ignoring(path: Path): string | undefined {
  if (!path.isStringLiteral() && !path.isTemplateLiteral()) return;
  if (!path.getFunctionParent()) return "text outside of functions";
  if (isSql(path.toString())) return "SQL";
  return;
}

/** Lists the changes that Stryker would make to the file. */
async function strykerMutants(name: string, content: string): Promise<Mutant[]> {
  const result = await new Instrumenter(silent).instrument([{ name, content, mutate: true }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [{ shouldIgnore: (path) => ignoring(path as unknown as Path) }],
  });
  const lineStarts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = ({ line, column }: { line: number; column: number }) => (lineStarts[line] ?? 0) + column;
  return result.mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ location, replacement }) => ({
      start: offset(location.start),
      end: offset(location.end),
      replacement,
    }));
}

async function mutantsOf(file: string, content: string): Promise<Mutant[]> {
  if (file.endsWith(".sql")) return negations(content);
  const inSql = isSql(content) ? negations(content) : [];
  return [...(await strykerMutants(file, content)), ...inSql];
}

/**
 * Draws files of the product and one mutant of each. The draw is the same for the same seed and tree; the default seed
 * is the commit's hash. Prints the mutants, and writes each one as a patch in .data/mutants.
 */
export async function drawMutants(
  count: number,
  given: string | undefined,
  leftOut: string[],
): Promise<void> {
  const seed = given ?? execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const files = execFileSync("git", ["ls-files", "app", "prisma/sql"], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) => /\.(tsx?|mjs|sql)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !leftOut.includes(file),
    )
    .sort((one, other) => number(seed + one) - number(seed + other));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let drawn = 0;
  for (const file of files) {
    if (drawn === count) break;
    const content = readFileSync(file, "utf8");
    const candidates = await mutantsOf(file, content);
    const mutant = candidates[number(`${seed}${file} mutant`) % candidates.length];
    if (!mutant) continue;
    drawn += 1;
    const name = String(drawn).padStart(2, "0");
    const changed = `${folder}/changed`;
    writeFileSync(changed, content.slice(0, mutant.start) + mutant.replacement + content.slice(mutant.end));
    const patch = diff(file, changed);
    writeFileSync(`${folder}/${name}.patch`, patch);
    const line = content.slice(0, mutant.start).split("\n").length;
    const was = content.slice(mutant.start, mutant.end);
    console.log(`${name} ${file}:${line}  ${short(was)} → ${short(mutant.replacement)}`);
  }
  rmSync(`${folder}/changed`, { force: true });
  console.log(`\nPatches are in ${folder}. Apply one with git apply, and undo it with git apply -R.`);
}

const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100) || "(nothing)";

/** A patch that changes `file` into `changed`. */
function diff(file: string, changed: string): string {
  try {
    execFileSync("git", ["diff", "--no-index", "--", file, changed], { encoding: "utf8" });
    return "";
  } catch (difference) {
    // Git exits with 1 if the files differ, and the error has the output.
    const { stdout } = difference as { stdout: string };
    return stdout.replaceAll(`b/${changed}`, `b/${file}`);
  }
}
