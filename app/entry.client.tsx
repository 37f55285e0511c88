import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Waits until Remix has decoded the page's data. Its component starts decoding on first render and throws the
 * promise. Inside React, a key pressed at that moment makes React 18 render synchronously and fail (error 345: the
 * page stays without script). Thrown here, the promise is simply awaited.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

dataDecoded().then(() => startTransition(() => void hydrateRoot(document, <RemixBrowser />)));
