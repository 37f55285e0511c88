import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** Remix's minimum, from its template. For the bench only. */
export default defineConfig({
  plugins: [
    remix({
      buildDirectory: "../../node_modules/.cache/bare-remix",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
});
