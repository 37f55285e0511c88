import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { encodedData } from "./server/remix/loaded-data";
import { loadParts } from "./ui/late-part";

/**
 * Waits until Remix has decoded the page's data. RemixBrowser throws that promise when it first renders, and in React
 * 18, pressing a key at that moment makes hydration fail (error 345) and leaves the page without script. Remix doesn't
 * expose the promise anywhere else (checked with 2.17.5). If we call RemixBrowser as a function, it throws the promise
 * before its first hook.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

/** Sets what Remix's <Scripts> sets in development, except the flags, which `leanRemix` writes into Remix's code. */
function setContext(data: string) {
  const stream = new Response(`${encodedData(data)}\n`).body;
  if (import.meta.env.DEV) return void Object.assign(window.__remixContext, { stream });
  Object.assign(window, { __remixContext: { basename: "/", isSpaMode: false, stream } });
}

// If someone leaves the page while its data is still arriving, turbo-stream's `decode` leaves a rejection unhandled.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});

/**
 * Runs once the page's modules have loaded.
 * @param parts the late parts that the page shows; in development, all of them
 */
export async function hydrate(parts?: string[]): Promise<void> {
  const loaded = document.getElementById("loaded")?.textContent;
  if (loaded) setContext(loaded);
  await Promise.all([dataDecoded(), loadParts(parts)]);
  startTransition(() => void hydrateRoot(document, <RemixBrowser />));
}
