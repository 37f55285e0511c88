import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import options from "../remix.config.js";
import { encodedData } from "./server/remix/loaded-data";

/**
 * Waits until Remix has decoded the page's data. RemixBrowser throws that promise on first render; within React 18, a
 * key pressed at that moment fails hydration (error 345) and leaves the page without script. Remix doesn't expose the
 * promise anywhere else (checked with 2.17.5). Called as a function, RemixBrowser throws it before its first hook.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

/**
 * What Remix's <Scripts> would set; in development, it does. The flags are the same for every page, so they're here and
 * not in the page. With the manifest, there's no need to request the routes behind each link (lazy route discovery).
 */
function setContext(data: string) {
  const stream = new Response(`${encodedData(data)}\n`).body;
  if (import.meta.env.DEV) return void Object.assign(window.__remixContext, { stream });
  Object.assign(window, {
    __remixContext: {
      basename: "/",
      future: { ...options.future, v3_lazyRouteDiscovery: false },
      isSpaMode: false,
      stream,
    },
  });
}

const loaded = document.getElementById("loaded")?.textContent;
if (loaded) setContext(loaded);

// If someone leaves the page while the rest of its data is arriving, turbo-stream's `decode` leaves that rejection
// unhandled.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});

dataDecoded().then(() => startTransition(() => void hydrateRoot(document, <RemixBrowser />)));
