import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Waits until Remix has decoded the page's data. Remix's component starts decoding on first render and throws the
 * promise. Within React, a key pressed at that moment makes React 18 render synchronously and fail (error 345), which
 * leaves the page without script. Out here, the thrown promise is simply awaited.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

dataDecoded().then(() => startTransition(() => void hydrateRoot(document, <RemixBrowser />)));
