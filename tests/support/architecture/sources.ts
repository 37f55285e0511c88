import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

export interface Source {
  path: string;
  file: ts.SourceFile;
}

/** Reads source files, without tests and generated code. */
export function readSources(root: string, folder = "app"): Source[] {
  const sources: Source[] = [];
  const walk = (directory: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "generated" && entry.name !== "node_modules") walk(path);
      } else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) {
        const kind = entry.name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
        const text = readFileSync(path, "utf8");
        sources.push({
          path: relative(root, path),
          file: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind),
        });
      }
    }
  };
  walk(join(root, folder));
  return sources;
}

export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}

function place({ path, file }: Source, node: ts.Node): string {
  return `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

/** Guards that read the form, too. */
const guardedReaders = ["readSignedIn", "readAsMember", "readAsCreator", "readAsAdmin"];
const guards = new Set([
  ...guardedReaders,
  "allowAnyone",
  "requireMember",
  "requireSignIn",
  "requireCreator",
  "requireContributor",
  "requireAdmin",
]);
const readers = new Set([
  ...guardedReaders,
  "readForm",
  "readDeclared",
  "readUpload",
  "readFileForm",
  "readFilesForm",
  "readSignedBody",
  "readJson",
  "receiveUpload",
]);
const handlerNames = ["loader", "action"];

/** A file's functions by name. Includes exported `const`s, which bundlers can't remove. */
function functionsOf(file: ts.SourceFile): Map<string, ts.FunctionDeclaration> {
  const found = new Map<string, ts.FunctionDeclaration>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) found.set(statement.name.text, statement);
  }
  return found;
}

function isExported(node: ts.HasModifiers): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether the first statement is `await guard(args)`, with the handler's own argument. */
function beginsWithGuard(handler: ts.FunctionDeclaration): boolean {
  const first = handler.body?.statements[0];
  const argument = handler.parameters[0]?.name;
  if (!first || !argument || !ts.isIdentifier(argument)) return false;
  const awaited =
    ts.isVariableStatement(first) && first.declarationList.declarations.length === 1
      ? first.declarationList.declarations[0]?.initializer
      : ts.isExpressionStatement(first)
        ? first.expression
        : undefined;
  if (!awaited || !ts.isAwaitExpression(awaited) || !ts.isCallExpression(awaited.expression)) return false;
  const { expression: callee, arguments: given } = awaited.expression;
  const [argumentGiven] = given;
  return (
    ts.isIdentifier(callee) &&
    guards.has(callee.text) &&
    argumentGiven !== undefined &&
    ts.isIdentifier(argumentGiven) &&
    argumentGiven.text === argument.text
  );
}

function onlyRedirects(handler: ts.FunctionDeclaration): boolean {
  const [only, ...more] = handler.body?.statements ?? [];
  return (
    more.length === 0 &&
    only !== undefined &&
    ts.isReturnStatement(only) &&
    only.expression !== undefined &&
    ts.isCallExpression(only.expression) &&
    only.expression.expression.getText() === "redirect"
  );
}

/** The names that a function calls, itself or through other functions of the file. */
function calledFrom(start: ts.FunctionDeclaration, inFile: Map<string, ts.FunctionDeclaration>): Set<string> {
  const called = new Set<string>();
  const follow = (node: ts.Node) =>
    visitAll(node, (inner) => {
      if (!ts.isCallExpression(inner) || !ts.isIdentifier(inner.expression)) return;
      const name = inner.expression.text;
      if (called.has(name)) return;
      called.add(name);
      const next = inFile.get(name);
      if (next) follow(next);
    });
  follow(start);
  return called;
}

/** Whether an action accepts no form, because it only throws after the guard. */
function refusesEveryBody(handler: ts.FunctionDeclaration): boolean {
  const [, ...rest] = handler.body?.statements ?? [];
  return rest.length > 0 && rest.every((statement) => ts.isThrowStatement(statement));
}

/** Finds routes that take files but might respond before the files are stored. */
export function findEarlyUploadReplies(sources: Source[]): string[] {
  const takesFile = /\b(readUpload|readFileForm|readFilesForm|withFile)\(/;
  return sources
    .filter(({ path, file }) => path.startsWith("app/routes/") && takesFile.test(file.text))
    .filter(({ file }) => !/\bisUpload: true\b/.test(file.text))
    .map(({ path }) => `${path}: takes a file, but its handle has no isUpload`);
}

/**
 * Finds loaders and actions without a guard, and actions that don't read their form.
 * @param redirecting loaders that only redirect, as 'folder/file loader'
 */
export function findUnguardedRoutes(sources: Source[], redirecting: readonly string[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (!/^(app\/(routes\/|root\.tsx$)|dev\/)/.test(source.path)) continue;
    const inFile = functionsOf(source.file);
    const reexportsHandler = source.file.statements.some(
      (statement) =>
        ts.isExportDeclaration(statement) &&
        statement.exportClause !== undefined &&
        ts.isNamedExports(statement.exportClause) &&
        statement.exportClause.elements.some((element) => handlerNames.includes(element.name.text)),
    );
    if (reexportsHandler)
      problems.push(`${source.path}: re-exports a loader or action, which must be written in the route`);
    for (const statement of source.file.statements) {
      if (!ts.isVariableStatement(statement) || !isExported(statement)) continue;
      for (const { name } of statement.declarationList.declarations) {
        if (handlerNames.includes(name.getText())) {
          problems.push(
            `${place(source, statement)}: ${name.getText()} is a wrapped const, which bundlers keep in browser code`,
          );
        }
      }
    }
    for (const name of handlerNames) {
      const handler = inFile.get(name);
      if (!handler || !isExported(handler)) continue;
      const onlyRedirectsTo =
        redirecting.includes(`${relative("app/routes", source.path)} ${name}`) && onlyRedirects(handler);
      if (!onlyRedirectsTo && !beginsWithGuard(handler))
        problems.push(`${place(source, handler)}: ${name} doesn't begin with a guard`);
      if (name !== "action" || refusesEveryBody(handler)) continue;
      const called = calledFrom(handler, inFile);
      if (![...readers].some((reader) => called.has(reader))) {
        problems.push(`${place(source, handler)}: action doesn't read its form with one of our readers`);
      }
    }
  }
  return problems;
}

export function findEnvironmentReads(sources: Source[], allowed: readonly string[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (allowed.includes(source.path)) continue;
    visitAll(source.file, (node) => {
      const reads =
        (ts.isPropertyAccessExpression(node) &&
          node.expression.getText() === "process" &&
          node.name.text === "env") ||
        (ts.isElementAccessExpression(node) && node.expression.getText() === "process") ||
        (ts.isImportSpecifier(node) &&
          node.name.text === "env" &&
          node.parent.parent.parent.moduleSpecifier.getText().includes("process"));
      if (reads) problems.push(`${place(source, node)}: process.env`);
    });
  }
  return problems;
}

/** Finds form methods that work only with script. */
export function findUnknownMethods(sources: Source[]): string[] {
  const problems: string[] = [];
  // The method "dialog" closes the dialog and sends nothing.
  const known = /^(get|post|dialog)$/i;
  for (const source of sources) {
    visitAll(source.file, (node) => {
      if (ts.isJsxAttribute(node) && /^(method|formMethod)$/i.test(node.name.getText())) {
        const given = node.initializer;
        const text =
          given && ts.isStringLiteral(given)
            ? given.text
            : given && ts.isJsxExpression(given)
              ? given.expression
              : undefined;
        const literal =
          typeof text === "string" ? text : text && ts.isStringLiteralLike(text) ? text.text : undefined;
        // The kit's Form passes on the method that it's given, so this checks where it's used.
        const passedOn = source.path === "app/ui/form.tsx" && literal === undefined;
        if (!passedOn && !known.test(literal ?? ""))
          problems.push(`${place(source, node)}: ${node.getText()}`);
      }
      if (ts.isCallExpression(node) && /(^|\.)submit$/.test(node.expression.getText())) {
        visitAll(node, (inner) => {
          if (!ts.isPropertyAssignment(inner) || inner.name.getText() !== "method") return;
          const literal = ts.isStringLiteralLike(inner.initializer) ? inner.initializer.text : "";
          if (!known.test(literal)) problems.push(`${place(source, inner)}: ${inner.getText()}`);
        });
      }
    });
  }
  return problems;
}

/** Finds route IDs that are read without `parseId` or `idParam`, and ID patterns outside app/ids.ts. */
export function findUnparsedIds(sources: Source[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (source.path === "app/ids.ts") continue;
    visitAll(source.file, (node) => {
      const isPattern =
        (ts.isRegularExpressionLiteral(node) && /0-9a-f-?\]\{(8|36)\}/i.test(node.text)) ||
        (ts.isCallExpression(node) && /^z\.(uuid|guid)/.test(node.expression.getText()));
      const isRead =
        ts.isPropertyAccessExpression(node) &&
        /(^|\.)params$/.test(node.expression.getText()) &&
        /Id$/.test(node.name.text) &&
        !/^parseId\(/.test(node.parent.getText());
      const isDestructured =
        ts.isVariableDeclaration(node) &&
        ts.isObjectBindingPattern(node.name) &&
        /(^|\.)params$/.test(node.initializer?.getText() ?? "");
      if (isPattern || isRead || isDestructured) problems.push(`${place(source, node)}: ${node.getText()}`);
    });
  }
  return problems;
}

/**
 * Finds paths that are hard-coded in the server in front of Remix instead of being in a route's handle.
 * @param allowed paths that the server itself responds to
 */
export function findServerPaths(sources: Source[], allowed: readonly string[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (!source.path.startsWith("app/server/")) continue;
    visitAll(source.file, (node) => {
      const isPath =
        (ts.isStringLiteralLike(node) && /^\/[a-z]/i.test(node.text)) ||
        (ts.isRegularExpressionLiteral(node) && /^\/\^?\\\/[a-z]/i.test(node.text)) ||
        (ts.isPropertyAccessExpression(node) && /^(paths|adminPaths)$/.test(node.expression.getText()));
      if (isPath && !allowed.includes(node.getText())) {
        problems.push(`${place(source, node)}: ${node.getText()}`);
      }
    });
  }
  return problems;
}

/** Finds `any`, and comments that turn off type checking. */
export function findUncheckedTypes(sources: Source[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    visitAll(source.file, (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) problems.push(`${place(source, node)}: any`);
    });
    const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.JSX, source.file.text);
    for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
      const isComment =
        token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia;
      const found = isComment && /@ts-(ignore|nocheck|expect-error)/.exec(scanner.getTokenText());
      if (found) problems.push(`${source.path}: ${found[0]}`);
    }
  }
  return problems;
}

const vagueNames = /^(utils?|helpers?|misc|commons?|lib|shared|managers?|services?|index)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Finds names that aren't kebab-case, barrel files, and catch-all names. */
export function findPoorNames(sources: Source[], features: readonly string[]): string[] {
  const problems: string[] = [];
  for (const { path } of sources) {
    const [, top, feature] = path.split("/");
    if (top === "features" && !features.includes(feature as string))
      problems.push(`${path}: there is no feature '${feature}'`);
    // The file name of a route is its path.
    if (top === "routes") continue;
    const parts = path.split("/");
    const name = parts.pop()?.replace(/(\.(server|client|schema|d))*\.tsx?$/, "") ?? "";
    for (const part of [...parts, name]) {
      if (!kebab.test(part)) problems.push(`${path}: '${part}' isn't in kebab-case`);
      if (vagueNames.test(part)) problems.push(`${path}: '${part}' doesn't say what's in it`);
    }
  }
  return problems;
}

/** Finds fields with a maxLength, which cuts off pasted text without saying so. */
export function findCutFields(sources: Source[]): string[] {
  const problems: string[] = [];
  for (const { path, file } of sources) {
    visitAll(file, (node) => {
      if (!ts.isJsxAttribute(node) || !/^maxlength$/i.test(node.name.getText())) return;
      if (/type="password"|autoComplete="one-time-code"/.test(node.parent.getText())) return;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      problems.push(`${path}:${line + 1}: ${node.getText()}`);
    });
  }
  return problems;
}

/** Functions whose arguments people read: a toast, a refusal, the title of a failure or of a page. */
const saying = new Set(["redirectWithFlash", "refuse", "pressed", "notDone", "pageTitle", "failurePage"]);
/** Functions whose title or subject states what happened. */
const telling = new Set(["announce", "queueMail"]);
const isLogged = /^log\.(debug|info|warn|error)$/;

/** Finds toasts, refusals, titles, notifications and log lines without words. */
export function findEmptyWords(sources: Source[]): string[] {
  const problems = new Set<string>();
  for (const source of sources) {
    const report = (node: ts.Node) => problems.add(`${place(source, node)}: says nothing`);
    const isRoute = source.path.startsWith("app/routes/");
    const isEmpty = (node: ts.Node) => ts.isStringLiteralLike(node) && !/\w/.test(node.text);
    /** Whether the literal is itself what people read, and not a key or the argument of another function. */
    const isSaid = (text: ts.Node, call: ts.Node): boolean => {
      const { parent } = text;
      if (parent === call) return true;
      if (ts.isPropertyAssignment(parent)) return parent.name !== text;
      if (ts.isConditionalExpression(parent)) return isSaid(parent, call);
      return ts.isArrayLiteralExpression(parent);
    };
    const isNamed = (node: ts.Node, names: RegExp) =>
      ts.isPropertyAssignment(node) && names.test(node.name.getText(source.file));
    const reportEmpty = (within: ts.Node, call: ts.Node) =>
      visitAll(within, (node) => {
        if (isEmpty(node) && isSaid(node, call)) report(node);
      });
    visitAll(source.file, (node) => {
      if (isRoute && ts.isPropertyAssignment(node) && isNamed(node, /^title$/) && isEmpty(node.initializer))
        report(node);
      if (!ts.isCallExpression(node)) return;
      const called = node.expression.getText(source.file).replace(/^.*\.(?=refuse$)/s, "");
      if (isLogged.test(called)) {
        for (const argument of node.arguments)
          if (
            isEmpty(argument) ||
            (ts.isObjectLiteralExpression(argument) && argument.properties.length === 0)
          )
            report(argument);
      }
      if (telling.has(called))
        visitAll(node, (inner) => {
          if (isNamed(inner, /^(title|subject)$/)) reportEmpty(inner, node);
          if (isNamed(inner, /^lines$/) && /\[\s*\]$/.test(inner.getText(source.file))) report(inner);
        });
      if (!isRoute || !saying.has(called)) return;
      // Only the first two, because a redirect's third argument is its cookies.
      for (const argument of node.arguments.slice(0, 2)) {
        reportEmpty(argument, node);
        visitAll(argument, (inner) => {
          if (called === "refuse" && ts.isArrayLiteralExpression(inner) && inner.elements.length === 0)
            report(inner);
        });
      }
    });
  }
  return [...problems];
}
