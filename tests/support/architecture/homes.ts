import ts from "typescript";
import { type Source, visitAll } from "./sources";
import type { Model } from "./writes";

/**
 * Finds places that mention a table in SQL or through its model, outside the table's home.
 * @param homes by table, the prefix of the paths that may mention it
 */
export function findStrayMentions(
  sources: Source[],
  models: Map<string, Model>,
  homes: Readonly<Record<string, string>>,
): string[] {
  const problems: string[] = [];
  const tableOf = new Map(
    [...models].map(([name, { table }]) => [name[0]?.toLowerCase() + name.slice(1), table]),
  );
  for (const source of sources) {
    const report = (node: ts.Node, table: string | undefined) => {
      const home = table && Object.hasOwn(homes, table) ? homes[table] : undefined;
      if (home && !source.path.startsWith(home))
        problems.push(`${lineOf(source, node)}: mentions ${table}, which belongs in ${home}`);
    };
    visitAll(source.file, (node) => {
      if (ts.isPropertyAccessExpression(node) && /^(db|tx)$/.test(node.expression.getText()))
        report(node, tableOf.get(node.name.text));
      if (
        ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node)
      ) {
        for (const word of new Set(node.text.match(/\b[a-z]+(_[a-z]+)+\b/g))) report(node, word);
      }
    });
  }
  return problems;
}

/** Finds literals of the value that means "unlimited", outside `home`. */
export function findMagicLimits(sources: Source[], home: string): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (source.path === home) continue;
    visitAll(source.file, (node) => {
      if (ts.isNumericLiteral(node) && Number(node.text) === 999_999)
        problems.push(`${lineOf(source, node)}: ${node.getText()} means 'unlimited', which is in ${home}`);
    });
  }
  return problems;
}

/**
 * Finds transactions that weren't started with `transaction`, and errors that are thrown to leave a transaction:
 * refusals must be returned instead.
 */
export function findDirectTransactions(sources: Source[], home: string): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (source.path === home) continue;
    visitAll(source.file, (node) => {
      if (ts.isPropertyAccessExpression(node) && node.name.text === "$transaction")
        problems.push(`${lineOf(source, node)}: $transaction instead of transaction in ${home}`);
      const isError =
        ts.isClassDeclaration(node) &&
        node.heritageClauses?.some((clause) => clause.types.some((type) => /Error$/.test(type.getText())));
      if (isError && source.path.startsWith("app/features/"))
        problems.push(`${lineOf(source, node)}: ${node.name?.text} is thrown instead of returning a refusal`);
    });
  }
  return problems;
}

/** Functions that write for a member without checking their session in the same transaction, and why. */
const askingOtherwise = new Set([
  // These end the actor's session, so they check it themselves first.
  ...["requestDeletion", "changePassword"],
  // A foreign key ties the stored row to the session.
  ...["subscribeToPush", "unsubscribeFromPush"],
  // Nothing shows what these store until another function uses it, and that function checks the session.
  ...["storeOpened", "takeArrived", "findWaiting", "endWait", "codeOf"],
  // These record what was seen on a page. A guard checked the session when the request began, and nothing was
  // submitted.
  ...["markReadHere", "readUpTo", "seeMatch"],
  // These store a person's theme and time zone. A guard checked the session after the form had arrived, and storing
  // them a moment after the session has ended does no harm.
  ...["setAppearance", "chooseTimeZone", "noteTimeZone"],
  // Discards a draft when its owner signs out, on behalf of the session that has just ended.
  "discardDraft",
]);

const writeMethods =
  /^(create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)$/;

/** Whether a call starts a transaction, or is a write outside one. */
function isWrite(node: ts.CallExpression | ts.TaggedTemplateExpression): boolean {
  if (ts.isTaggedTemplateExpression(node)) {
    const text = node.template.getText();
    return (
      /^db\.\$(executeRaw|queryRaw)$/.test(node.tag.getText()) &&
      /\b(INSERT INTO|UPDATE \w+ (\w+ )?SET|DELETE FROM)\b/.test(text.replace(/\s+/g, " "))
    );
  }
  const called = node.expression;
  if (/^(transaction|writeRows)$/.test(called.getText())) return true;
  return (
    ts.isPropertyAccessExpression(called) &&
    /^db\.\w+$/.test(called.expression.getText()) &&
    writeMethods.test(called.name.text)
  );
}

/** Finds transactions and statements that write for a member without checking their session. */
export function findUncheckedTransactions(sources: Source[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    if (!source.path.startsWith("app/features/") || source.path.endsWith("/acting.server.ts")) continue;
    visitAll(source.file, (node) => {
      if (!(ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)) || !isWrite(node)) return;
      const by = ts.findAncestor(node, ts.isFunctionDeclaration);
      const [who] = by?.parameters ?? [];
      const isMembers =
        /^(actor|admin)$/.test(who?.name.getText() ?? "") || /\bActor\b/.test(who?.type?.getText() ?? "");
      if (!isMembers || askingOtherwise.has(by?.name?.text ?? "")) return;
      problems.push(`${lineOf(source, node)}: ${by?.name?.text} writes for a member without transactionBy`);
    });
  }
  return problems;
}

function lineOf({ path, file }: Source, node: ts.Node): string {
  return `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

/** The feature that defines a rule, and the SQL, fields, models and values that no other feature may contain. */
interface RuleHome {
  feature: string;
  sql: RegExp;
  fields: ReadonlySet<string>;
  models: ReadonlySet<string>;
  values: ReadonlySet<string>;
}

/** The homes of the rules about blocks, suspension, approval and completeness. */
const ruleHomes: readonly RuleHome[] = [
  {
    feature: "visibility",
    sql: /\b(?:FROM|JOIN|INTO|UPDATE)\s+"?blocks\b|\bsuspended_at\b|'approved'|\bcompleted_at\s+IS\b/gi,
    fields: new Set(["suspendedAt", "blocksMade", "blocksReceived"]),
    models: new Set(["block"]),
    values: new Set(["approved"]),
  },
];

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** The parts of another feature's rule that the node repeats. Writing a value, as a decision does, is allowed. */
function findRuleUses(node: ts.Node, home: RuleHome): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return node.getText().match(home.sql) ?? [];
  if (ts.isIdentifier(node)) {
    const isModel =
      home.models.has(node.text) &&
      ts.isPropertyAccessExpression(node.parent) &&
      node.parent.name === node &&
      ts.isPropertyAccessExpression(node.parent.parent) &&
      /^(find|count|create|update|upsert|delete|aggregate|groupBy)/.test(node.parent.parent.name.text);
    return isModel || home.fields.has(node.text) ? [node.text] : [];
  }
  const compared = ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind);
  const isNot = ts.isPropertyAssignment(node) && node.name.getText() === "not";
  const values = compared ? [node.left, node.right] : isNot ? [node.initializer] : [];
  return values
    .filter((value) => ts.isStringLiteralLike(value) && home.values.has(value.text))
    .map((value) => value.getText());
}

export function findForeignRules(sources: Source[]): string[] {
  const problems: string[] = [];
  for (const source of sources) {
    for (const home of ruleHomes) {
      if (source.path.startsWith(`app/features/${home.feature}/`)) continue;
      visitAll(source.file, (node) => {
        for (const use of findRuleUses(node, home))
          problems.push(`${lineOf(source, node)}: ${use} belongs in ${home.feature}`);
      });
    }
  }
  return problems;
}
