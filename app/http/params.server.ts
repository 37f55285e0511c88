import { parseId } from "~/ids";
import { notFound } from "./refusals.server";

/**
 * In its stored spelling.
 * @throws a 404 for anything that is not an id
 */
export function idParam({ params }: { params: Record<string, string | undefined> }, name: string): string {
  const id = parseId(params[name]);
  if (!id) throw notFound();
  return id;
}
