import { readdirSync, readFileSync } from "node:fs";
import { classesIn } from "../../scripts/used-styles";

const sources = "app/styles";
const built = "build/client/assets";

/** Every response's page is checked, so the results are cached. */
function once<Result>(compute: (name: string) => Result): (name: string) => Result {
  const kept = new Map<string, Result>();
  return (name) => {
    const result = kept.get(name) ?? compute(name);
    kept.set(name, result);
    return result;
  };
}

/** The classes of a file in app/styles and of what it imports. */
const sourceClasses = once((file): readonly string[] => {
  const css = readFileSync(`${sources}/${file}`, "utf8").replace(/\/\*.*?\*\//gs, "");
  const imports = [...css.matchAll(/@import "\.\/([\w-]+\.css)"/g)];
  return [...classesIn(css), ...imports.flatMap(([, name = ""]) => sourceClasses(name))];
});
const builtClasses = once((file) => new Set(classesIn(readFileSync(`${built}/${file}`, "utf8"))));

/** The built classes that aren't in app/styles: Tailwind's utilities. */
const utilities = once((folder): readonly string[] => {
  const sheetsIn = (path: string) => readdirSync(path).filter((file) => file.endsWith(".css"));
  const own = new Set(sheetsIn(sources).flatMap(sourceClasses));
  return sheetsIn(folder).flatMap((file) => [...builtClasses(file)].filter((one) => !own.has(one)));
});

/** The classes that the stylesheet of this name should have. */
const wantedClasses = once((name) => new Set([...sourceClasses(`${name}.css`), ...utilities(built)]));

/** Finds classes that a page uses but the build left out of its stylesheet. */
export function unstyledClasses(html: string): string[] {
  const [, file = "", name = ""] = /rel="stylesheet" href="\/assets\/(([\w-]+)-\w+\.css)"/.exec(html) ?? [];
  if (!name) return [];
  const [has, wanted] = [builtClasses(file), wantedClasses(name)];
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" ")));
  return [...used].filter((one) => wanted.has(one) && !has.has(one)).map((one) => `${name}.css lost .${one}`);
}
