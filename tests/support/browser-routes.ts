import { readFile } from "node:fs/promises";
import { matchRoutes } from "@remix-run/react";

interface Hydration {
  manifest: string;
  routes: string[];
}
type Listed = Record<string, { path?: string; index?: true; parentId?: string }>;
type Tree = Parameters<typeof matchRoutes>[0];

const manifests = new Map<string, Promise<Tree>>();

/**
 * The IDs of the routes that the server matched for a page, and of those that the browser's router will match. Null for
 * a page without script.
 */
export async function matchesOf(html: string, path: string) {
  const json = /<script type="application\/json" id="hydration"[^>]*>(.+?)<\/script>/.exec(html)?.[1];
  if (!json) return null;
  const { manifest, routes } = JSON.parse(json) as Hydration;
  const tree = manifests.get(manifest) ?? treeOf(manifest);
  manifests.set(manifest, tree);
  const inBrowser = matchRoutes(await tree, path)?.map(({ route }) => route.id) ?? [];
  return { onServer: routes, inBrowser };
}

async function treeOf(manifest: string): Promise<Tree> {
  const [, json = ""] = /^[^=]*=(.*);for\(/s.exec(await readFile(`build/client${manifest}`, "utf8")) ?? [];
  const { routes }: { routes: Listed } = JSON.parse(json);
  const childrenOf = (parent?: string): Tree =>
    Object.entries(routes)
      .filter(([, { parentId }]) => parentId === parent)
      .map(([id, { path, index }]) => (index ? { id, path, index } : { id, path, children: childrenOf(id) }));
  return childrenOf();
}
