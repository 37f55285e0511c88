import { createHash } from "node:crypto";
import { env } from "./env.server";

/** A comment inside any statement whose best plan depends on its values. It keeps the statement unnamed. */
export const plannedEachTime = "/* planned each time */";

/**
 * Limited, because each connection keeps the plans of all names, and a statement may be assembled from optional parts.
 */
const mostNames = 1_000;
const names = new Map<string, string>();

/**
 * For Prisma: the name that lets a connection prepare a statement only once, because PostgreSQL takes longer to plan
 * most writes than to run them. An empty name leaves a statement unnamed.
 */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames || text.includes(plannedEachTime)) return known ?? "";
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** Used by the tests, which count the names. */
export const namesInUse = (): string[] => [...names.values()];

/** Whether sessions belong to a pooler, which keeps neither settings nor prepared statements for a client. */
export const isPooled = env.DATABASE_PREPARE === "off";

interface Asked {
  name?: string;
  text?: string;
}

/** The texts of statements that were refused for their old plan. */
const stale = new Set<string>();

/** The statement, without its name if a pooler couldn't keep it prepared or if its old plan was refused. */
export const prepared = <Query extends Asked | string>(query: Query): Query =>
  typeof query === "object" && query.name && (isPooled || stale.has(query.text ?? ""))
    ? { ...query, name: undefined }
    : query;

/**
 * Whether a statement was refused for its old plan, because a newer release's migration has changed its result type
 * ("cached plan must not change result type"). From now on, the statement is unnamed, because other connections have
 * that plan, too.
 */
export function noteStalePlan(error: unknown, query: Asked | string): boolean {
  if (typeof query === "string" || !query.name || (error as { code?: unknown }).code !== "0A000")
    return false;
  stale.add(query.text ?? "");
  return true;
}
