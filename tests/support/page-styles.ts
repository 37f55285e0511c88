import { readdirSync, readFileSync } from "node:fs";
import { classesIn } from "../../scripts/used-styles";

const sources = "app/styles";
const built = "build/client/assets";

/** The classes of a file in app/styles and what it imports. */
function classesOf(file: string): string[] {
  const css = readFileSync(`${sources}/${file}`, "utf8").replace(/\/\*.*?\*\//gs, "");
  const imports = [...css.matchAll(/@import "\.\/([\w-]+\.css)"/g)];
  return [...classesIn(css), ...imports.flatMap(([, name = ""]) => classesOf(name))];
}

const builtClasses = (file: string) => classesIn(readFileSync(`${built}/${file}`, "utf8"));

interface Sheet {
  has: Set<string>;
  shouldHave: Set<string>;
}
const sheets = new Map<string, Sheet>();

function sheetOf(name: string, file: string): Sheet {
  let sheet = sheets.get(file);
  if (!sheet) {
    const own = new Set(
      readdirSync(sources)
        .filter((one) => one.endsWith(".css"))
        .flatMap(classesOf),
    );
    const all = readdirSync(built)
      .filter((one) => one.endsWith(".css"))
      .flatMap(builtClasses);
    const utilities = all.filter((one) => !own.has(one));
    sheet = {
      has: new Set(builtClasses(file)),
      shouldHave: new Set([...classesOf(`${name}.css`), ...utilities]),
    };
    sheets.set(file, sheet);
  }
  return sheet;
}

/** Finds classes that a page uses, and that the build left out of its stylesheet. */
export function unstyledClasses(html: string): string[] {
  const [, file = "", name = ""] = /rel="stylesheet" href="\/assets\/(([\w-]+)-\w+\.css)"/.exec(html) ?? [];
  if (!name) return [];
  const { has, shouldHave } = sheetOf(name, file);
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" ")));
  return [...used]
    .filter((one) => shouldHave.has(one) && !has.has(one))
    .map((one) => `${name}.css lost .${one}`);
}
