import type { EntryContext } from "@remix-run/node";
import { createContext, useContext } from "react";
import { bootScript } from "./boot-script";

/** Makes what the boot script finds in the page; '' in the browser, where React leaves the server's text alone. */
export const HandoffContext = createContext<() => string>(() => "");

/**
 * The handoff of a page: Remix's context, the loaders' encoded data, and the modules that the page needs. The browser
 * gets the whole manifest with them, so it need not ask for the routes behind each link (lazy route discovery).
 */
export function handoffOf(entry: EntryContext, data: string): string {
  const routes = entry.staticHandlerContext.matches.map((match) => match.route.id);
  const context = JSON.parse(entry.serverHandoffString ?? "{}");
  return JSON.stringify({
    context: { ...context, future: { ...context.future, v3_lazyRouteDiscovery: false } },
    data,
    manifest: entry.manifest.url,
    entry: entry.manifest.entry.module,
    routes,
    modules: routes.map((id) => entry.manifest.routes[id]?.module),
  }).replace(/</g, "\\u003c");
}

/** Takes the place of Remix's <Scripts/>: the same modules, but only once the page is usable, and not for who saves data. */
export function LateScripts() {
  const handoff = useContext(HandoffContext)();
  return (
    <>
      <script
        type="application/json"
        id="handoff"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of ours with every < escaped
        dangerouslySetInnerHTML={{ __html: handoff }}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: handoff ? bootScript : "" }} />
    </>
  );
}
