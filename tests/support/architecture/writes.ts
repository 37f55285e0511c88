import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { type Source, visitAll } from "./sources";

export interface Model {
  feature: string;
  table: string;
  /** The related models by the name of the field. */
  relations: Map<string, string>;
}

/** Reads the models. Each belongs to the feature that its schema file is named after. */
export function readModels(folder: string): Map<string, Model> {
  const models = new Map<string, Model>();
  const fields = new Map<string, [name: string, type: string][]>();
  let model = "";
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .map((line) => ({ line, feature: basename(name, ".prisma") })),
  );
  for (const { line, feature } of lines) {
    const opened = /^model (\w+) \{$/.exec(line)?.[1];
    if (opened) {
      model = opened;
      models.set(model, { feature, table: model, relations: new Map() });
      fields.set(model, []);
    }
    if (line === "}") model = "";
    const owner = models.get(model);
    if (!owner) continue;
    owner.table = /@@map\("(\w+)"\)/.exec(line)?.[1] ?? owner.table;
    const field = /^\s+(\w+)\s+(\w+)/.exec(line);
    if (field?.[1] && field[2]) fields.get(model)?.push([field[1], field[2]]);
  }
  for (const [name, list] of fields) {
    for (const [field, type] of list) if (models.has(type)) models.get(name)?.relations.set(field, type);
  }
  return models;
}

const writeMethods = new Set([
  "create",
  "createMany",
  "createManyAndReturn",
  "update",
  "updateMany",
  "updateManyAndReturn",
  "upsert",
  "delete",
  "deleteMany",
]);
const nestedWriteMethods = new Set([...writeMethods, "connectOrCreate", "set", "connect", "disconnect"]);

const writeStatements = [
  /\bINSERT\s+INTO\s+(?:ONLY\s+)?"?(\w+)"?/gi,
  /\bUPDATE\s+(?:ONLY\s+)?"?(\w+)"?(?:\s+(?:AS\s+)?\w+)?\s+SET\b/gi,
  /\bDELETE\s+FROM\s+(?:ONLY\s+)?"?(\w+)"?/gi,
  /\bMERGE\s+INTO\s+(?:ONLY\s+)?"?(\w+)"?/gi,
  /\bTRUNCATE\s+(?:TABLE\s+)?"?(\w+)"?/gi,
];

function featureOf(path: string): string {
  return /^app\/features\/([^/]+)\//.exec(path)?.[1] ?? path;
}

export function findForeignWrites(sources: Source[], models: Map<string, Model>): string[] {
  const problems: string[] = [];
  const byCall = new Map([...models.keys()].map((name) => [name[0]?.toLowerCase() + name.slice(1), name]));
  const byTable = new Map([...models.values()].map((model) => [model.table, model]));

  for (const source of sources) {
    const feature = featureOf(source.path);
    const report = (node: ts.Node, owner: Model) => {
      if (owner.feature === feature) return;
      const line = source.file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      problems.push(`${source.path}:${line}: writes ${owner.table}, which belongs to ${owner.feature}`);
    };
    /** Finds writes such as `creator: { create: … }` inside another model's data. */
    const findNestedWrites = (node: ts.Node, model: Model) => {
      if (ts.isPropertyAssignment(node)) {
        const relation = model.relations.get(node.name.getText());
        const target = relation ? models.get(relation) : undefined;
        if (target) {
          if (ts.isObjectLiteralExpression(node.initializer)) {
            for (const property of node.initializer.properties) {
              if (property.name && nestedWriteMethods.has(property.name.getText())) report(property, target);
            }
          }
          ts.forEachChild(node, (child) => findNestedWrites(child, target));
          return;
        }
      }
      ts.forEachChild(node, (child) => findNestedWrites(child, model));
    };
    visitAll(source.file, (node) => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name: method, expression: on } = node.expression;
        const name = ts.isPropertyAccessExpression(on) ? byCall.get(on.name.text) : undefined;
        const model = name ? models.get(name) : undefined;
        if (model && writeMethods.has(method.text)) {
          report(node, model);
          for (const argument of node.arguments) {
            const data = ts.isObjectLiteralExpression(argument)
              ? argument.properties.filter((property) =>
                  /^(data|create|update)$/.test(property.name?.getText() ?? ""),
                )
              : [];
            for (const part of data) findNestedWrites(part, model);
          }
        }
      }
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const text = node.getText();
        for (const statement of writeStatements) {
          for (const [, table] of text.matchAll(statement)) {
            const owner = byTable.get(table ?? "");
            if (owner) report(node, owner);
          }
        }
      }
    });
  }
  return problems;
}

/**
 * Finds writes of many rows without a filter, and filters that have a column but no condition. Both apply to every row.
 */
export function findSweepingFilters(sources: Source[]): string[] {
  const problems: string[] = [];
  const isEmpty = (node?: ts.Node) =>
    node !== undefined && ts.isObjectLiteralExpression(node) && node.properties.length === 0;
  const propertyOf = (node: ts.ObjectLiteralExpression, wanted: string) =>
    node.properties.find(({ name }) => name?.getText() === wanted);
  for (const { path, file } of sources) {
    const report = (node: ts.Node) =>
      problems.push(
        `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: applies to every row`,
      );
    visitAll(file, (node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === "where")
        visitAll(node, (inner) => {
          if (ts.isPropertyAssignment(inner) && isEmpty(inner.initializer)) report(inner);
        });
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      if (!/^(updateMany|updateManyAndReturn|deleteMany)$/.test(node.expression.name.text)) return;
      const [query] = node.arguments;
      if (!query || (ts.isObjectLiteralExpression(query) && !propertyOf(query, "where"))) report(node);
    });
  }
  return problems;
}
