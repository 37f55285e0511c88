import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

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

// If the page is left while the rest of its data arrives, turbo-stream's `decode` leaves that rejection unhandled.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});

dataDecoded().then(() => startTransition(() => void hydrateRoot(document, <RemixBrowser />)));
