interface PageScript {
  manifest: string;
  routes: string[];
  modules: string[];
  /** Absent if the page shows no late parts. */
  parts?: string[];
}

/**
 * Loads the page's modules and sets the globals that Remix's <Scripts/> would set. Imports nothing statically, so these
 * modules and the framework load at the same time.
 */
async function begin({ manifest, routes, modules, parts = [] }: PageScript) {
  const files = [manifest, ...modules].map((file) => import(/* @vite-ignore */ file));
  const [{ hydrate }, , ...loaded] = await Promise.all([import("./hydrate"), ...files]);
  window.__remixRouteModules = Object.fromEntries(routes.map((id, index) => [id, loaded[index]]));
  await hydrate(parts);
}

if (import.meta.env.DEV) import("./hydrate").then(({ hydrate }) => hydrate());
else begin(JSON.parse(document.getElementById("hydration")?.textContent ?? ""));
