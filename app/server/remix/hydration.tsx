import type { EntryContext } from "@remix-run/node";
import { createContext, useContext } from "react";
import { bootScript } from "./boot-script";
import { plainData } from "./loaded-data";

export interface HydrationData {
  /** The page's modules, as JSON. */
  page: string;
  /** See `plainData`. */
  loaded: string;
}

const nothing: HydrationData = { page: "", loaded: "" };

/** Empty in the browser, where React keeps the server's text. */
export const HydrationContext = createContext<() => HydrationData>(() => nothing);

/** Keyed by the page's route IDs and late parts. */
const pages = new Map<string, string>();

/** Called at the end of the page, when `parts` has the names of all its late parts. */
export function hydrationDataOf(entry: EntryContext, data: string, parts: Set<string>): HydrationData {
  const routes = entry.staticHandlerContext.matches.map((match) => match.route.id);
  const kind = [...routes, ...parts].join();
  let page = pages.get(kind);
  if (page === undefined) {
    page = safe(pageOf(entry, routes, [...parts]));
    if (import.meta.env.PROD) pages.set(kind, page);
  }
  return { page, loaded: safe(plainData(entry.staticHandlerContext, data.trimEnd())) };
}

function pageOf({ manifest }: EntryContext, routes: string[], parts: string[]): string {
  return JSON.stringify({
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes,
    modules: routes.map((id) => manifest.routes[id]?.module),
    ...(parts.length > 0 && { parts }),
  });
}

/**
 * "<" occurs only within JSON strings, and escaping it keeps markup from starting. A run of them is escaped as a whole.
 * A refused form may show 64 KB of them again, which would take 2.1 MB instead of 0.4 MB if we escaped each one.
 */
const safe = (json: string) => json.replace(/<+/g, (run) => "\\u003c".repeat(run.length));

/** The browser runs the script that the page already contains. */
const boot = import.meta.env.SSR ? bootScript : "";

/**
 * Loads the modules of Remix's <Scripts/> once the page is usable, and none with Save-Data. Pages are rendered in one
 * go, because streaming takes a quarter more CPU time on /discover.
 */
export function DeferredScripts() {
  const data = useContext(HydrationContext)();
  return (
    <>
      <JsonScript id="hydration" json={data.page} />
      <JsonScript id="loaded" json={data.loaded} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: data.page ? boot : "" }} />
    </>
  );
}

/** Used in development next to Remix's <Scripts>, which expects the data from a streamed page. */
export const LoadedData = () => <JsonScript id="loaded" json={useContext(HydrationContext)().loaded} />;

function JsonScript({ id, json }: { id: string; json: string }) {
  return (
    <script
      type="application/json"
      id={id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
