import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { type Selector, transform, type Visitor } from "lightningcss";
import { type Plugin, parseAst } from "vite";

/**
 * Removes from each page's stylesheet the classes that none of its routes can render, which are a tenth to a quarter of
 * its bytes. Route tests compare every page that they open with the whole stylesheet.
 */
export function usedStyles(): Plugin {
  return {
    name: "used-styles",
    apply: "build",
    enforce: "pre",
    // Tailwind's plugin has already run, and has inlined the sheet's imports.
    async transform(css, id) {
      const sheet = /\/app\/styles\/([\w-]+)\.css\?transform-only/.exec(id)?.[1];
      if (!sheet) return null;
      const routes = await routesOf(sheet);
      // A sheet that no route names may be loaded by any page, such as an error page.
      if (routes.length === 0) return null;
      const isUsed = await classesOf(routes);
      const code = Buffer.from(withoutFallbacks(css));
      const visitor = withoutClasses((name) => !isUsed(name));
      const smaller = transform({ filename: id, code, minify: true, visitor }).code.toString();
      return { code: withoutUnread(withoutPlainColors(smaller), isUsed), map: null };
    },
  };
}

/**
 * Removes what Tailwind adds: its banner, because the sheets contain none of its rules, and code for browsers without
 * color-mix() or @property, which together are 60 to 240 bytes of a page. Browsers without color-mix() don't support
 * the menu's popover, either, and text would have the same color as its background. For browsers without @property, the
 * code only makes a number inheritable.
 */
const withoutFallbacks = (css: string) =>
  css
    .replace(/^\/\*! tailwindcss .*?\*\//, "")
    .replace(/@supports \(color: ?color-mix\(in lab, ?red, ?red\)\) ?\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g, "$1")
    .replace(/@layer properties ?\{\s*@supports [^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/, "");

/** Removes each selector that needs an unused class, and each rule that then has no selector left. */
const withoutClasses = (isUnused: (name: string) => boolean): Visitor<never> => {
  const canMatch = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === "class") return !isUnused(part.name);
      if (part.type !== "pseudo-class") return true;
      if (part.kind !== "is" && part.kind !== "where" && part.kind !== "has") return true;
      return part.selectors.some(canMatch);
    });
  // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
  return { Selector: (selector) => (canMatch(selector) ? undefined : []) };
};

/**
 * Removes the plain color before a color-mix() of the same property, which Tailwind adds for the same old browsers. The
 * two stand next to each other only once the code around them has been removed.
 */
const withoutPlainColors = (css: string) =>
  css.replace(/(?<=[;{])([\w-]+):[^;{}]+;(?=\1:[^;{}]*color-mix\()/g, "");

/** Removes custom properties that nothing reads, and then those that were read only by removed ones. */
function withoutUnread(css: string, isUsed: (name: string) => boolean): string {
  const read = css.replace(/(--[\w-]+):[^;{}]+(?:;|(?=}))/g, (whole, name) =>
    css.includes(`var(${name}`) || isUsed(name) ? whole : "",
  );
  return read === css ? css : withoutUnread(read, isUsed);
}

/** The classes in a stylesheet, and also other words that follow a dot. */
export function classesIn(css: string): string[] {
  const names = css.matchAll(/\.((?:[a-z-]|\\.)(?:[\w-]|\\.)*)/gi);
  return [...new Set([...names].map(([, name = ""]) => name.replaceAll("\\", "")))];
}

const importsIn = (text: string) =>
  [...text.matchAll(/from "~\/styles\/([\w-]+-page)\.css\?url"/g)].map(([, name]) => name);

/** The modules of the routes that load the sheet. A route loads its own sheets, its layout's, or else "index". */
async function routesOf(sheet: string): Promise<string[]> {
  const names = await readdir("app/routes", { recursive: true });
  const files = names.filter((name) => name.endsWith(".tsx")).map((name) => join("app/routes", name));
  const found: string[] = [];
  for (const file of ["dev/kit.tsx", ...files]) {
    const layout = join(dirname(file), "layout.tsx");
    const texts = [file, layout].filter((path) => existsSync(path)).map((path) => readFile(path, "utf8"));
    const [own = ["index"]] = (await Promise.all(texts)).map(importsIn).filter((names) => names.length > 0);
    if (own.includes(sheet)) found.push(file);
  }
  return found;
}

/** The modules of the layouts around a route. */
function framesOf(file: string): string[] {
  const kinds = /^app\/routes\/(site|auth|app|admin)\//.exec(file)?.[1] ?? "app";
  return [kinds, ...(kinds === "admin" ? ["app"] : [])].map((kind) => `app/routes/${kind}/layout.tsx`);
}

/** Matches capitals and punctuation, which a list of classes never contains. */
const isProse = /[A-Z,;!?'’“”…<>]|\.\s|\.$/;

/** The words of a string that may be a list of classes. If the string is markup, only the words in its attributes. */
const listIn = (text: string) =>
  isProse.test(text) ? [...text.matchAll(/class="([^"]*)/g)].map(([, list]) => list).join(" ") : text;

/**
 * Returns a function that says whether these modules may render a class: it's a word in one of their strings, or begins
 * with the text before an expression in a template, such as `btn-${kind}` or `b${band}`. esbuild removes what only
 * loaders and actions use.
 */
async function classesOf(modules: string[]): Promise<(name: string) => boolean> {
  const all = new Set(["app/root.tsx", ...modules.flatMap((path) => [...framesOf(path), path])]);
  const uses = [...all].map(async (path, at) => {
    // A module without a component may have a loader that writes the page itself, so all of it counts.
    const hasPage = (await readFile(path, "utf8")).includes("export default");
    const shown = hasPage ? `m${at}.default, m${at}.ErrorBoundary, m${at}.Layout` : `m${at}`;
    return `import * as m${at} from "./${path}"; show(${shown});`;
  });
  const { outputFiles } = await build({
    stdin: { contents: (await Promise.all(uses)).join("\n"), resolveDir: "." },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    logLevel: "error",
    packages: "external",
    alias: { "~": "./app" },
    external: ["*.server", "*.md", "*?url"],
  });
  const words = new Set<string>();
  /** Beginnings of class names, which continue after a hyphen or with a number. */
  const beginnings = new Set<string>();
  for (const { text, continues } of stringsIn(parseAst(outputFiles[0]?.text ?? ""))) {
    const found = listIn(text).split(/[^\w:[\]./%-]+/);
    const last = found.at(-1);
    // A lone hyphen, such as the one between a file's name and its size, begins no class.
    if (last && last !== "-" && (continues || last.endsWith("-"))) beginnings.add(last);
    for (const word of found) words.add(word);
  }
  const completes = (beginning: string, name: string) =>
    name.startsWith(beginning) && (beginning.endsWith("-") || /^\d+$/.test(name.slice(beginning.length)));
  return (name) => words.has(name) || [...beginnings].some((beginning) => completes(beginning, name));
}

/** The strings that may be shown. `continues` says that an expression follows in the same template. */
function* stringsIn(node: unknown): Generator<{ text: string; continues: boolean }> {
  if (!node || typeof node !== "object") return;
  const { type, value, tail } = node as Node;
  if (isText(node)) yield { text: String(value), continues: false };
  else if (type === "TemplateElement") yield { text: (value as { raw: string }).raw, continues: !tail };
  else for (const child of shownIn(node as Node)) yield* stringsIn(child);
}

interface Node extends Record<string, unknown> {
  type?: string;
}

const isText = (node: unknown) =>
  (node as Node | null)?.type === "Literal" && typeof (node as Node).value === "string";

/**
 * The parts of a node whose strings may become classes. Leaves out strings that may only look like one: what a value is
 * compared with, an element's name, and its attributes other than its classes.
 */
function shownIn(node: Node): unknown[] {
  const { type, operator, left, right, consequent } = node;
  if (type === "BinaryExpression" && /^[!=]==$/.test(String(operator)))
    return [left, right].filter((side) => !isText(side));
  if (type === "SwitchCase") return [consequent];
  const [name, attributes] = type === "CallExpression" ? (node.arguments as Node[]) : [];
  if (!isText(name) || attributes?.type !== "ObjectExpression") return Object.values(node);
  return (attributes.properties as Node[]).filter(
    ({ key, value }) => (key as Node | undefined)?.name === "className" || !isText(value),
  );
}
