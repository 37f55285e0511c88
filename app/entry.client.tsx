import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Waits until Remix has decoded the page's data. Its component starts that when it first renders, and throws the
 * promise. Inside React a key pressed just then makes React 18 render at once, which a root that waits does not
 * survive (error 345: the page stays without script). Thrown out here, the promise is simply awaited.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

dataDecoded().then(() => startTransition(() => void hydrateRoot(document, <RemixBrowser />)));
