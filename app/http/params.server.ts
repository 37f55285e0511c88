import { parseId } from "~/ids";
import { notFound } from "./refusals.server";

/**
 * The id in an address, in its stored spelling.
 * @throws the page 'Page not found' for what is no id
 */
export function idParam({ params }: { params: Record<string, string | undefined> }, name: string): string {
  const id = parseId(params[name]);
  if (!id) throw notFound();
  return id;
}
