import ts from "typescript";
import { type Source, visitAll } from "./sources";

const sqlWords = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|EXISTS|CASE WHEN|ORDER BY|GROUP BY)\b/;
const rawCall = /\$(queryRaw|executeRaw)|readRows|readRow\b/;

/**
 * Phrases that read as if they were translated, such as "a mail" for an email, or "the page to which they're sent" for
 * the page they're sent to. CONTRIBUTING.md has better ones. A comment that begins with "Of" is missing its noun.
 */
const phrases =
  /\b(?:somebody|nobody|everybody|whoever|anew|any more|by itself|is not there)\b|\b(?:to|by|from|with) who\b|\b(?:to|by|on|with|under) which\b|\b(?:a|the|by|each|no|one) mail\b(?! client)|\/(?:\/|\*\*)\s+(?:\* )?Of /gi;

/**
 * Numbers of requirements and decisions, which readers can't look up because those documents aren't in this repository.
 */
const citedIds = /\bM-[A-Z]{2,5}-\d+\b|\bA-\d{1,3}\b/g;

const isSqlTemplate = (node: ts.Node): node is ts.TemplateExpression | ts.NoSubstitutionTemplateLiteral =>
  (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
  sqlWords.test(node.getText());

/** Counts things in app/ (without app/platform) that tend to grow unnoticed. */
export function measure(sources: readonly Source[]) {
  const counts = {
    prismaRaw: 0,
    assembledSql: 0,
    rawStatements: 0,
    longestStatement: 0,
    translatedPhrases: 0,
    citedIds: 0,
  };
  for (const { path, file } of sources) {
    counts.citedIds += file.text.match(citedIds)?.length ?? 0;
    counts.translatedPhrases += file.text.match(phrases)?.length ?? 0;
    if (path.startsWith("app/platform/")) continue;
    counts.rawStatements += file.text
      .split("\n")
      .filter((line) => rawCall.test(line) && !line.includes("import")).length;
    visitAll(file, (node) => {
      if (ts.isCallExpression(node) && node.expression.getText(file) === "Prisma.raw") counts.prismaRaw += 1;
      if (!isSqlTemplate(node)) return;
      if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent))
        counts.assembledSql += 1;
      counts.longestStatement = Math.max(counts.longestStatement, node.getText(file).split("\n").length);
    });
  }
  return counts;
}

/** Counts each feature folder's source files, without components. */
export function filesOf(sources: readonly Source[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of sources) {
    const feature = /^app\/features\/([^/]+)\/[^/]+$/.exec(path)?.[1];
    if (feature) folders.set(feature, (folders.get(feature) ?? 0) + 1);
  }
  return folders;
}
