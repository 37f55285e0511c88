import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { transform } from "lightningcss";
import { type Plugin, parseAst } from "vite";

/**
 * Drops from each page's stylesheet the classes that none of its routes can render, which is a tenth to a quarter of
 * its bytes. Route tests check every page they open against the whole sheet.
 */
export function usedStyles(): Plugin {
  return {
    name: "used-styles",
    apply: "build",
    enforce: "pre",
    // Tailwind's plugin comes before this one and has joined the sheet's imports.
    async transform(css, id) {
      const sheet = /\/app\/styles\/([\w-]+)\.css\?transform-only/.exec(id)?.[1];
      if (!sheet) return null;
      const routes = await routesOf(sheet);
      // Sheets that any page may load, such as those of the error pages.
      if (routes.length === 0) return null;
      const isUsed = await classesOf(routes);
      const unusedSymbols = classesIn(css).filter((name) => !isUsed(name));
      const code = Buffer.from(withoutFallbacks(css));
      const smaller = transform({ filename: id, code, minify: true, unusedSymbols }).code.toString();
      return { code: withoutUnread(smaller, isUsed), map: null };
    },
  };
}

/**
 * Drops Tailwind's banner, because the sheets hold none of its rules, and what it adds for browsers without color-mix()
 * or @property, which together are 60 to 240 bytes of a page. Browsers without color-mix() are older than the menu's
 * popover, and would paint text on its own color. For browsers without @property, the additions only let a number be
 * inherited.
 */
const withoutFallbacks = (css: string) =>
  css
    .replace(/^\/\*! tailwindcss .*?\*\//, "")
    .replace(/@supports \(color: ?color-mix\(in lab, ?red, ?red\)\) ?\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g, "$1")
    .replace(/@layer properties ?\{\s*@supports [^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/, "");

/** Drops custom properties that nothing reads, and then those that only the dropped ones read. */
function withoutUnread(css: string, isUsed: (name: string) => boolean): string {
  const read = css.replace(/(--[\w-]+):[^;{}]+(?:;|(?=}))/g, (whole, name) =>
    css.includes(`var(${name}`) || isUsed(name) ? whole : "",
  );
  return read === css ? css : withoutUnread(read, isUsed);
}

/** Also contains words after a dot that aren't classes. */
export function classesIn(css: string): string[] {
  const names = css.matchAll(/\.((?:[a-z-]|\\.)(?:[\w-]|\\.)*)/gi);
  return [...new Set([...names].map(([, name = ""]) => name.replaceAll("\\", "")))];
}

const importIn = (text: string) => /from "~\/styles\/([\w-]+-page)\.css\?url"/.exec(text)?.[1];

/** The modules of routes that load the sheet: their own, their layout's, or else "index". */
async function routesOf(sheet: string): Promise<string[]> {
  const names = await readdir("app/routes", { recursive: true });
  const files = names.filter((name) => name.endsWith(".tsx")).map((name) => join("app/routes", name));
  const found: string[] = [];
  for (const file of ["dev/kit.tsx", ...files]) {
    const layout = join(dirname(file), "layout.tsx");
    const texts = [file, layout].filter((path) => existsSync(path)).map((path) => readFile(path, "utf8"));
    const [own = "index"] = (await Promise.all(texts)).flatMap((text) => importIn(text) ?? []);
    if (own === sheet) found.push(file);
  }
  return found;
}

/** The modules around a route's own module. */
function framesOf(file: string): string[] {
  const kinds = /^app\/routes\/(site|auth|app|admin)\//.exec(file)?.[1] ?? "app";
  return [kinds, ...(kinds === "admin" ? ["app"] : [])].map((kind) => `app/routes/${kind}/layout.tsx`);
}

/** Capitals and punctuation, which never occur in a list of classes. */
const isProse = /[A-Z,;!?'’“”…<>]|\.\s|\.$/;

/** The classes that a string may list: all of its words or, if the string is markup, the words in its attributes. */
const listIn = (text: string) =>
  isProse.test(text) ? [...text.matchAll(/class="([^"]*)/g)].map(([, list]) => list).join(" ") : text;

/**
 * Whether a class may occur in what these modules render: it's a word in a string of theirs, or it begins
 * with the text before an expression in a template, such as `btn-${kind}` or `b${band}`. esbuild leaves out
 * what only loaders and actions use.
 */
async function classesOf(modules: string[]): Promise<(name: string) => boolean> {
  const all = new Set(["app/root.tsx", ...modules.flatMap((path) => [...framesOf(path), path])]);
  const uses = [...all].map(async (path, at) => {
    // A loader may also write its page itself.
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
  /** Beginnings of names that continue after a hyphen or with a number. */
  const beginnings = new Set<string>();
  for (const { text, continues } of stringsIn(parseAst(outputFiles[0]?.text ?? ""))) {
    const found = listIn(text).split(/[^\w:[\]./%-]+/);
    const last = found.at(-1);
    if (last && (continues || last.endsWith("-"))) beginnings.add(last);
    for (const word of found) words.add(word);
  }
  const completes = (beginning: string, name: string) =>
    name.startsWith(beginning) && (beginning.endsWith("-") || /^\d+$/.test(name.slice(beginning.length)));
  return (name) => words.has(name) || [...beginnings].some((beginning) => completes(beginning, name));
}

/** The strings of a syntax tree. `continues`: an expression follows in the same template. */
function* stringsIn(node: unknown): Generator<{ text: string; continues: boolean }> {
  if (!node || typeof node !== "object") return;
  const { type, value, tail } = node as { type?: string; value?: unknown; tail?: boolean };
  if (type === "Literal" && typeof value === "string") yield { text: value, continues: false };
  else if (type === "TemplateElement") yield { text: (value as { raw: string }).raw, continues: !tail };
  else for (const child of Object.values(node)) yield* stringsIn(child);
}
